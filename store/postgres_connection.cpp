#include "store/postgres_connection.hpp"

#include <array>
#include <charconv>
#include <cstdlib>

#include "store/libpq.hpp"
#include "store/store_news.hpp"

namespace springtide {

namespace {

// Detects a dead database within seconds, and stops a node that hangs in the middle of a commit from blocking others.
// Each side detects that the other's machine is gone: after three seconds of silence it probes once a second, three
// times, and sent bytes without confirmation end the connection after five seconds.
constexpr const char* session_settings =
    "SET statement_timeout = '10s'; SET idle_in_transaction_session_timeout = '5s'; SET client_min_messages = warning; "
    "SET synchronous_commit = on; SET jit = off; SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 1; "
    "SET tcp_keepalives_count = 3; SET tcp_user_timeout = 5000";
constexpr std::string_view url_settings =
    "connect_timeout=3&keepalives=1&keepalives_idle=3&keepalives_interval=1&keepalives_count=3&tcp_user_timeout=5000"
    "&application_name=springtide";

std::vector<const char*> texts_of(const PostgresConnection::Values& values) {
    std::vector<const char*> texts;
    texts.reserve(values.size());
    for (const auto& value : values) texts.push_back(value ? value->c_str() : nullptr);
    return texts;
}

std::unexpected<Error> refusal(const PGconn* connection, const char* what) {
    std::string message = PQerrorMessage(connection);
    while (message.ends_with('\n')) message.pop_back();
    return fail(ErrorCode::unavailable, std::string(what) + message);
}

}  // namespace

PostgresRows::PostgresRows(pg_result* result) : result_(result, PQclear) {}
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
    if (connection_ != nullptr) PQfinish(connection_);
    connection_ = nullptr;
}

Expected<void> PostgresConnection::connect() {
    if (connection_ != nullptr && PQstatus(connection_) == CONNECTION_OK) return {};
    close();
    if (auto loaded = libpq.load(); !loaded) return loaded;
    const char joint = url_.find('?') == std::string::npos ? '?' : '&';
    connection_ = PQconnectdb((url_ + joint + std::string(url_settings)).c_str());
    if (PQstatus(connection_) != CONNECTION_OK) return refusal(connection_, "no connection to the database: ");
    PQsetNoticeProcessor(
        connection_,
        [](void*, const char* words) {
            std::string_view text = words;
            while (text.ends_with('\n')) text.remove_suffix(1);
            if (store_news.notice != nullptr) store_news.notice(text);
        },
        nullptr);
    const PostgresRows set(PQexec(connection_, session_settings));
    if (PQstatus(connection_) != CONNECTION_OK) return refusal(connection_, "no connection to the database: ");
    ++sessions_;
    prepared_.clear();
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
    const auto texts = texts_of(values);
    return told(send([&] {
        return PQexecParams(connection_, sql, static_cast<int>(texts.size()), nullptr, texts.data(), nullptr, nullptr,
                            0);
    }));
}

Expected<PostgresRows> PostgresConnection::told(PostgresRows rows) {
    refused_with_ = rows.state();
    in_conflict_ = refused_with_ == "23505";
    if (rows.well()) return rows;
    auto why = refusal(connection_, "the database refuses: ");
    // Data that it cannot hold, or too much at once: nothing is wrong with the database.
    if (rows.state().starts_with("22") || rows.state().starts_with("54")) why.error().code = ErrorCode::bad_request;
    return why;
}

std::expected<const char*, PostgresRows> PostgresConnection::prepare(const char* sql) {
    const auto known = prepared_.find(sql);
    if (known != prepared_.end()) return known->second.c_str();
    std::string name = "s" + std::to_string(prepared_.size());
    PostgresRows rows(PQprepare(connection_, name.c_str(), sql, 0, nullptr));
    if (!rows.well()) return std::unexpected(std::move(rows));
    return prepared_.emplace(sql, std::move(name)).first->second.c_str();
}

Expected<PostgresRows> PostgresConnection::ask_often(const PostgresQuestion& question) {
    if (auto connected = connect(); !connected) return std::unexpected(connected.error());
    const auto texts = texts_of(question.values);
    return told(send([&]() -> PostgresRows {
        const auto name = prepare(question.sql);  // in here: another session does not know it
        if (!name) return name.error();
        return PostgresRows(
            PQexecPrepared(connection_, *name, static_cast<int>(texts.size()), texts.data(), nullptr, nullptr, 0));
    }));
}

Expected<bool> PostgresConnection::commit(const std::vector<PostgresQuestion>& questions) {
    if (connection_ != nullptr) PQconsumeInput(connection_);  // notices one that was closed, before it is relied on
    if (auto connected = connect(); !connected) return std::unexpected(connected.error());
    std::vector<const char*> names;
    for (const PostgresQuestion& question : questions) {
        const auto name = prepare(question.sql);
        if (!name) return std::unexpected(told(name.error()).error());
        names.push_back(*name);
    }
    const auto send_alone = [this](const char* sql) {
        return PQsendQueryParams(connection_, sql, 0, nullptr, nullptr, nullptr, nullptr, 0) == 1;
    };
    bool is_sent = PQenterPipelineMode(connection_) == 1 && send_alone("BEGIN");
    for (std::size_t i = 0; i < questions.size() && is_sent; ++i) {
        const auto texts = texts_of(questions[i].values);
        is_sent = PQsendQueryPrepared(connection_, names[i], static_cast<int>(texts.size()), texts.data(), nullptr,
                                      nullptr, 0) == 1;
    }
    is_sent = is_sent && send_alone("COMMIT") && PQpipelineSync(connection_) == 1;
    bool is_committed = false;
    refused_with_.clear();
    while (is_sent && PQstatus(connection_) == CONNECTION_OK) {
        pg_result* next = PQgetResult(connection_);
        if (next == nullptr) continue;  // one statement is answered
        const PostgresRows rows(next);
        if (PQresultStatus(next) == PGRES_PIPELINE_SYNC) break;
        is_committed = rows.well() && std::string_view(PQcmdStatus(next)) == "COMMIT";
        if (refused_with_.empty()) refused_with_ = rows.state();
    }
    if (PQstatus(connection_) != CONNECTION_OK || PQexitPipelineMode(connection_) == 0) {
        auto why = refusal(connection_, "the database refuses: ");
        close();
        return why;
    }
    if (is_committed) return true;
    if (auto undone = run("ROLLBACK"); !undone) return std::unexpected(undone.error());
    return false;
}

}  // namespace springtide
