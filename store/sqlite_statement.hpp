#pragma once

#include <sqlite3.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/error.hpp"

namespace springtide {

inline std::unexpected<Error> sqlite_error(sqlite3* database) {
    if (database == nullptr) return fail(ErrorCode::unavailable, "the disk failed, and does not work again yet");
    const int code = sqlite3_errcode(database) & 0xFF;
    const bool is_data = code == SQLITE_TOOBIG || code == SQLITE_MISMATCH || code == SQLITE_CONSTRAINT;
    return fail(is_data ? ErrorCode::bad_request : ErrorCode::unavailable,
                std::string("the database refuses: ") + sqlite3_errmsg(database));
}

/// A connection and its statements, which are prepared once; each is used by one Statement at a time. Their texts are
/// literals of the program, and their addresses identify them. Another thread may close the connection between two
/// statements; the next one opens it again.
class Statements {
  public:
    /// `reopen` calls opened(), if it can; `before_close` releases other uses of the connection.
    Statements(std::function<void()> reopen, std::function<void()> before_close)
        : reopen_(std::move(reopen)), before_close_(std::move(before_close)) {}
    Statements(const Statements&) = delete;
    Statements& operator=(const Statements&) = delete;
    ~Statements() { close(true); }

    void opened(sqlite3* database) {
        database_ = database;
        is_open_ = true;
    }
    [[nodiscard]] bool is_open() const { return is_open_; }
    /// While it is held, the connection stays as it is.
    [[nodiscard]] std::unique_lock<std::recursive_mutex> lock() { return std::unique_lock(mutex_); }
    /// Nothing if it is closed and cannot be opened now.
    [[nodiscard]] sqlite3* database() {
        if (database_ == nullptr) reopen_();
        return database_;
    }
    /// The last connection to a file copies its journal into it and removes it, unless that is not wanted.
    void close(bool copies_journal) {
        const auto held = lock();
        if (database_ == nullptr) return;
        before_close_();
        for (const auto& [sql, statement] : prepared_) sqlite3_finalize(statement);
        prepared_.clear();
        if (!copies_journal) sqlite3_db_config(database_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
        sqlite3_close_v2(std::exchange(database_, nullptr));
        is_open_ = false;
    }

    sqlite3_stmt* prepare(const char* sql) {
        if (database_ == nullptr) return nullptr;
        sqlite3_stmt*& statement = prepared_[sql];
        if (statement == nullptr &&
            sqlite3_prepare_v3(database_, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr) != SQLITE_OK)
            statement = nullptr;
        return statement;
    }

  private:
    std::function<void()> reopen_;
    std::function<void()> before_close_;
    std::recursive_mutex mutex_;
    sqlite3* database_ = nullptr;
    std::atomic<bool> is_open_ = false;
    std::unordered_map<const char*, sqlite3_stmt*> prepared_;
};

/// One prepared statement with bound values. Values never become part of the text of a statement.
class Statement {
  public:
    Statement(Statements& statements, const char* sql)
        : held_(statements.lock()), database_(statements.database()), statement_(statements.prepare(sql)) {}
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
    ~Statement() {
        if (statement_ == nullptr) return;
        sqlite3_reset(statement_);
        sqlite3_clear_bindings(statement_);
    }

    Statement& bind(std::string_view text) {
        sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
        return *this;
    }
    Statement& bind(std::int64_t number) {
        sqlite3_bind_int64(statement_, ++bound_, number);
        return *this;
    }
    Statement& bind(double number) {
        sqlite3_bind_double(statement_, ++bound_, number);
        return *this;
    }
    Statement& bind_null() {
        sqlite3_bind_null(statement_, ++bound_);
        return *this;
    }

    /// True while there is a row to read.
    Expected<bool> step() {
        if (statement_ == nullptr) return sqlite_error(database_);
        result_ = sqlite3_step(statement_);
        if (result_ == SQLITE_ROW) return true;
        if (result_ == SQLITE_DONE) return false;
        return sqlite_error(database_);
    }
    [[nodiscard]] bool in_conflict() const { return (result_ & 0xFF) == SQLITE_CONSTRAINT; }

    [[nodiscard]] std::string text(int column) const {
        const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
        return {bytes == nullptr ? "" : bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
    }
    [[nodiscard]] std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }
    [[nodiscard]] double real(int column) const { return sqlite3_column_double(statement_, column); }
    [[nodiscard]] bool is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }

  private:
    std::unique_lock<std::recursive_mutex> held_;
    sqlite3* database_;
    sqlite3_stmt* statement_;
    int bound_ = 0;
    int result_ = SQLITE_OK;
};

}  // namespace springtide
