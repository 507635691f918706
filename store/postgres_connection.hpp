#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/error.hpp"

struct pg_conn;
struct pg_result;

namespace springtide {

/// The rows of one statement.
class PostgresRows {
  public:
    explicit PostgresRows(pg_result* result);
    [[nodiscard]] int size() const;
    [[nodiscard]] bool well() const;
    /// PostgreSQL's code for what went wrong.
    [[nodiscard]] std::string state() const;
    [[nodiscard]] std::string text(int row, int column) const;
    [[nodiscard]] std::int64_t number(int row, int column) const;
    [[nodiscard]] double real(int row, int column) const;
    [[nodiscard]] bool is_null(int row, int column) const;

  private:
    std::shared_ptr<pg_result> result_;
};

/// Values for a parameter that is an array.
class PostgresArray {
  public:
    void add(std::string_view text);
    void add(std::int64_t number) { add(std::to_string(number)); }
    void add(double number);
    [[nodiscard]] std::string text() const { return "{" + items_ + "}"; }
    [[nodiscard]] bool empty() const { return items_.empty(); }

  private:
    std::string items_;
};

/// The columns of a statement that takes many rows at once.
template <std::size_t count>
std::vector<std::optional<std::string>> values_of(const std::array<PostgresArray, count>& columns) {
    std::vector<std::optional<std::string>> values;
    values.reserve(count);
    for (const PostgresArray& column : columns) values.emplace_back(column.text());
    return values;
}

/// A statement with its values. Its text lives as long as the program.
struct PostgresQuestion {
    const char* sql;
    std::vector<std::optional<std::string>> values;
};

/// One connection, used by one thread. It connects when it is first needed and again after it was lost; a statement
/// inside a transaction that fails because of that is not repeated. Values are bound, never part of the text.
class PostgresConnection {
  public:
    using Values = std::vector<std::optional<std::string>>;

    explicit PostgresConnection(std::string url) : url_(std::move(url)) {}
    ~PostgresConnection();
    PostgresConnection(const PostgresConnection&) = delete;
    PostgresConnection& operator=(const PostgresConnection&) = delete;

    /// Connects, if it is not connected.
    Expected<void> connect();
    Expected<PostgresRows> ask(const char* sql, const Values& values = {});
    /// The same for frequent queries by key: parsed once for each session, and planned seldom.
    Expected<PostgresRows> ask_often(const PostgresQuestion& question);
    /// All of them in one transaction and with one round trip. False if the database refused one of them: nothing is
    /// written then. If the connection was lost on the way the outcome is unknown, and it is an error.
    Expected<bool> commit(const std::vector<PostgresQuestion>& questions);
    /// Statements without values and without an answer.
    Expected<void> run(const char* sql);
    /// The last statement failed because a unique value is taken.
    [[nodiscard]] bool in_conflict() const { return in_conflict_; }
    /// PostgreSQL's code for why it refused the last statement or commit; empty if it did not.
    [[nodiscard]] const std::string& refused_with() const { return refused_with_; }
    /// The number of connections so far: when it changes, the session's state (locks, LISTEN) is lost.
    [[nodiscard]] std::int64_t sessions() const { return sessions_; }
    [[nodiscard]] pg_conn* raw() const { return connection_; }
    void close();

  private:
    template <class Send>
    PostgresRows send(const Send& send);
    Expected<PostgresRows> told(PostgresRows rows);
    /// The name under which the session knows it; an error's rows where it refuses.
    std::expected<const char*, PostgresRows> prepare(const char* sql);

    std::string url_;
    pg_conn* connection_ = nullptr;
    bool in_conflict_ = false;
    std::string refused_with_;
    std::int64_t sessions_ = 0;
    std::unordered_map<const char*, std::string> prepared_;  ///< names of statements in this session
};

}  // namespace springtide
