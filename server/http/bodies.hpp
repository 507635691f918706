#pragma once

#include <array>
#include <boost/json/fwd.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "core/error.hpp"
#include "server/competitions/club.hpp"
#include "server/competitions/duplicate_event.hpp"
#include "server/messages/field.hpp"
#include "server/messages/room_enums.hpp"

/// The body of each POST with its fields (docs/api/openapi.yaml). The key of the host and the password of an account,
/// where a route asks for one, are read by the table of routes.
namespace springtide::server {

struct NoBody {
    static constexpr std::tuple<> fields() { return {}; }
};

/// The answer of a passkey to a challenge, its bytes in base64url.
struct PasskeyAnswer {
    std::string id;
    std::optional<std::string> user;  ///< the account, as the passkey remembers it
    std::string client_data;
    std::string authenticator_data;
    std::string signature;
    static constexpr auto fields() {
        using Body = PasskeyAnswer;
        return std::tuple(Field("id", &Body::id), Field("user", &Body::user), Field("client_data", &Body::client_data),
                          Field("authenticator_data", &Body::authenticator_data), Field("signature", &Body::signature));
    }
};
/// Shows that a request comes from the owner of the account.
struct Proof {
    std::string password;
    std::optional<PasskeyAnswer> passkey;
};

/// The requests that a passkey may confirm, by their paths.
enum class PasskeyUsedFor { login, add, remove, claim, mail, forget_mail, export_all, delete_name, delete_self };
template <>
inline constexpr auto enum_names<PasskeyUsedFor> = std::to_array<std::string_view>(
    {"/api/passkeys/login", "/api/passkeys/add", "/api/passkeys/remove", "/api/claim", "/api/mail", "/api/mail/forget",
     "/api/export", "/api/name/delete", "/api/me/delete"});
struct BeginPasskeyBody {
    PasskeyUsedFor path = PasskeyUsedFor::login;
    static constexpr auto fields() { return std::tuple(Field("path", &BeginPasskeyBody::path)); }
};
struct LoginByPasskeyBody {
    PasskeyAnswer passkey;
    static constexpr auto fields() { return std::tuple(Field("passkey", &LoginByPasskeyBody::passkey)); }
};
struct AddPasskeyBody {
    std::string client_data;
    std::string attestation;
    std::optional<std::string> called;
    std::optional<std::string> name;  ///< of a guest who becomes an account by it
    static constexpr auto fields() {
        using Body = AddPasskeyBody;
        return std::tuple(Field("client_data", &Body::client_data), Field("attestation", &Body::attestation),
                          Field("called", &Body::called), Field("name", &Body::name));
    }
};
struct RemovePasskeyBody {
    std::string id;
    static constexpr auto fields() { return std::tuple(Field("id", &RemovePasskeyBody::id)); }
};

struct RenameBody {
    std::string name;
    static constexpr auto fields() { return std::tuple(Field("name", &RenameBody::name)); }
};
struct TokenBody {
    std::optional<std::string> name;
    static constexpr auto fields() { return std::tuple(Field("name", &TokenBody::name)); }
};
struct ClaimBody {
    std::string name;
    std::string password;
    std::optional<std::string> old_password;
    std::optional<PasskeyAnswer> passkey;
    static constexpr auto fields() {
        return std::tuple(Field("name", &ClaimBody::name), Field("password", &ClaimBody::password),
                          Field("old_password", &ClaimBody::old_password), Field("passkey", &ClaimBody::passkey));
    }
};
struct LoginBody {
    std::string name;
    std::string password;
    static constexpr auto fields() {
        return std::tuple(Field("name", &LoginBody::name), Field("password", &LoginBody::password));
    }
};
struct EndSessionBody {
    std::string session;
    static constexpr auto fields() { return std::tuple(Field("session", &EndSessionBody::session)); }
};

struct SetMailBody {
    std::string address;
    static constexpr auto fields() { return std::tuple(Field("address", &SetMailBody::address)); }
};
struct ConfirmMailBody {
    std::string link;
    static constexpr auto fields() { return std::tuple(Field("link", &ConfirmMailBody::link)); }
};
struct CancelChangeBody {
    std::string link;
    static constexpr auto fields() { return std::tuple(Field("link", &CancelChangeBody::link)); }
};
struct RecoverBody {
    std::string name;
    static constexpr auto fields() { return std::tuple(Field("name", &RecoverBody::name)); }
};
struct FinishRecoveryBody {
    std::string link;
    std::string password;
    static constexpr auto fields() {
        return std::tuple(Field("link", &FinishRecoveryBody::link), Field("password", &FinishRecoveryBody::password));
    }
};

struct SetCallsBody {
    std::optional<bool> on;
    std::optional<bool> mail;
    std::optional<std::string> table;
    static constexpr auto fields() {
        return std::tuple(Field("on", &SetCallsBody::on), Field("mail", &SetCallsBody::mail),
                          Field("table", &SetCallsBody::table));
    }
};
struct AddPushBody {
    std::string endpoint;
    std::string p256dh;
    std::string auth;
    static constexpr auto fields() {
        return std::tuple(Field("endpoint", &AddPushBody::endpoint), Field("p256dh", &AddPushBody::p256dh),
                          Field("auth", &AddPushBody::auth));
    }
};
struct ForgetPushBody {
    std::string endpoint;
    static constexpr auto fields() { return std::tuple(Field("endpoint", &ForgetPushBody::endpoint)); }
};

enum class PeopleAct { befriend, part, block, unblock, report };
template <>
inline constexpr auto enum_names<PeopleAct> =
    std::to_array<std::string_view>({"befriend", "part", "block", "unblock", "report"});
/// Whom: a mark of the person's own lists, who sits on a seat of a table, or who said something there.
struct ChangeCompanyBody {
    PeopleAct act = PeopleAct::part;
    std::optional<std::string> person;
    std::optional<std::string> table;
    std::optional<std::int64_t> seat;
    std::optional<std::int64_t> said;
    std::optional<std::string> reason;
    static constexpr auto fields() {
        using Body = ChangeCompanyBody;
        return std::tuple(Field("do", &Body::act), Field("person", &Body::person), Field("table", &Body::table),
                          Field("seat", &Body::seat), Field("said", &Body::said), Field("reason", &Body::reason));
    }
};

enum class BotAct { make, token, revoke, remove };
template <>
inline constexpr auto enum_names<BotAct> = std::to_array<std::string_view>({"make", "token", "revoke", "delete"});
struct ChangeBotsBody {
    BotAct act = BotAct::make;
    std::optional<std::string> account;
    std::optional<std::string> bot;  ///< what programs of version 2 of the protocol send instead of `account`
    std::optional<std::string> name;
    std::optional<std::string> token;
    static constexpr auto fields() {
        using Body = ChangeBotsBody;
        return std::tuple(Field("do", &Body::act), Field("account", &Body::account), Field("bot", &Body::bot),
                          Field("name", &Body::name), Field("token", &Body::token));
    }
};

enum class HostAct { look, mute, unmute, ban, unban, close };
template <>
inline constexpr auto enum_names<HostAct> =
    std::to_array<std::string_view>({"look", "mute", "unmute", "ban", "unban", "close"});
struct HostBody {
    HostAct act = HostAct::look;
    std::optional<std::string> guest;
    std::optional<std::string> report;
    std::optional<bool> there;
    std::optional<std::string> range;
    std::optional<std::int64_t> hours;
    std::optional<std::string> target;
    std::optional<std::string> table;
    std::optional<std::string> why;
    static constexpr auto fields() {
        using Body = HostBody;
        return std::tuple(Field("do", &Body::act), Field("guest", &Body::guest), Field("report", &Body::report),
                          Field("there", &Body::there), Field("range", &Body::range), Field("hours", &Body::hours),
                          Field("target", &Body::target), Field("table", &Body::table), Field("why", &Body::why));
    }
};

/// Checked against the games there are where it is read; its fields are those of the schema.
struct MakeClubBody {
    ClubSetup setup;
    static constexpr std::string_view schema = "ClubSetup";
    static Expected<MakeClubBody> read(const boost::json::object& json);
};
struct LeaveClubBody {
    std::optional<std::int64_t> person;
    static constexpr auto fields() { return std::tuple(Field("person", &LeaveClubBody::person)); }
};

/// As MakeClubBody.
struct MakeDuplicateBody {
    DuplicateSetup setup;
    static constexpr std::string_view schema = "DuplicateSetup";
    static Expected<MakeDuplicateBody> read(const boost::json::object& json);
};
struct SitDuplicateBody {
    std::optional<std::int64_t> table;
    std::optional<std::int64_t> seat;
    static constexpr auto fields() {
        return std::tuple(Field("table", &SitDuplicateBody::table), Field("seat", &SitDuplicateBody::seat));
    }
};
struct LeaveDuplicateBody {
    std::optional<std::int64_t> table;
    std::optional<std::int64_t> seat;
    static constexpr auto fields() {
        return std::tuple(Field("table", &LeaveDuplicateBody::table), Field("seat", &LeaveDuplicateBody::seat));
    }
};
struct BeginDuplicateBody {
    std::optional<std::int64_t> table;
    static constexpr auto fields() { return std::tuple(Field("table", &BeginDuplicateBody::table)); }
};

}  // namespace springtide::server
