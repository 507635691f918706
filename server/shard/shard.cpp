#include "server/shard/shard.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "core/text.hpp"
#include "protocol/server_reasons.hpp"
#include "server/accounts/company.hpp"
#include "server/accounts/host_desk.hpp"
#include "server/base/measures.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t clubs_hall = 0;             // which HTTP asks: club nights are looked after there
constexpr std::int64_t beats_between_looks = 10;  // at bots' games, should a message of another node be lost

/// What Prometheus calls these things everywhere.
std::string process_metrics() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto micros = [](const timeval& time) { return time.tv_sec * 1'000'000LL + time.tv_usec; };
    const auto cpu = static_cast<double>(micros(usage.ru_utime) + micros(usage.ru_stime)) / 1e6;
    std::int64_t pages = 0;
    std::int64_t resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    return "# HELP process_cpu_seconds_total time this process spent on processors\n# TYPE process_cpu_seconds_total "
           "counter\nprocess_cpu_seconds_total " +
           std::to_string(cpu) +
           "\n# HELP process_resident_memory_bytes memory in use\n# TYPE process_resident_memory_bytes gauge\n"
           "process_resident_memory_bytes " +
           std::to_string(resident * ::sysconf(_SC_PAGESIZE)) + "\n";
}

/// What the store says about opening a table.
struct Opening {
    bool may_watch = true;
    std::int64_t events = 0;
};

/// A closed table of thousands of events is not opened for a stranger: its first event and the lists say enough. Only
/// the table itself knows who was asked to leave.
bool might_watch(Store& store, const std::string& table, const std::string& guest) {
    const auto row = store.room(table);
    if (!row || !*row || (*row)->phase == enum_name(Phase::open)) return true;
    const auto first = store.events(table, 0, 1);
    if (!first || first->empty()) return true;
    const auto created = from_stored(first->front());
    const auto* what = created ? std::get_if<TableCreated>(&created->what) : nullptr;
    if (what == nullptr) return true;
    const auto setup = setup_from_log(what->setup);
    if (!setup || setup->spectators || setup->host == guest) return true;
    const auto seat = store.seat_of(table, guest);
    return !seat || *seat >= 0;
}

/// Whether everybody may read the record of a game, or why nobody may yet. A game whose deal others still play is
/// closed to all, and open to all afterwards.
Expected<bool> is_open_to_all(Store& store, const std::string& table) {
    const auto row = store.room(table);
    if (!row) return std::unexpected(row.error());
    if (!*row) return refuse(server_reason("no_such_table"));
    if ((*row)->phase != enum_name(Phase::over)) return refuse(server_reason("record_not_yet"));
    const SharedDeal deal = shared_deal((*row)->summary);
    if (deal.day && *deal.day >= day_of(now_ms())) return refuse(server_reason("daily_sealed"));
    if (deal.duplicate.empty()) return deal.day.has_value();
    const auto log = store.club(deal.duplicate);
    if (!log) return std::unexpected(log.error());
    const auto set = DuplicateSet::load(deal.duplicate, *log);
    if (set && !set->is_over()) return refuse(server_reason("duplicate_sealed"));
    return true;
}

}  // namespace

Shard::Shard(Loop& loop, ShardStores stores, ShardSettings settings, ShardGroup* group)
    : own_group_(group == nullptr
                     ? std::make_unique<ShardGroup>(std::move(stores.writer), settings.rates, settings.bots)
                     : nullptr),
      group_(group == nullptr ? *own_group_ : *group),
      loop_(loop),
      number_(group_.add(*this, loop)),
      settings_(std::move(settings)),
      pusher_(group_.limits),
      reads_(loop, std::move(stores.reader), std::move(stores.more_readers)),
      keeper_(loop, std::move(stores.keeper)),
      commits_(loop, group_.writer, std::chrono::milliseconds(settings_.gather_milliseconds)),
      people_(reads_, commits_),
      lists_(reads_),
      calls_(loop, reads_, commits_, {.public_url = settings_.public_url, .sender = settings_.sender}),
      tables_(loop, reads_, commits_, std::move(stores.loader), pusher_),
      presence_tracker_(loop, tables_, pusher_, keeper_),
      online_(
          loop, keeper_, group_.connected,
          [this](const std::string& guest, const std::string& other) { return people_.handle_of(guest, other); },
          [this](const std::string& guest) {
              online_.changed(guest);
              in_every_other([guest](Shard& other) { other.online_.changed(guest); });
          }),
      bot_streams_(lists_, group_.bot_accounts, settings_.bot_accounts),
      caretaker_(
          loop, tables_, keeper_, commits_,
          {.data = settings_.data,
           .free_megabytes = settings_.free_megabytes,
           .keep_empty_hours = settings_.keep_empty_hours,
           .keep_finished_days = settings_.keep_finished_days,
           .keep_clubs_days = settings_.keep_clubs_days},
          {.bots = group_.bots, .outages = group_.outages, .owns = [this](const std::string& id) { return owns(id); }}),
      heartbeat_(stores.heart ? std::make_unique<Heartbeat>(loop, std::move(stores.heart)) : nullptr) {
    if (heartbeat_) heartbeat_->on_lost([this] { lost_lease(); });
    tables_.settle_from(settings_.rating_opponents);
    people_.on_ended_sessions([this](const std::vector<EndedSession>& ended) {
        in_every_other([ended](Shard& other) { other.people_.dismiss(ended); });
    });
    tables_.on_club_result([this](const std::string& club) {  // the next round may be due
        in(clubs_hall, [club](Shard& shard) { shard.look_at_club(club, [](const Expected<Club>&) {}); });
    });
    tables_.on_change([this](const Room& room) {
        note_waiting(room);
        tell_bots(room);
    });
    tables_.on_missed_turn([this](const Room& room, Seat seat) {
        if (const auto turn = missed_turn(room, seat)) calls_.call(*turn);
    });
    caretaker_.use({.on_beat =
                        [this](std::int64_t beats) {
                            refresh_waiting_tables(beats);
                            presence_tracker_.beat(beats);
                            online_.beat(beats);
                            if (beats % beats_between_looks == 0) bot_streams_.look_at_all();
                        },
                    .on_chores = [this] { look_for_news(); },
                    .on_forgotten =
                        [this](const std::string& table) {
                            matchmaker_.forget(table);
                            bot_streams_.forget_table(table);
                        }});
}

Shard::~Shard() { *alive_ = false; }

Expected<void> Shard::open() {
    if (heartbeat_)
        if (auto joined = heartbeat_->open(); !joined) return joined;
    if (auto opened = people_.open(); !opened) return opened;
    const auto daily_key = keeper_.ask_and_wait([](Store& store) { return key_of(store, "daily_key"); });
    if (!daily_key) return std::unexpected(daily_key.error());
    daily_.emplace(*daily_key);
    const auto bans = keeper_.ask_and_wait(read_bans);
    if (!bans) return std::unexpected(bans.error());
    use_bans(*bans);
    if (number_ == 0)
        if (auto read = caretaker_.read_outages(); !read) return read;
    if (auto opened = caretaker_.open(); !opened) return opened;
    note_listed(keeper_.ask_and_wait(read_listed));
    if (number_ == 0)
        if (const auto moves = keeper_.ask_and_wait(unfinished_moves); moves && !moves->empty())
            loop_.post([this, moves = *moves] { finish_moves(moves); });
    return {};
}

/// Clients that connect again are shown every table as the log has it.
void Shard::lost_lease() {
    caretaker_.let_all_go();
    const auto clients = people_.everybody();
    for (Client* client : clients) client->send_back("this server stood still for a while; connect again");
}

/// Keys may be replaced, sessions ended and tables opened by other processes.
void Shard::look_for_news() {
    struct News {
        Expected<People::News> people;
        std::vector<Listed> listed;  // tables that wait, where other nodes make some
        Expected<BanNotes> bans;
    };
    const auto read = [since = people_.news_since()](Store& store) {
        return News{.people = People::read_news(store, since),
                    .listed = store.is_shared() ? read_listed(store) : std::vector<Listed>(),
                    .bans = store.is_shared() ? read_bans(store) : std::unexpected(Error())};
    };
    keeper_.ask(read, [this](const News& news) {
        if (tables_.is_closing()) return;
        if (news.people) people_.hear(*news.people);
        note_listed(news.listed);
        if (news.bans) use_bans(*news.bans);
    });
}

Expected<Shard::BanNotes> Shard::read_bans(Store& store) {
    constexpr int most = 10'000;
    auto bans = store.notes(host_guest, note_kinds::ban, most);
    if (!bans) return std::unexpected(bans.error());
    auto mutes = store.notes(host_guest, note_kinds::mute, most);
    if (!mutes) return std::unexpected(mutes.error());
    return BanNotes{.bans = std::move(*bans), .mutes = std::move(*mutes)};
}

/// Disconnects everybody who is banned now.
void Shard::use_bans(const BanNotes& notes) {
    bans_.use(notes.bans, notes.mutes);
    std::vector<Client*> banned;
    for (Client* client : people_.everybody())
        if (bans_.forbids(client->person.guest, client->person.origin, client->address, now_ms()))
            banned.push_back(client);
    for (Client* client : banned) client->dismiss(std::string(server_reason("banned").sentence));
}

/// The answer comes only when every shard knows.
void Shard::reload_bans(const std::function<void()>& done) {
    keeper_.ask(read_bans, [this, done](const Expected<BanNotes>& notes) {
        if (notes) {
            use_bans(*notes);
            in_every_other([notes = *notes](Shard& other) { other.use_bans(notes); });
        }
        if (done) done();
    });
}

void Shard::bans_changed(const std::function<void()>& done) {
    reload_bans(done);
    tell_nodes("bans");
}

void Shard::close_table(const std::string& table, const std::string& why,
                        const std::function<void(Expected<void>)>& done) {
    const auto set_aside = [table, why](Store& store) -> Expected<void> {
        const auto last = store.last_seq(table);
        if (!last) return std::unexpected(last.error());
        if (*last == 0) return refuse(server_reason("no_such_table"));
        return store.set_aside(table, "closed by the host: " + why);
    };
    keeper_.ask(set_aside, [this, table, done](const Expected<void>& closed) {
        if (closed) {
            shut(table);
            tell_others("shut " + table);
        }
        done(closed);
    });
}

void Shard::shut(const std::string& table) {
    matchmaker_.forget(table);
    tables_.shut(table);
}

void Shard::rewrite(const std::string& table, const Tables::Rewrite& make, const std::function<void(bool)>& done) {
    const auto ask = [table, make](Shard& home, const std::function<void(bool)>& answer) {
        home.tables_.rewrite(table, make, [&home, table, answer](bool is_done) {
            if (is_done) home.tell_others("rewritten " + table);
            answer(is_done);
        });
    };
    ask_owner<bool>(table, ask, done);
}

void Shard::told(const std::string& node, std::string_view words) {
    constexpr std::string_view blocks = "blocks ";
    constexpr std::string_view shut = "shut ";
    constexpr std::string_view rewritten = "rewritten ";
    constexpr std::string_view bots = "bots ";
    constexpr std::string_view friends = "friends ";
    if (words == "bans") return reload_bans();
    if (words.starts_with(shut)) return this->shut(std::string(words.substr(shut.size())));
    if (words.starts_with(rewritten)) return tables_.was_rewritten(std::string(words.substr(rewritten.size())));
    if (words.starts_with(blocks)) return read_blocks(std::string(words.substr(blocks.size())));
    if (words.starts_with(bots))
        for (const std::string_view bot : split(words.substr(bots.size()), ' ')) bot_streams_.look(std::string(bot));
    if (words.starts_with(friends))
        for (const std::string_view guest : split(words.substr(friends.size()), ' ')) read_friends(std::string(guest));
    if (words.starts_with(bots) || words.starts_with(friends) || online_.heard(node, words)) return;
    presence_tracker_.heard(node, words);
}

void Shard::blocks_changed(const std::string& guest) {
    read_blocks(guest);
    tell_nodes("blocks " + guest);
}

void Shard::read_blocks(const std::string& guest) {
    const PayerScope server(Payer{});  // in one order, whoever asked: the last list counts
    reads_.ask([guest](Store& store) { return read_blocked(store, guest); },
               [this, guest](const Expected<std::set<std::string>>& blocked) {
                   if (!blocked) return;
                   const auto shared = std::make_shared<const std::set<std::string>>(*blocked);
                   use_blocks(guest, shared);
                   in_every_other([guest, shared](Shard& other) { other.use_blocks(guest, shared); });
               });
}

void Shard::use_blocks(const std::string& guest, const std::shared_ptr<const std::set<std::string>>& blocked) {
    for (Client* client : people_.everybody())
        if (client->person.guest == guest) client->blocked = blocked;
    for (const auto& [original, remote] : remotes_)
        if (remote->person.guest == guest) remote->blocked = blocked;
}

void Shard::may_open(const std::string& table, const Person& person, bool looks,
                     const std::function<void(Expected<void>)>& done) {
    tables_.is_open(table) ? done({}) : pay_for_opening(table, person, looks, done);
}

void Shard::pay_for_opening(const std::string& table, const Person& person, bool looks,
                            const std::function<void(Expected<void>)>& done) {
    const auto read = [table, guest = person.guest, looks](Store& store) -> Expected<Opening> {
        if (looks && !might_watch(store, table, guest)) return Opening{.may_watch = false};
        const auto events = store.last_seq(table);
        if (!events) return std::unexpected(events.error());
        return Opening{.may_watch = true, .events = *events};
    };
    reads_.ask(read, [this, address = person.origin.address, done](const Expected<Opening>& opening) {
        if (!opening) return done(std::unexpected(opening.error()));
        if (!opening->may_watch) return done(refuse(server_reason("no_spectators")));
        // The longest table costs half of what an address may open at once, so that it can be opened at all.
        const double cost = std::min(static_cast<double>(opening->events), settings_.rates.opened.at_once / 2);
        if (!group_.limits.take(address, Cost::opened, std::chrono::steady_clock::now(), cost))
            return done(refuse(server_reason("address_acts_fast")));
        done({});
    });
}

void Shard::look(const std::string& table, const std::function<void(Expected<const Room*>)>& done) {
    tables_.when_stored(table, [this, table, done] {
        const auto found = tables_.entry(table);
        found ? done((*found)->room.get()) : done(std::unexpected(found.error()));
        tables_.forget_soon_if_idle(table);
    });
}

void Shard::find_guest(const std::string& table, const Person& person, const FindGuest& find, const GuestFound& done) {
    const auto ask = [table, person, find](Shard& home, const GuestFound& answer) {
        home.may_open(table, person, true, [&home, table, person, find, answer](const Expected<void>& allowed) {
            if (!allowed) return answer(std::unexpected(allowed.error()));
            home.look(table, [person, find, answer](const Expected<const Room*>& room) {
                if (!room) return answer(std::unexpected(room.error()));
                if (!(*room)->may_watch(person)) return answer(refuse(server_reason("no_spectators")));
                answer(find(**room));
            });
        });
    };
    ask_owner<Expected<TableGuest>>(table, ask, done);
}

/// Asks first whether this person may read the record. A long record takes long to write, so that is done in the thread
/// that folds tables: a finished game changes no more, and its log says all of it.
void Shard::record(const std::string& table, const Person& person, const RecordDone& done) {
    const auto ask = [this, table, person, done](const Expected<bool>& readable) {
        if (!readable) return done(std::unexpected(readable.error()));
        const bool is_open = *readable;
        pay_for_opening(table, person, !is_open, [this, table, person, is_open, done](const Expected<void>& allowed) {
            if (allowed) return make_record(table, person, is_open, done);
            const bool is_stranger = allowed.error().code == ErrorCode::forbidden;
            done(std::unexpected(is_stranger ? error_of(server_reason("record_of_others")) : allowed.error()));
        });
    };
    reads_.ask([table](Store& store) { return is_open_to_all(store, table); }, ask);
}

void Shard::make_record(const std::string& table, const Person& person, bool is_open, RecordDone done) {
    const auto make = [person, is_open](const Expected<std::unique_ptr<Room>>& room) -> Expected<std::string> {
        if (!room) return std::unexpected(room.error());
        if (!is_open && !(*room)->may_watch(person)) return refuse(server_reason("record_of_others"));
        if ((*room)->phase() != Phase::over || (*room)->table() == nullptr) {
            if (const auto whole = (*room)->check_whole(); !whole) return std::unexpected(whole.error());
            return refuse(server_reason("record_not_yet"));
        }
        return (*room)->record();
    };
    tables_.read(table, [this, alive = alive_, make,
                         done = std::move(done)](const Expected<std::unique_ptr<Room>>& room) mutable {
        loop_.post([alive, text = make(room), done = std::move(done)] {
            if (*alive) done(text);
        });
    });
}

void Shard::stop_watching(const ClientPtr& client, const std::string& table) {
    auto* entry = tables_.find(table);
    if (entry == nullptr) return;
    entry->audience.remove(client);
    presence_tracker_.changed(table);
    if (entry->room && entry->room->setup().quick && entry->room->phase() == Phase::open &&
        entry->room->setup().clock.kind == ClockKind::live && entry->room->seat_of(client->person.guest))
        free_seats_later(table);
    tables_.forget_if_idle(table);
}

std::vector<Figure> Shard::figures() const {
    const auto loaded =
        std::ranges::count_if(tables_.all(), [](const auto& one) { return one.second.room != nullptr; });
    return {
        {"requests_total", "counter", "requests over WebSocket", counts_.requests},
        {"refusals_total", "counter", "requests that were refused", counts_.refusals},
        {"events_total", "counter", "events stored", tables_.counts().events},
        {"pushes_total", "counter", "pushes sent", pusher_.counts.pushes},
        {"whole_pushes_total", "counter", "pushes that tell the whole view", pusher_.counts.whole_pushes},
        {"presence_pushes_total", "counter", "pushes that only tell who is there", pusher_.counts.presence_pushes},
        {"friend_pushes_total", "counter", "pushes that tell that a friend came or went", online_.frames()},
        {"conflicts_total", "counter", "events for which another node was first", tables_.counts().conflicts},
        {"leases_lost_total", "counter", "times that other nodes took the tables of this one, which stood still",
         heartbeat_ ? heartbeat_->losses() : 0},
        {"failures_total", "counter", "events the store did not take", tables_.counts().failures},
        {"bot_moves_total", "counter", "actions of bots", caretaker_.counts().bot_moves},
        {"chores_total", "counter", "times the server looked for what there is to do by itself",
         caretaker_.counts().chores},
        {"tables_forgotten_total", "counter", "tables that were deleted for their age", caretaker_.counts().forgotten},
        {"clients", "gauge", "open WebSockets", static_cast<std::int64_t>(people_.connected())},
        {"tables_known", "gauge", "tables that somebody watches or that wait for a clock or a bot",
         std::ssize(tables_.all())},
        {"tables_damaged", "gauge", "tables that are closed because their log cannot be read (springtide check)",
         static_cast<std::int64_t>(tables_.damaged())},
        {"tables_loading", "gauge", "those of them whose log is being folded",
         static_cast<std::int64_t>(tables_.loading())},
        {"tables_loaded", "gauge", "those of them that do not rest", loaded},
        {"calls_pushed_total", "counter", "calls back to a table that a push service took", calls_.counts().pushes},
        {"letters_total", "counter", "letters that the mail server took", calls_.counts().letters},
        {"calls_failed_total", "counter", "calls and letters that nobody took", calls_.counts().failed},
        {"events_waiting", "gauge", "events that wait for the store", static_cast<std::int64_t>(tables_.unstored())},
    };
}

void Shard::measure(const std::function<void(const std::vector<Figure>&)>& done) { add_figures({}, 0, done); }

/// One shard after the other, each in its own thread; then `done` where it was asked for.
void Shard::add_figures(std::vector<Figure> sum, std::size_t shard,
                        const std::function<void(const std::vector<Figure>&)>& done) {
    if (shard == group_.shards()) return done(sum);
    in(shard, [sum = std::move(sum), shard, number = number_, done](Shard& other) {
        auto all = other.figures();
        for (std::size_t i = 0; i < sum.size(); ++i) all[i].value += sum[i].value;
        other.in(number, [all, shard, done](Shard& back) { back.add_figures(all, shard + 1, done); });
    });
}

void Shard::metrics(const std::function<void(const std::string&)>& done) {
    measure([this, done](const std::vector<Figure>& figures) {
        std::string text;
        for (const Figure& one : figures) text += figure_text(one.name, one.type, one.help, one.value);
        const auto add = [&](std::string_view name, std::string_view type, std::string_view help, auto value) {
            text += figure_text(name, type, help, value);
        };
        const auto thinking = group_.bots.load();
        add("bots_waiting", "gauge", "bots that wait for their turn to think", thinking.waiting);
        add("bots_thinking", "gauge", "bots that think now", thinking.thinking);
        add("bot_thinking_seconds_total", "counter", "time that bots thought",
            static_cast<double>(thinking.thought_ms) / 1e3);
        add("disk_low", "gauge", "1 while no new tables are made for lack of disk", caretaker_.disk_is_low() ? 1 : 0);
        add("addresses_known", "gauge", "addresses whose budgets are remembered", group_.limits.size());
        add("commits_total", "counter", "commits of the store", group_.writer.commits());
        add("store_healthy", "gauge", "1 while the store accepts writes", caretaker_.is_healthy() ? 1 : 0);
        done(text + loop_.metrics() + process_metrics() + measures().text());
    });
}

}  // namespace springtide::server
