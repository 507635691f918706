#include "table/verify.hpp"

#include <algorithm>
#include <optional>

#include "core/text.hpp"
#include "notation/reasons.hpp"
#include "table/committed_chance.hpp"
#include "table/games.hpp"
#include "table/record.hpp"

namespace springtide {

namespace {

std::optional<std::string> tag(const Record& record, std::string_view name) {
    const auto found = std::ranges::find_if(record.tags, [&](const auto& tag) { return tag.first == name; });
    if (found == record.tags.end()) return std::nullopt;
    return found->second;
}

/// The chance a record claims to have been played with.
Expected<CommittedChance> claimed_chance(const Record& record) {
    const auto table = tag(record, "Table");
    const auto commitment = tag(record, "Commitment");
    const auto secret_hex = tag(record, "Secret");
    if (!table || !commitment || !secret_hex) return refuse(reason_of("no_proof"));
    const auto secret = digest_from_hex(*secret_hex);
    if (!secret) return refuse(reason_of("bad_secret"));
    if (CommittedChance::commitment(*secret) != *commitment) return refuse(reason_of("forged_secret"));
    std::vector<std::string> contributions;
    for (int seat = 0; seat < record.players; ++seat) {
        auto contribution = tag(record, "Contribution" + std::to_string(seat));
        if (!contribution) return refuse(reason_of("no_contribution"), {{"seat", seat}});
        contributions.push_back(std::move(*contribution));
    }
    return CommittedChance(*secret, *table, contributions);
}

}  // namespace

Expected<Verified> verify_record(std::string_view text) {
    const auto record = parse_record(text);
    if (!record) return std::unexpected(record.error());
    const auto chance = claimed_chance(*record);
    if (!chance) return std::unexpected(chance.error());
    Verified verified{.chance_events = 0, .commitment = *tag(*record, "Commitment"), .result = record->result};
    const auto follows_from_secret = [&](const Table& before, const Record::Line& line) -> Expected<void> {
        if (!line.by.is_chance() || !before.to_act().chance) return {};
        const auto number = static_cast<std::uint32_t>(verified.chance_events++);
        const std::string due = before.draw_chance(chance->for_event(number));
        if (due == line.action) return {};
        return refuse(reason_of("forged_line"),
                      {{"line", line.line}, {"text", printable(line.action)}, {"due", printable(due)}});
    };
    if (const auto played = play_record(*record, follows_from_secret); !played) return std::unexpected(played.error());
    return verified;
}

}  // namespace springtide
