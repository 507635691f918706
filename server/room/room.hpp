#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "protocol/room_records.hpp"
#include "server/identity/bot_names.hpp"
#include "server/identity/person.hpp"
#include "server/identity/table_guest.hpp"
#include "server/limits/fair_queue.hpp"
#include "server/messages/room_enums.hpp"
#include "server/messages/room_setup.hpp"
#include "server/room/block_list.hpp"
#include "server/room/room_bounds.hpp"
#include "server/room/room_event.hpp"
#include "table/committed_chance.hpp"
#include "table/table.hpp"

namespace springtide::server {

/// A device that requests access to another player's seat.
struct Asking {
    std::string guest;
    Origin origin;
};

/// A seat at a table.
struct Chair {
    SeatKind kind = SeatKind::open;
    std::string level;                ///< of a bot
    std::string name;                 ///< of a person
    std::string key;                  ///< reserved: opens the seat, once; taken: lets another device ask
    std::vector<std::string> guests;  ///< the person, by the device that sat down and those it let in
    std::vector<Origin> origins;      ///< of these
    std::unique_ptr<Asking> asking;   ///< until the first device answers; seldom, so it takes no room otherwise
    std::string contribution;
    std::string commitment;  ///< to the contribution; empty where it came openly, without one
    bool shown = false;      ///< the contribution is here
    bool ready = false;
    bool asked = false;           ///< to play again, or invited; they have not answered yet
    bool bot_substitute = false;  ///< a bot plays until the person returns
    bool muted = false;
    bool resigned = false;
    bool removed = false;      ///< by the host
    bool gave_up = false;      ///< the host who removed a player in the middle of a game
    bool has_claimed = false;  ///< the name was protected when the player said that they are ready
    bool has_come = false;     ///< has been at the table since the server set the seat for them
    std::int64_t bank = 0;     ///< milliseconds left besides those of each move
    std::int64_t since = -1;   ///< when it became this seat's turn; -1 if it is not
    std::int64_t played_since =
        -1;                        ///< `since` and `bank` as they stood before the last action: taken back, it gives no
    std::int64_t bank_before = 0;  ///< time, as if it had never been played
    std::int64_t used = 0;         ///< how long that action took
    std::string player;            ///< the guest who sat here when the game began: whose rating it is
    int own_actions = 0;
    int bot_actions = 0;  ///< made for the person, whose time was up or who was away

    /// A program has this seat, or an invitation to it.
    [[nodiscard]] bool is_bot_account() const { return !guests.empty() && server::is_bot_account(guests.front()); }
};

/// A time that can be, in milliseconds since 1970.
bool is_time(std::int64_t at);
std::optional<std::int64_t> time_from_text(std::string_view text);
/// Can a table be made of it?
Expected<void> check_setup(const RoomSetup& setup);

/// 64 bits that stand for the message of a guest; never 0.
std::uint64_t message_mark(std::string_view guest, std::string_view message);

/// A table by link: seats, talk, clocks and the game. It is the fold of its events and does nothing by itself: no
/// socket, no disk, no time but that of the events.
class Room {
  public:
    explicit Room(std::string id) : id_(std::move(id)) {}
    /// The room as far as its log can be read. If that is not all of it, damage() says so; only a log without events
    /// makes no room.
    static Expected<std::unique_ptr<Room>> load(std::string id, const std::vector<StoredEvent>& log);
    /// The next part of its log, or why its event seq() + 1 cannot be read; then the room is of no use any more,
    /// because that event may have happened by half.
    Expected<void> fold_log(std::span<const StoredEvent> log);

    /// The first event of the log that cannot be read.
    struct Damage {
        std::int64_t seq = 0;
        std::string why{};  ///< for the host of the server; players do not see it
    };
    /// Makes the room read-only: it shows its past, no event can happen any more, and no seat is to act.
    void close_for(Damage damage) { damage_ = std::move(damage); }
    [[nodiscard]] const std::optional<Damage>& damage() const { return damage_; }
    /// The refusal that players get at a damaged table.
    [[nodiscard]] Expected<void> check_whole() const;

    /// The event that a request would cause, or the reason to refuse it; changes nothing.
    Expected<RoomEvent> decide(const struct TableChange& change, const Person& person) const;
    /// Whether this person may ask for what only these may.
    [[nodiscard]] Expected<void> may(Who who, const Person& person) const;
    /// Makes it happen. A game's action is checked here, by the rules; with `drawing`, chance events that follow are
    /// drawn and noted in the event, otherwise they are taken from it. A refusal changes nothing.
    Expected<void> fold(RoomEvent& event, bool drawing);

    [[nodiscard]] const std::string& id() const { return id_; }
    [[nodiscard]] const RoomSetup& setup() const { return setup_; }
    [[nodiscard]] const std::vector<Chair>& chairs() const { return chairs_; }
    [[nodiscard]] std::int64_t seq() const { return seq_; }
    [[nodiscard]] Phase phase() const { return phase_; }
    [[nodiscard]] const Table* table() const { return table_.get(); }
    [[nodiscard]] std::optional<Seat> seat_of(std::string_view guest) const;
    [[nodiscard]] bool may_watch(const Person& person) const;
    /// The first event of the next table of the same people, at this person's request; they move one
    /// seat on, and each seat gets a new key. Seats of players who have blocked this person stay
    /// open.
    [[nodiscard]] RoomEvent rematch_created(const Person& person, const std::set<std::string>& not_asked = {}) const;
    /// The sequence number of what this guest's message did, if it came before.
    [[nodiscard]] std::optional<std::int64_t> done_before(std::string_view guest, std::string_view message) const;
    /// True if something that `room` of a push tells changed after this event.
    [[nodiscard]] bool room_changed_after(std::int64_t seq) const { return room_changed_at_ > seq; }
    /// True if it runs and needs a server even without connected clients: for bots, or for a clock.
    [[nodiscard]] bool needs_care() const;
    /// When a server must do something here by itself: 0 never, 1 at once, else the time.
    [[nodiscard]] std::int64_t due() const;
    /// The name that goes into the chance of this table: its own, or that of the shared deal.
    [[nodiscard]] std::string chance_name() const;
    /// When the table was made.
    [[nodiscard]] std::int64_t made_at() const { return made_at_; }
    /// When the last event happened.
    [[nodiscard]] std::int64_t at() const { return at_; }

    /// True while a person is expected to play on: not if all are bots, or people for whom bots play, unless others
    /// wait for the result.
    [[nodiscard]] bool is_played_by_people() const;
    /// For whom the bots of this table think: its host.
    [[nodiscard]] Payer payer() const { return {.person = setup_.host, .address = host_origin_.address}; }
    /// A bot that has to act now, and its level.
    [[nodiscard]] std::optional<std::pair<Seat, std::string>> bot_to_act() const;
    /// Every seat is taken and ready: the players now show the contributions to which they committed.
    [[nodiscard]] bool is_showing() const;
    /// The person whose time runs out first, and when.
    [[nodiscard]] std::optional<std::pair<Seat, std::int64_t>> deadline() const;
    [[nodiscard]] bool has_clock() const { return setup_.clock.kind != ClockKind::none; }

    /// The winners, by the rules or by resignation; empty while it runs or when it was ended by agreement.
    [[nodiscard]] SeatSet winners() const;
    /// True if every seat was a different person with a protected name and an origin of their own when the game began.
    /// Then the result may change ratings, and nothing is taken back.
    [[nodiscard]] bool is_rated() const { return is_rated_; }
    /// True if two players may well be one person: they came with the same device, or from the same place.
    [[nodiscard]] bool is_of_one_origin() const;
    /// True if the server set this guest's seat, and they have not been at the table yet. Their clock waits a while.
    [[nodiscard]] bool awaits(std::string_view guest) const;
    /// How it ended, once it is over.
    [[nodiscard]] std::optional<Ending> ending() const { return ending_; }
    /// The table of the rematch, once there is one.
    [[nodiscard]] const std::string& rematch() const { return rematch_; }
    /// Places of the seats when it is over, 0 the best; equal numbers share a place.
    [[nodiscard]] std::vector<int> places() const;
    /// True if this player missed the game: left and did not return, or let bots play more than a quarter.
    /// They come last, whatever result the bot reached.
    [[nodiscard]] bool is_absent(Seat seat) const;
    /// True if a player gave up before all had acted a few times: hardly a game.
    [[nodiscard]] bool is_hardly_played() const;

    /// The guest's role at the table: a seat, or a spectator.
    [[nodiscard]] Observer observer_of(std::string_view guest) const;
    /// The observer's view of the game and its legal actions, as a JSON object; the game leaves a room only here,
    /// through Table::view, and in lines that this observer may read.
    [[nodiscard]] std::string state(Observer observer) const;
    /// True if an observer with the state at event `since` can receive the rest as events.
    [[nodiscard]] bool folds_since(std::int64_t since) const { return whole_at_ <= since; }
    /// The seats that must act now, if a game is running.
    [[nodiscard]] SeatSet acting() const { return is_running() ? table_->to_act().seats : SeatSet(); }
    /// For an observer that folds events over its state at `since`, when `acted` were to act: its legal actions now, as
    /// far as they may have changed.
    [[nodiscard]] std::string choices(Observer observer, std::int64_t since, SeatSet acted) const;
    /// A push for this guest, with everything said after `since`. `state` is what state() or choices() gives.
    struct PushForm {
        bool rows = false;        ///< events as rows of records, not in sentences
        bool named = true;        ///< says which table it is of
        bool in_step = false;     ///< for an observer with the complete state at `since`, which folds the rest
        bool knows_room = false;  ///< already has the parts that never change in the room
        bool anew = false;        ///< the observer must drop earlier messages: some of them were changed since
        const std::set<std::string>* unheard = nullptr;  ///< guests whose talk is left out
    };
    [[nodiscard]] std::string push(std::string_view guest, std::int64_t since, bool with_room, std::int64_t now,
                                   std::string_view state, PushForm form) const;
    /// The messages and lines of chat before this event, the last page of them. The points if the
    /// game ended now, by kind, as far as this guest knows; `null` for games that do not compute
    /// them.
    [[nodiscard]] std::string standing(std::string_view guest) const;
    [[nodiscard]] std::string history(std::string_view guest, std::int64_t before, const PushForm& form) const;
    /// The person on a seat, or who said something, for blocks and reports. Their marks never leave the server.
    [[nodiscard]] Expected<TableGuest> who_sits(std::int64_t seat) const;
    [[nodiscard]] Expected<TableGuest> who_said(std::int64_t seq) const;
    /// The number of chat lines up to this event.
    [[nodiscard]] std::int64_t lines_until(std::int64_t seq) const;
    /// For lists.
    [[nodiscard]] RoomRow row() const;
    /// Whose seats this event, which was folded last, gave or took: for the lists of their tables.
    [[nodiscard]] std::vector<SeatRow> seat_rows(const RoomEvent& event) const;
    /// The whole game with its proof; only when it is over.
    [[nodiscard]] std::string record() const;

  private:
    /// Something that happened. There are hundreds of them at every table: hence packed into 16 bytes.
    class Told {
      public:
        Told(std::int64_t seq, const Event& what, bool is_of_room)
            : event(what), marks_(static_cast<std::uint32_t>(seq) << 1U | (is_of_room ? 1U : 0U)) {}
        [[nodiscard]] std::int64_t seq() const { return marks_ >> 1U; }
        [[nodiscard]] bool of_room() const { return (marks_ & 1U) != 0; }  ///< and not of the game

        Event event;  ///< of the game; of the room: RoomHappening, seat, and the number of its name

      private:
        std::uint32_t marks_;  ///< no table has two thousand million events (RoomBounds)
    };
    static_assert(sizeof(Told) == 16);
    struct Talk {
        std::int64_t seq;
        std::string guest;
        std::string name;
        std::string text;
        std::string origin;
    };
    /// A vote of all players: takeback or end.
    struct Vote {
        Seat by = 0;
        SeatSet agreed{};
    };

    /// Can this be what happened next?
    [[nodiscard]] Expected<void> check_event(const RoomEvent& event) const;
    // The effect of each kind of event; kinds that chance may follow learn whether to draw it.
    Expected<void> happen(const RoomEvent& event, const TableCreated& what);
    Expected<void> happen(const RoomEvent& event, const PlayerJoined& what);
    Expected<void> happen(const RoomEvent& event, const DeviceAsked& what);
    Expected<void> happen(const RoomEvent& event, const DeviceAdmitted& what);
    Expected<void> happen(const RoomEvent& event, const DeviceRefused& what);
    Expected<void> happen(const RoomEvent& event, const OtherDevicesRemoved& what);
    Expected<void> happen(const RoomEvent& event, const PlayerLeft& what);
    Expected<void> happen(const RoomEvent& event, const SeatChanged& what);
    Expected<void> happen(const RoomEvent& event, const PlayerInvited& what);
    Expected<void> happen(const RoomEvent& event, PlayerReady& what, bool drawing);
    Expected<void> happen(const RoomEvent& event, ContributionShown& what, bool drawing);
    Expected<void> happen(const RoomEvent& event, ActionPlayed& what, bool drawing);
    Expected<void> happen(const RoomEvent& event, TimeoutPlayed& what, bool drawing);
    Expected<void> happen(const RoomEvent& event, const ChoiceWithdrawn& what);
    Expected<void> happen(const RoomEvent& event, const ChoiceRetracted& what);
    Expected<void> happen(const RoomEvent& event, const ActionUndone& what);
    Expected<void> happen(const RoomEvent& event, const TakebackVote& what);
    Expected<void> happen(const RoomEvent& event, const EndVote& what);
    Expected<void> happen(const RoomEvent& event, const PlayerResigned& what);
    Expected<void> happen(const RoomEvent& event, const BotSubstituted& what);
    Expected<void> happen(const RoomEvent& event, const SpectatorMuted& what);
    Expected<void> happen(const RoomEvent& event, const PlayerMuted& what);
    Expected<void> happen(const RoomEvent& event, const SpectatorRemoved& what);
    Expected<void> happen(const RoomEvent& event, const PlayerRemoved& what);
    Expected<void> happen(const RoomEvent& event, const PlayerMoved& what);
    Expected<void> happen(const RoomEvent& event, const ChatSaid& what);
    Expected<void> happen(const RoomEvent& event, const RematchMade& what);
    Expected<void> happen(const RoomEvent& event, const ClocksResumed& what);

    void let_in(Chair& chair, const std::string& guest, const Origin& origin);
    void leave(Chair& chair, const std::string& new_secret);
    [[nodiscard]] std::vector<Origin> neighbours_of(std::optional<Seat> seat) const;
    Expected<void> start_if_all_shown(std::vector<std::string>& chance, bool drawing);
    Expected<void> start(std::vector<std::string>& chance, bool drawing);
    void draw_anew(const std::string& secret);
    /// An action of this player, or of a bot because their time was up.
    struct Play {
        Seat seat;
        const std::string& action;
        std::int64_t at;
        bool timed_out;
    };
    Expected<void> play(const Play& play, std::vector<std::string>& chance, bool drawing);
    Expected<void> let_chance_act(std::vector<std::string>& chance, bool drawing);
    /// Returns the seat that started the vote, once all have agreed: then the vote is over.
    std::optional<Seat> vote(Seat seat, VoteAnswer answer, std::optional<Vote>& question, RoomHappening asks);
    void back_to(std::size_t length);
    void tell(RoomHappening happening, int seat, std::string name = {});
    void tell(const Story& story);
    void end(Ending how);
    void update_clocks(std::int64_t at);
    /// A player is at the table: the clock waits no longer.
    static void note_coming(Chair& chair, std::int64_t at);
    void note_turns(RoomEvent& event) const;
    void pause_clocks(std::int64_t from, std::int64_t to);
    /// Taking the last action back would be too late.
    [[nodiscard]] bool time_was_up(Seat seat, std::int64_t at) const;
    void resume_clock(Chair& chair);
    [[nodiscard]] std::string name_of(Seat seat) const;
    [[nodiscard]] const Talk* said_at(std::int64_t seq) const;
    [[nodiscard]] bool everybody_agreed(const Vote& question) const;
    [[nodiscard]] bool is_person(Seat seat) const;
    [[nodiscard]] bool is_running() const { return table_ && phase_ == Phase::running && !damage_; }
    [[nodiscard]] std::optional<std::size_t> last_play_of(Seat seat) const;

    // The event that a request would cause, after the check that this person may make it.
    using Decided = Expected<RoomEventBody>;
    struct Caller {
        const Person& person;
        std::optional<Seat> seat;  ///< there is one for `seated` and `player`
    };
    [[nodiscard]] Decided decide(const struct JoinRequest& request, const Caller& caller) const;
    [[nodiscard]] Decided decide(const struct DeviceRequest& request, const Caller& caller) const;
    [[nodiscard]] Decided decide(const struct LeaveRequest& request, const Caller& caller) const;
    [[nodiscard]] Decided decide(const struct InviteRequest& request, const Caller& caller) const;
    [[nodiscard]] Decided decide(const struct SeatRequest& request, const Caller& caller) const;
    [[nodiscard]] Decided decide(const struct ReadyRequest& request, const Caller& caller) const;
    [[nodiscard]] Decided decide(const struct ShowRequest& request, const Caller& caller) const;
    [[nodiscard]] Decided decide(const struct PlayRequest& request, const Caller& caller) const;
    [[nodiscard]] Decided decide(const struct RetractRequest& request, const Caller& caller) const;
    [[nodiscard]] Decided decide(const struct UndoRequest& request, const Caller& caller) const;
    [[nodiscard]] Decided decide(const struct TakebackRequest& request, const Caller& caller) const;
    [[nodiscard]] Decided decide(const struct EndRequest& request, const Caller& caller) const;
    [[nodiscard]] Decided decide(const struct ResignRequest& request, const Caller& caller) const;
    [[nodiscard]] Decided decide(const struct ChatRequest& request, const Caller& caller) const;
    [[nodiscard]] Decided decide(const struct MuteRequest& request, const Caller& caller) const;
    [[nodiscard]] Decided decide(const struct RemoveRequest& request, const Caller& caller) const;
    [[nodiscard]] Decided join_by_key(std::string_view key, const Person& person) const;
    [[nodiscard]] Expected<void> may_go_back() const;
    [[nodiscard]] Expected<void> may_end_early() const;
    /// Refuses if a bot plays for a player, who then cannot agree.
    [[nodiscard]] Expected<void> check_all_present() const;
    [[nodiscard]] bool begins_rated() const;
    static Expected<void> check_vote(VoteAnswer answer, const std::optional<Vote>& question);
    [[nodiscard]] Expected<Seat> seat_numbered(std::int64_t number) const;
    /// The seat or the spectator that the host speaks of.
    struct Concerned {
        std::optional<Seat> seat;
        const Talk* said = nullptr;  ///< their chat line, if the host refers to it
    };
    [[nodiscard]] Expected<Concerned> concerned(std::optional<std::int64_t> seat,
                                                std::optional<std::int64_t> said) const;

    void write_told(JsonWriter& json, Observer observer, std::size_t first, std::size_t last, bool rows) const;
    void write_page(JsonWriter& json, Observer observer, std::int64_t since, std::int64_t before, PushForm form) const;
    void write_room(JsonWriter& json, std::string_view guest, std::int64_t since, bool whole) const;
    void write_seats(JsonWriter& json, std::string_view guest) const;
    void write_clocks(JsonWriter& json, std::int64_t now) const;

    std::string id_;
    std::optional<Damage> damage_;
    RoomSetup setup_;
    Phase phase_ = Phase::open;
    std::vector<Chair> chairs_;
    std::unique_ptr<Table> table_;
    std::optional<CommittedChance> chance_;
    std::uint32_t drawn_ = 0;  ///< how many of them are chance
    RoomBounds bounds_;
    std::optional<Seat> may_undo_;    ///< the seat that may undo its last action without a vote
    std::vector<Told> told_;          ///< everything that happened, in order
    std::vector<std::string> names_;  ///< those that events of the room speak of
    std::int64_t whole_at_ = 0;       ///< when the game last changed in a way that no event tells: begun, or taken back
    std::vector<Talk> talk_;
    std::optional<Vote> takeback_;
    std::optional<Vote> end_vote_;
    BlockList blocked_;
    Origin host_origin_;
    std::set<std::string, std::less<>> muted_;  ///< spectators
    std::vector<std::uint64_t> messages_;       ///< the mark of each event's message, 0 where it had none
    std::optional<Ending> ending_;
    SeatSet resigned_winners_;
    std::string rematch_;
    std::int64_t seq_ = 0;
    std::int64_t made_at_ = 0;
    std::int64_t at_ = 0;
    bool is_rated_ = false;
    bool may_position_change_ = false;  ///< the last event of the game was more than one secret choice
    std::int64_t position_seq_ = 0;     ///< the last event that changed the position for all
    std::int64_t room_changed_at_ = 0;
    std::int64_t seats_changed_at_ = 0;  ///< the last change of seats
    std::int64_t committed_at_ = 0;      ///< to the secret of the dice
    std::int64_t asked_at_ = 0;          ///< when a question was last open, or answered
};

}  // namespace springtide::server
