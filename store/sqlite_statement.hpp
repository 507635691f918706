#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/error.hpp"

namespace springtide {

inline std::unexpected<Error> sqlite_error(sqlite3* database) {
    const int code = sqlite3_errcode(database) & 0xFF;
    const bool is_data = code == SQLITE_TOOBIG || code == SQLITE_MISMATCH || code == SQLITE_CONSTRAINT;
    return fail(is_data ? ErrorCode::bad_request : ErrorCode::unavailable,
                std::string("the database refuses: ") + sqlite3_errmsg(database));
}

/// Statements are prepared once; each is used by one Statement at a time. Their texts are written in the program, and
/// each is known by where it stands there.
class Statements {
  public:
    explicit Statements(sqlite3* database) : database_(database) {}
    Statements(const Statements&) = delete;
    Statements& operator=(const Statements&) = delete;
    ~Statements() {
        for (const auto& [sql, statement] : prepared_) sqlite3_finalize(statement);
    }
    [[nodiscard]] sqlite3* database() const { return database_; }

    sqlite3_stmt* prepare(const char* sql) {
        sqlite3_stmt*& statement = prepared_[sql];
        if (statement == nullptr &&
            sqlite3_prepare_v3(database_, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr) != SQLITE_OK)
            statement = nullptr;
        return statement;
    }

  private:
    sqlite3* database_;
    std::unordered_map<const char*, sqlite3_stmt*> prepared_;
};

/// One prepared statement with bound values. Values never become part of the text of a statement.
class Statement {
  public:
    Statement(Statements& statements, const char* sql)
        : database_(statements.database()), statement_(statements.prepare(sql)) {}
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
    ~Statement() {
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
    sqlite3* database_;
    sqlite3_stmt* statement_;
    int bound_ = 0;
    int result_ = SQLITE_OK;
};

}  // namespace springtide
