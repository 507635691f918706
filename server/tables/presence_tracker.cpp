#include "server/tables/presence_tracker.hpp"

#include <utility>

#include "core/text.hpp"

namespace springtide::server {

namespace {

constexpr std::size_t most_told_at_once = 256;  // tables, in one turn of the loop
constexpr std::size_t longest_words = 6000;     // of one message to other nodes
constexpr std::int64_t beats_between_signs = 3;
// The messages between nodes: "= table here away", "? table" and "alive"; seats as bits.
constexpr std::string_view says = "=";
constexpr std::string_view asks = "?";
constexpr std::string_view lives = "alive";

}  // namespace

PresenceTracker::PresenceTracker(Loop& loop, Tables& tables, Pusher& pusher, StoreThread& store)
    : loop_(loop), tables_(tables), pusher_(pusher), store_(store) {}

void PresenceTracker::wait() {
    if (std::exchange(waits_, true)) return;
    loop_.after(pause_ms, [this, alive = alive_] {
        if (!*alive) return;
        waits_ = false;
        tell_some();
    });
}

void PresenceTracker::changed(const std::string& table) {
    changed_.insert(table);
    wait();
}

/// Sends a limited number of tables in one turn of the loop: after a restart all clients come at once.
void PresenceTracker::tell_some() {
    for (std::size_t told = 0; told < most_told_at_once && !changed_.empty(); ++told) {
        const std::string table = std::move(changed_.extract(changed_.begin()).value());
        if (auto* entry = tables_.find(table)) entry->audience.tell_presence(table, pusher_);
        if (store_.is_shared()) say_presence(table, false);
    }
    send_said();
    if (!changed_.empty()) wait();
}

void PresenceTracker::say_presence(const std::string& table, bool again) {
    const auto* entry = tables_.find(table);
    const Presence now = entry != nullptr ? entry->audience.connected() : Presence();
    const auto before = said_.find(table);
    if ((before != said_.end() ? before->second : Presence()) == now && !again) return;
    if (now == Presence())
        said_.erase(table);
    else
        said_[table] = now;
    say(std::string(says) + " " + table + " " + std::to_string(now.here.bits()) + " " +
        std::to_string(now.away.bits()));
}

void PresenceTracker::say(std::string words) {
    to_say_.push_back(std::move(words));
    wait();
}

void PresenceTracker::send_said() {
    const auto said = std::exchange(to_say_, {});
    std::string words;
    const auto send = [&] {
        if (words.empty()) return;
        store_.ask([words](Store& store) { return store.tell_others(words); }, [](const Expected<void>&) {});
        words.clear();
    };
    for (const std::string& one : said) {
        if (words.size() + one.size() > longest_words) send();
        words += (words.empty() ? "" : " ") + one;
    }
    send();
}

void PresenceTracker::watched(const std::string& table) {
    changed(table);
    if (!store_.is_shared()) return;
    auto* entry = tables_.find(table);
    if (entry == nullptr || !entry->audience.ask_elsewhere()) return;
    say(std::string(asks) + " " + table);
    loop_.after(pause_ms + answer_ms, [this, alive = alive_, table] {
        if (!*alive) return;
        auto* asked = tables_.find(table);
        if (asked == nullptr) return;
        asked->audience.had_answers();
        changed(table);
    });
}

void PresenceTracker::heard(const std::string& node, std::string_view words) {
    heard_at_[node] = beats_;
    const auto all = split(words, ' ');
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i] == asks && i + 1 < all.size()) {
            const std::string table(all[++i]);
            if (said_.contains(table)) say_presence(table, true);
        } else if (all[i] == says && i + 3 < all.size()) {
            const std::string table(all[i + 1]);
            const auto here = parse_int(all[i + 2]);
            const auto away = parse_int(all[i + 3]);
            i += 3;
            auto* entry = tables_.find(table);
            if (entry == nullptr || !here || !away || *here < 0 || *away < 0 || *here > 63 || *away > 63) continue;
            const Presence there{.here = SeatSet::from_bits(static_cast<std::uint8_t>(*here)),
                                 .away = SeatSet::from_bits(static_cast<std::uint8_t>(*away))};
            if (entry->audience.set_elsewhere(node, there)) changed(table);
        }
    }
}

void PresenceTracker::ask_again() {
    if (!store_.is_shared()) return;
    for (const auto& [table, entry] : tables_.all()) {
        if (entry.audience.empty()) continue;
        say(std::string(asks) + " " + table);
        if (said_.contains(table)) say_presence(table, true);
    }
}

void PresenceTracker::beat(std::int64_t beats) {
    beats_ = beats;
    if (!store_.is_shared() || beats % beats_between_signs != 0) return;
    say(std::string(lives));
    std::vector<std::string> silent;
    for (const auto& [node, at] : heard_at_)
        if (beats - at > beats_of_silence) silent.push_back(node);
    for (const std::string& node : silent) {
        heard_at_.erase(node);
        for (const auto& [table, entry] : tables_.all())
            if (tables_[table].audience.set_elsewhere(node, {})) changed(table);
    }
}

}  // namespace springtide::server
