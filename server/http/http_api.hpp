#pragma once

#include <boost/json/fwd.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "server/accounts/account_changes.hpp"
#include "server/accounts/passkeys.hpp"
#include "server/http/bodies.hpp"
#include "server/http/http_message.hpp"
#include "server/http/route.hpp"
#include "server/http/static_files.hpp"
#include "server/limits/guess_limits.hpp"
#include "server/limits/password_thread.hpp"
#include "server/shard/shard.hpp"

namespace springtide::server {

/// The browser and the system that a User-Agent names, to tell devices apart; may be empty.
std::string device_name(std::string_view agent);

/// Everything but play (docs/api/openapi.yaml). The table of routes (routes.cpp) says which member answers what.
class HttpApi {
  public:
    using Reply = server::Reply;

    /// Whoever knows `metrics_token`, if there is one, may read the measures from other machines; whoever knows
    /// `host_key`, the host's page.
    HttpApi(Shard& shard, People& people, Lists& lists, StaticFiles files, bool secure_cookies,
            std::string metrics_token = {}, std::string host_key = {})
        : shard_(shard),
          people_(people),
          lists_(lists),
          files_(std::move(files)),
          secure_cookies_(secure_cookies),
          metrics_token_(std::move(metrics_token)),
          host_key_(std::move(host_key)),
          password_thread_(shard.loop()) {}

    /// Replies once, at once or later, in the loop.
    void answer(const HttpRequest& request, const Reply& reply);

  private:
    friend std::span<const Route> routes();
    struct Table;
    /// Finds out who asks, as the route wants it, and answers.
    void answer_route(const FoundRoute& found, const HttpRequest& request, const Reply& reply);
    void answer_without_route(const HttpRequest& request, const Reply& reply);
    /// Takes the price, or refuses.
    std::optional<HttpResponse> refuse_price(const Price& price, const HttpRequest& request);
    using Admitted = std::function<void(const RoutedRequest&)>;
    void admit(Access access, RoutedRequest request, const Proof& proof, const Reply& reply, const Admitted& go_on);
    /// Nothing if they know the host's key.
    std::optional<HttpResponse> refuse_host(const HttpRequest& request, const boost::json::object& body);
    [[nodiscard]] std::optional<HttpResponse> refuse_monitor(const HttpRequest& request) const;

    void health(const RoutedRequest& request, const Reply& reply);
    void readiness(const RoutedRequest& request, const Reply& reply);
    void metrics(const RoutedRequest& request, const Reply& reply);
    void games(const RoutedRequest& request, const Reply& reply);
    void me(const RoutedRequest& request, const Reply& reply);
    void lobby(const RoutedRequest& request, const Reply& reply);
    void mine(const RoutedRequest& request, const Reply& reply);
    void leaderboard(const RoutedRequest& request, const Reply& reply);
    void bot_leaderboard(const RoutedRequest& request, const Reply& reply);
    void record(const RoutedRequest& request, const Reply& reply);
    void record_file(const RoutedRequest& request, const Reply& reply);
    // The daily tide, in http_daily.cpp: the day itself, the list of a day, and where ways parted.
    void daily(const RoutedRequest& request, const Reply& reply);
    void daily_list(const RoutedRequest& request, const Reply& reply);
    void daily_ways(const RoutedRequest& request, const Reply& reply);
    using DailyAnswer = HttpResponse (*)(Store& store, const struct DailyQuestion& question);
    void answer_daily(const RoutedRequest& request, std::int64_t day, DailyAnswer answer, const Reply& reply);
    void start_daily(const RoutedRequest& request, const Reply& reply);
    // Club nights, in http_club.cpp.
    void club(const RoutedRequest& request, const Reply& reply);
    void make_club(const RoutedRequest& request, const MakeClubBody& body, const Reply& reply);
    void enter_club(const RoutedRequest& request, const Reply& reply);
    void leave_club(const RoutedRequest& request, const LeaveClubBody& body, const Reply& reply);
    void begin_club_round(const RoutedRequest& request, const Reply& reply);
    void end_club(const RoutedRequest& request, const Reply& reply);
    // Duplicate tables, in http_duplicate.cpp.
    void duplicate(const RoutedRequest& request, const Reply& reply);
    void duplicate_ways(const RoutedRequest& request, const Reply& reply);
    void make_duplicate(const RoutedRequest& request, const MakeDuplicateBody& body, const Reply& reply);
    void sit_duplicate(const RoutedRequest& request, const SitDuplicateBody& body, const Reply& reply);
    void leave_duplicate(const RoutedRequest& request, const LeaveDuplicateBody& body, const Reply& reply);
    void begin_duplicate(const RoutedRequest& request, const BeginDuplicateBody& body, const Reply& reply);
    void close_duplicate(const RoutedRequest& request, const Reply& reply);
    // Notifications, in http_calls.cpp.
    void calls(const RoutedRequest& request, const Reply& reply);
    void answer_calls(const std::string& guest, const Reply& reply);
    void set_calls(const RoutedRequest& request, const SetCallsBody& body, const Reply& reply);
    void keep_push(const Person& person, const PushAddress& address, const Reply& reply);
    void add_push(const RoutedRequest& request, const AddPushBody& body, const Reply& reply);
    void forget_push(const RoutedRequest& request, const ForgetPushBody& body, const Reply& reply);
    /// Goes on when it is stored; otherwise replies that it could not be.
    void store_then(Write write, const Reply& reply, const std::function<void()>& go_on);
    // Changes of an account, in http_accounts.cpp.
    using Decide = std::function<Expected<Change>(Store&)>;
    using Changed = std::function<void(const Change&)>;
    /// Decides in the store's thread, and stores that. If something that the decision relied on changed meanwhile, it
    /// is made again, or refused with the reason.
    void change(const Decide& decide, const Reply& reply, const Changed& done);
    void change_again(const Decide& decide, const OnlyIf& before, int tries, const Reply& reply, const Changed& done);
    // Where an account is logged in, in http_sessions.cpp.
    /// Replies who they are, with the cookie of a new session, once that is noted; if their password is still this one.
    void begin_session(const std::string& guest, const std::optional<std::string>& password, const HttpRequest& request,
                       const Reply& reply, const std::optional<NoteRow>& passkey = {});
    void sessions(const RoutedRequest& request, const Reply& reply);
    void end_one_session(const RoutedRequest& request, const EndSessionBody& body, const Reply& reply);
    void note_seen_again(const Account& account, const Token& token, const HttpRequest& request);
    // All that is kept of somebody as one file, in http_export.cpp.
    void export_all(const RoutedRequest& request, const Reply& reply);
    void begin_export(const Account& account, const std::string& address, const Reply& reply);
    struct Export;
    void export_next(const std::shared_ptr<Export>& all);
    // Leaving, in http_leaving.cpp.
    void delete_name(const RoutedRequest& request, const Reply& reply);
    void delete_self(const RoutedRequest& request, const Reply& reply);
    /// Their name leaves all games, and everything else that is kept of them goes.
    void forget_guest(const Caller& caller, const Reply& reply, const std::function<void()>& done);
    /// Goes on where this guest sits at no table that is not over, and owns no bot account.
    void if_free(const std::string& guest, const RefusalReason& plays_still, const Reply& reply,
                 const std::function<void()>& go_on);
    struct Places;
    void forget_in_club(const std::string& id, const std::string& guest, const std::function<void()>& done);
    void take_name_out(const std::shared_ptr<Places>& places, const std::string& guest,
                       const std::function<void(bool)>& done);
    /// Goes on if the request has the account's password or an assertion of its passkey: a session is not enough. A
    /// guest without a name has neither.
    void with_proof(const HttpRequest& request, const Proof& proof, const Reply& reply,
                    const std::function<void(const Account&)>& go_on);
    static Caller caller_of(const Account& account);
    // Passkeys, in http_passkeys.cpp.
    [[nodiscard]] std::string asker_of_challenge(const HttpRequest& request, const std::string& path,
                                                 const Account* account) const;
    [[nodiscard]] Expected<AnsweredChallenge> answered_challenge(const HttpRequest& request,
                                                                 const std::string& client_data,
                                                                 const Account* account) const;
    void passkeys(const RoutedRequest& request, const Reply& reply);
    void answer_passkeys(const std::string& guest, const Reply& reply);
    void begin_passkey(const RoutedRequest& request, const BeginPasskeyBody& body, const Reply& reply);
    /// Goes on if the answer is by a passkey of the account, which then names it.
    void with_passkey(const HttpRequest& request, const PasskeyAnswer& answer, const Account& account,
                      const Reply& reply, const std::function<void(const Account&)>& go_on);
    void login_by_passkey(const RoutedRequest& request, const LoginByPasskeyBody& body, const Reply& reply);
    void add_passkey(const RoutedRequest& request, const AddPasskeyBody& body, const Reply& reply);
    void begin_account(const HttpRequest& request, const Account& account, const std::string& name,
                       const MadePasskey& made, const AnsweredChallenge& answered, const std::string& called,
                       const Reply& reply);
    void remove_passkey(const RoutedRequest& request, const RemovePasskeyBody& body, const Reply& reply);
    // Whom people know, and reports, in http_people.cpp.
    void company(const RoutedRequest& request, const Reply& reply);
    void answer_company(const std::string& guest, const Reply& reply);
    void change_company(const RoutedRequest& request, const ChangeCompanyBody& body, const Reply& reply);
    void find_guest(const Person& person, const ChangeCompanyBody& body, const Reply& reply,
                    const std::function<void(const TableGuest&)>& go_on);
    void change_tie(const Person& person, const std::string& other, PeopleAct act, const Reply& reply);
    void report(const Person& person, const TableGuest& whom, const std::string& reason, const Reply& reply);
    // Bot accounts, in http_bots.cpp.
    void bots(const RoutedRequest& request, const Reply& reply);
    void answer_bots(const std::string& guest, const std::string& token, const Reply& reply);
    void change_bots(const RoutedRequest& request, const ChangeBotsBody& body, const Reply& reply);
    void make_bot(const std::string& owner, const Token& token, const std::string& name, const Reply& reply);
    void make_bot_token(const std::string& owner, const std::string& bot, const std::string& name, const Reply& reply);
    void end_bot_token(const std::string& owner, const BotAccount& bot, const std::string& id, const Reply& reply);
    void delete_bot(const std::string& owner, const BotAccount& bot, const Reply& reply);
    // The host's page, in http_host.cpp.
    struct HostDeed;
    [[nodiscard]] bool is_host(const std::string& key) const;
    void host(const RoutedRequest& request, const HostBody& body, const Reply& reply);
    static Expected<HostDeed> host_deed(const HostBody& body);
    static Expected<Write> decide_deed(Store& store, const HostDeed& deed, std::int64_t at);
    void close_table(const HostDeed& deed, const Reply& reply);
    void show_desk(const Reply& reply);
    // Letters, in http_mail.cpp: an address that is confirmed, and the way back into an account.
    void set_mail(const RoutedRequest& request, const SetMailBody& body, const Reply& reply);
    void confirm_mail(const RoutedRequest& request, const ConfirmMailBody& body, const Reply& reply);
    void forget_mail(const RoutedRequest& request, const Reply& reply);
    void cancel_change(const RoutedRequest& request, const CancelChangeBody& body, const Reply& reply);
    /// Tells the address that was confirmed before a change how to undo it.
    void tell_of_change(const Change& change, const std::string& what, const std::string& link);
    void recover(const RoutedRequest& request, const RecoverBody& body, const Reply& reply);
    void finish_recovery(const RoutedRequest& request, const FinishRecoveryBody& body, const Reply& reply);
    /// However many accounts and addresses ask for it: few letters of a kind go to one recipient.
    bool may_write_to(std::string_view kind, std::string_view recipient);
    /// `disposition` is inline to be shown, attachment to be kept as a file.
    void answer_record(const RoutedRequest& request, const std::string& disposition, const Reply& reply);
    HttpResponse file(const HttpRequest& request);
    // Names, in http_names.cpp.
    void rename(const RoutedRequest& request, const RenameBody& body, const Reply& reply);
    void make_token(const RoutedRequest& request, const TokenBody& body, const Reply& reply);
    void claim(const RoutedRequest& request, const ClaimBody& body, const Reply& reply);
    /// Whoever has a password already must know it to set another; that ends every other session.
    void change_password(const HttpRequest& request, const Account& account, const std::string& name,
                         const std::string& password, const std::string& old, const Reply& reply);
    void keep_password(const HttpRequest& request, const Account& account, const std::string& name,
                       const std::string& password, const Reply& reply);
    void login(const RoutedRequest& request, const LoginBody& body, const Reply& reply);
    void bring_seats(const HttpRequest& request, const GuestRow& to,
                     const std::function<void(const Expected<void>&)>& done);
    void logout(const RoutedRequest& request, const Reply& reply);
    void logout_everywhere(const RoutedRequest& request, const Reply& reply);
    /// With this token as the cookie; empty: without.
    HttpResponse about(const Account& account, const std::string& token);
    /// The sender as a player of a deal that counts once for each device. A client without the cookie of a device is
    /// one device with all others of its address.
    static Person player_of(const RoutedRequest& request);
    [[nodiscard]] std::string cookie(std::string_view name, const std::string& value, bool forget) const;

    // Guesses at passwords, in http_guesses.cpp.
    /// Passwords are expensive on purpose: few may be tried from one address. Returns the seconds to wait, or 0.
    std::int64_t wait_for_password(const std::string& address);
    /// Runs `work` in the thread of passwords, then `then` in the loop; or replies that too many passwords wait.
    template <class Work, class Then>
    void in_password_thread(const HttpRequest& request, const Reply& reply, Work work, Then then) {
        const auto asked = guesses_.recent(request.address, std::chrono::steady_clock::now());
        password_thread_.ask(asked, std::move(work), std::move(then), [reply] { reply(many_passwords()); });
    }
    static HttpResponse many_passwords();
    /// Checks a password of an account and goes on with whether it fits; or replies that the account pauses. `budget`
    /// names whose wrong guesses count together.
    void check_password(const HttpRequest& request, const std::string& budget, const std::optional<std::string>& hash,
                        const std::string& password, const Reply& reply, const std::function<void(bool)>& then);
    /// The guesses at this name count together, but a device on which this account logged in before has its own count.
    [[nodiscard]] std::string budget_of_login(const HttpRequest& request, const std::string& name,
                                              const std::optional<Account>& account) const;
    /// Guesses of a client that is logged in as this guest.
    static std::string budget_of_session(const std::string& guest) { return "session " + guest; }
    /// The device knows this account from now on.
    HttpResponse on_known_device(HttpResponse response, const Account& account, const HttpRequest& request) const;

    Shard& shard_;
    People& people_;
    Lists& lists_;
    GuessLimits guesses_;
    GuessLimits host_guesses_;                           ///< at the host's key: guesses at passwords do not use them up
    std::unordered_map<std::string, Bucket> reporters_;  ///< by address
    std::unordered_map<std::string, Bucket> letters_;    ///< by kind and recipient
    std::unordered_set<std::string> exporting_;          ///< guests
    StaticFiles files_;
    bool secure_cookies_;
    std::string metrics_token_;
    std::string host_key_;  ///< empty: there is no host's page
    PasswordThread password_thread_;
};

}  // namespace springtide::server
