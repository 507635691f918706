#include "store/postgres_connection.hpp"

#include <libpq-fe.h>

#include <array>
#include <charconv>
#include <cstdlib>

namespace springtide {

namespace {

// A dead database is noticed in seconds, and a node that stands still in the middle of a commit holds nobody up.
constexpr const char* session_settings =
    "SET statement_timeout = '10s'; SET idle_in_transaction_session_timeout = '5s'; SET client_min_messages = warning; "
    "SET synchronous_commit = on";
constexpr std::string_view url_settings = "connect_timeout=3&tcp_user_timeout=5000&application_name=springtide";

std::unexpected<Error> refusal(const PGconn* connection, const char* what) {
    std::string message = PQerrorMessage(connection);
    while (message.ends_with('\n')) message.pop_back();
    return fail(ErrorCode::unavailable, std::string(what) + message);
}

}  // namespace

PostgresRows::PostgresRows(pg_result* result) : result_(result, &PQclear) {}
bool PostgresRows::well() const {
    const auto status = PQresultStatus(result_.get());
    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
}
std::string PostgresRows::state() const {
    const char* state = PQresultErrorField(result_.get(), PG_DIAG_SQLSTATE);
    return state == nullptr ? "" : state;
}
int PostgresRows::size() const { return PQntuples(result_.get()); }
std::string PostgresRows::text(int row, int column) const {
    return {PQgetvalue(result_.get(), row, column), static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
}
std::int64_t PostgresRows::number(int row, int column) const {
    return std::strtoll(PQgetvalue(result_.get(), row, column), nullptr, 10);
}
double PostgresRows::real(int row, int column) const {
    return std::strtod(PQgetvalue(result_.get(), row, column), nullptr);
}
bool PostgresRows::is_null(int row, int column) const { return PQgetisnull(result_.get(), row, column) != 0; }

void PostgresArray::add(std::string_view text) {
    items_ += items_.empty() ? "\"" : ",\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') items_ += '\\';
        items_ += c;
    }
    items_ += '"';
}

void PostgresArray::add(double number) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    add(std::string_view(digits.data(), end));
}

PostgresConnection::~PostgresConnection() { close(); }

void PostgresConnection::close() {
    PQfinish(connection_);
    connection_ = nullptr;
}

Expected<void> PostgresConnection::connect() {
    if (connection_ != nullptr && PQstatus(connection_) == CONNECTION_OK) return {};
    close();
    const char joint = url_.find('?') == std::string::npos ? '?' : '&';
    connection_ = PQconnectdb((url_ + joint + std::string(url_settings)).c_str());
    if (PQstatus(connection_) != CONNECTION_OK) return refusal(connection_, "no connection to the database: ");
    const PostgresRows set(PQexec(connection_, session_settings));
    if (PQstatus(connection_) != CONNECTION_OK) return refusal(connection_, "no connection to the database: ");
    ++sessions_;
    return {};
}

/// Sends a statement; outside a transaction, once more where the connection turns out to be lost.
template <class Send>
PostgresRows PostgresConnection::send(const Send& send) {
    const bool alone = PQtransactionStatus(connection_) == PQTRANS_IDLE;
    PostgresRows rows(send());
    if (alone && PQstatus(connection_) != CONNECTION_OK && connect()) rows = PostgresRows(send());
    return rows;
}

Expected<void> PostgresConnection::run(const char* sql) {
    if (auto connected = connect(); !connected) return connected;
    const auto rows = send([&] { return PQexec(connection_, sql); });
    if (!rows.well()) return refusal(connection_, "the database refuses: ");
    return {};
}

Expected<PostgresRows> PostgresConnection::ask(const char* sql, const Values& values) {
    if (auto connected = connect(); !connected) return std::unexpected(connected.error());
    std::vector<const char*> texts;
    texts.reserve(values.size());
    for (const auto& value : values) texts.push_back(value ? value->c_str() : nullptr);
    auto rows = send([&] {
        return PQexecParams(connection_, sql, static_cast<int>(texts.size()), nullptr, texts.data(), nullptr, nullptr,
                            0);
    });
    in_conflict_ = rows.state() == "23505";
    if (!rows.well()) {
        auto why = refusal(connection_, "the database refuses: ");
        // Data that it cannot hold, or too much at once: nothing is wrong with the database.
        if (rows.state().starts_with("22") || rows.state().starts_with("54")) why.error().code = ErrorCode::bad_request;
        return why;
    }
    return rows;
}

}  // namespace springtide
