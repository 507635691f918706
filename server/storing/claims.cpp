#include "server/storing/claims.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "server/base/look_alike.hpp"
#include "server/identity/identity.hpp"

namespace springtide::server {

namespace {

constexpr const char* fact_name = "claims";
constexpr std::size_t page = 1000;
// No name has these characters, so no claim that looks like a name begins with them.
constexpr char kept = '\x01';
constexpr char passing = '\x02';  ///< a claim between two others

/// The spelling of a name that looks like one claimed before.
std::string kept_spelling(std::string_view name) {
    std::string claim(1, kept);
    for (const char c : name) claim += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return claim;
}

Expected<std::vector<GuestRow>> all_claimed(Store& store) {
    std::vector<GuestRow> all;
    for (;;) {
        auto more = store.claimed_guests(all.empty() ? "" : all.back().id);
        if (!more) return std::unexpected(more.error());
        if (more->empty()) return all;
        std::ranges::move(*more, std::back_inserter(all));
    }
}

Expected<void> write_claims(Store& store, const std::vector<GuestRow>& rows) {
    for (std::size_t from = 0; from < rows.size(); from += page) {
        std::vector<Write> batch(std::min(page, rows.size() - from));
        for (std::size_t i = 0; i < batch.size(); ++i) batch[i].moved_guest = rows[from + i];
        const auto written = store.write(batch);
        if (!written) return std::unexpected(written.error());
        for (std::size_t i = 0; i < batch.size(); ++i)
            if ((*written)[i] == WriteOutcome::conflict)
                return fail(ErrorCode::unavailable, "the claim of the name " + rows[from + i].name +
                                                        " cannot be renewed; another server may be changing it");
    }
    return {};
}

}  // namespace

bool is_claim_of(std::string_view claim, std::string_view name) {
    return claim == claim_of(name) || claim == kept_spelling(name);
}

Expected<std::optional<GuestRow>> owner_of_name(Store& store, std::string_view name) {
    if (const auto loaded = load_characters(); !loaded) return std::unexpected(loaded.error());
    auto owner = store.guest_by_claim(kept_spelling(name));
    if (!owner || *owner) return owner;
    return store.guest_by_claim(claim_of(name));
}

Expected<void> renew_claims(Store& store) {
    const std::string version = "UTS 39, Unicode " + characters_version();
    const auto known = store.fact(fact_name);
    if (!known) return std::unexpected(known.error());
    if (*known == version) return {};
    auto rows = all_claimed(store);
    if (!rows) return std::unexpected(rows.error());
    if (!rows->empty())
        if (const auto loaded = load_characters(); !loaded) return std::unexpected(loaded.error());
    // The plain spelling keeps the name: of two accounts that look alike, the other one was made to look so.
    const auto is_plain = [](const GuestRow& row) {
        return std::ranges::all_of(row.name, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    };
    std::ranges::stable_partition(*rows, is_plain);
    std::set<std::string> taken;
    std::vector<GuestRow> before;
    std::vector<GuestRow> after;
    for (GuestRow& row : *rows) {
        std::string claim = claim_of(row.name);
        if (!taken.insert(claim).second) claim = kept_spelling(row.name);
        if (claim == *row.claimed) continue;
        row.claimed = passing + row.id;  // two rows may exchange their claims
        before.push_back(row);
        row.claimed = claim;
        after.push_back(std::move(row));
    }
    if (auto done = write_claims(store, before); !done) return done;
    if (auto done = write_claims(store, after); !done) return done;
    std::vector<Write> fact(1);
    fact[0].facts = {{fact_name, version}};
    const auto written = store.write(fact);
    return written ? Expected<void>() : std::unexpected(written.error());
}

}  // namespace springtide::server
