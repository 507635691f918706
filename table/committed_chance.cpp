#include "table/committed_chance.hpp"

#include <algorithm>

namespace springtide {

namespace {

constexpr std::size_t longest_contribution = 64;

Digest key_of(const Digest& secret, std::string_view table, const std::vector<std::string>& contributions) {
    std::string message = "springtide chance 1\n" + std::string(table) + "\n";
    for (const auto& contribution : contributions) message += contribution + "\n";
    return hmac_sha256(secret, message);
}

}  // namespace

CommittedChance::CommittedChance(const Digest& secret, std::string_view table,
                                 const std::vector<std::string>& contributions)
    : key_(key_of(secret, table, contributions)) {}

std::string CommittedChance::commitment(const Digest& secret) {
    return to_hex(sha256({reinterpret_cast<const char*>(secret.data()), secret.size()}));
}

std::string CommittedChance::contribution_commitment(std::string_view table, int seat, std::string_view contribution) {
    return to_hex(sha256("springtide contribution 1\n" + std::string(table) + "\n" + std::to_string(seat) + "\n" +
                         std::string(contribution) + "\n"));
}

Random CommittedChance::for_event(std::uint32_t number) const {
    const Digest digest = hmac_sha256(key_, "event " + std::to_string(number));
    std::array<std::uint64_t, 4> words{};
    for (std::size_t i = 0; i < digest.size(); ++i) words[i / 8] = (words[i / 8] << 8U) | digest[i];
    return Random(words);
}

bool is_short_contribution(std::string_view text) { return text.size() <= longest_contribution; }
bool is_printing(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace springtide
