#include "server/accounts/bans.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>

#include "core/json_writer.hpp"
#include "core/text.hpp"
#include "protocol/json_fields.hpp"
#include "server/accounts/host_desk.hpp"

namespace springtide::server {

namespace {

constexpr int mapped_bits = 96;  // of an IPv4 address inside an IPv6 one
constexpr int fewest_bits_4 = 8;
constexpr int fewest_bits_6 = 16;
constexpr std::string_view range_start = "range ";

std::optional<AddressRange> address_from_text(std::string_view text) {
    AddressRange range;
    const std::string address(text);
    std::array<unsigned char, 4> four{};
    if (::inet_pton(AF_INET, address.c_str(), four.data()) == 1) {
        range.bytes[10] = range.bytes[11] = 0xFF;
        std::ranges::copy(four, range.bytes.begin() + 12);
        return range;
    }
    if (::inet_pton(AF_INET6, address.c_str(), range.bytes.data()) != 1) return std::nullopt;
    return range;
}

bool is_mapped(const AddressRange& range) {
    return std::all_of(range.bytes.begin(), range.bytes.begin() + 10, [](unsigned char byte) { return byte == 0; }) &&
           range.bytes[10] == 0xFF && range.bytes[11] == 0xFF;
}

bool is_over(std::int64_t until, std::int64_t now) { return until != 0 && until <= now; }

}  // namespace

bool AddressRange::contains(const AddressRange& one) const {
    const auto whole = static_cast<std::ptrdiff_t>(bits / 8);
    if (!std::equal(bytes.begin(), bytes.begin() + whole, one.bytes.begin())) return false;
    if (bits % 8 == 0) return true;
    const auto mask = static_cast<unsigned char>(0xFFU << (8 - bits % 8));
    const auto at = static_cast<std::size_t>(whole);
    return (bytes[at] & mask) == (one.bytes[at] & mask);
}

std::optional<AddressRange> range_from_text(std::string_view text) {
    const auto slash = text.find('/');
    auto range = address_from_text(text.substr(0, slash));
    if (!range || slash == std::string_view::npos) return range;
    const auto bits = parse_int(text.substr(slash + 1));
    const bool is_four = is_mapped(*range);
    if (!bits || *bits < (is_four ? fewest_bits_4 : fewest_bits_6) || *bits > (is_four ? 32 : 128)) return std::nullopt;
    range->bits = static_cast<int>(*bits) + (is_four ? mapped_bits : 0);
    return range;
}

NoteRow note_of(const Ban& ban, const char* kind) {
    JsonWriter json;
    json.begin_object().key("name").value(ban.name).key("why").value(ban.why).key("until").value(ban.until);
    return {.guest = host_guest, .kind = kind, .key = ban.target, .at = ban.at, .body = json.end_object().take()};
}

std::optional<Ban> ban_from(const NoteRow& note) {
    boost::system::error_code error;
    const auto body = boost::json::parse(note.body, error);
    if (error || !body.is_object()) return std::nullopt;
    const Fields fields(body.get_object());
    return Ban{.target = note.key,
               .name = fields.text("name").value_or(""),
               .why = fields.text("why").value_or(""),
               .until = fields.number("until").value_or(0),
               .at = note.at};
}

void Bans::use(const std::vector<NoteRow>& bans, const std::vector<NoteRow>& mutes) {
    banned_.clear();
    muted_.clear();
    ranges_.clear();
    for (const NoteRow& note : bans) {
        const auto ban = ban_from(note);
        if (!ban) continue;
        if (!ban->target.starts_with(range_start))
            banned_[ban->target] = ban->until;
        else if (const auto range = range_from_text(std::string_view(ban->target).substr(range_start.size())))
            ranges_.emplace_back(*range, ban->until);
    }
    for (const NoteRow& note : mutes)
        if (const auto mute = ban_from(note)) muted_[mute->target] = mute->until;
}

bool Bans::holds(const Until& all, const std::string& key, std::int64_t now) {
    const auto found = all.find(key);
    return found != all.end() && !is_over(found->second, now);
}

bool Bans::forbids(const std::string& guest, const Origin& origin, std::string_view address, std::int64_t now) const {
    if (banned_.empty() && ranges_.empty()) return false;
    if (!guest.empty() && holds(banned_, "guest " + guest, now)) return true;
    if (!origin.device.empty() && holds(banned_, "device " + origin.device, now)) return true;
    if (!origin.address.empty() && holds(banned_, "address " + origin.address, now)) return true;
    if (ranges_.empty()) return false;
    const auto one = address_from_text(address);
    return one && std::ranges::any_of(ranges_, [&](const auto& range) {
               return range.first.contains(*one) && !is_over(range.second, now);
           });
}

bool Bans::mutes(const std::string& guest, std::int64_t now) const { return holds(muted_, guest, now); }

}  // namespace springtide::server
