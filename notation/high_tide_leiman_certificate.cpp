#include "notation/high_tide_leiman_certificate.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "notation/high_tide_leiman.hpp"

namespace springtide::high_tide_leiman {

namespace {

using Text = GameText<State>;

constexpr std::string_view title = "springtide certificate 1 high_tide_leiman";
constexpr std::string_view title_with_tiles = "springtide certificate 2 high_tide_leiman";
constexpr int most_tiles = 7;
constexpr char first_answer = '!';  ///< the first of the legal moves; each further one is the next character
constexpr std::size_t line_width = 100;

constexpr char sign_of(std::size_t index) { return static_cast<char>(first_answer + static_cast<int>(index)); }

/// The tiles and nothing else: the same for the same board, different for different ones.
std::string board_bytes(const State& state) {
    std::string bytes;
    const auto& [tiles, owned] = state.levels;
    for (std::size_t level = 0; tiles[level] != 0; ++level) {
        for (const Bits bits : {tiles[level], owned[seat_blue][level], owned[seat_pink][level]})
            for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<char>(bits >> shift));
    }
    return bytes;
}

enum class Flaw : std::uint8_t { none, missing_answer, illegal_answer, lost_ending, narrow_ending };

/// Goes through all rounds the loser can choose. A position of the winner that was met before needs no second answer.
class Walk {
  public:
    /// Which of the legal moves the winner answers with.
    using Answer = std::function<std::optional<std::size_t>(const State&, const State::ActionList&)>;
    Walk(Seat winner, int tiles, Answer answer) : winner_(winner), tiles_(tiles), answer_(std::move(answer)) {}

    Flaw from(const State& state) {
        if (state.phase == Phase::over) {
            ++checked_.endings;
            if (state.round_winner != winner_) return Flaw::lost_ending;
            const int ahead = visible(state, winner_) - visible(state, opponent(winner_));
            return ahead >= tiles_ ? Flaw::none : Flaw::narrow_ending;
        }
        const auto actions = legal_actions(state, state.mover);
        if (state.mover == winner_) {
            if (!met_.insert(board_bytes(state)).second) return Flaw::none;
            ++checked_.positions;
            const auto index = answer_(state, actions);
            if (!index) return Flaw::missing_answer;
            if (*index >= actions.size()) return Flaw::illegal_answer;
            return from(after(state, actions[*index]));
        }
        for (const Action action : actions)
            if (const Flaw flaw = from(after(state, action)); flaw != Flaw::none) return flaw;
        return Flaw::none;
    }
    [[nodiscard]] Checked checked() const { return checked_; }

  private:
    static State after(State state, Action action) {
        apply(state, state.mover, action);
        return state;
    }

    Seat winner_;
    int tiles_;
    Answer answer_;
    std::unordered_set<std::string> met_;
    Checked checked_;
};

std::unexpected<Error> broken(const std::string& why) { return fail(ErrorCode::bad_request, "the certificate " + why); }

/// A line of the text, taken from its front.
std::string_view take_line(std::string_view& text) {
    const auto end = text.find('\n');
    const auto line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

std::uint64_t sum_of(const Certificate& certificate) {
    const auto claim = certificate.winner + 2 * static_cast<std::uint64_t>(certificate.tiles);
    return fold_text(fold_text(claim, Text::position_text(certificate.position)), certificate.answers);
}

std::string hexadecimal(std::uint64_t number) {
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
    return {digits.data(), end};
}

}  // namespace

std::optional<Certificate> make_certificate(const State& position, Seat winner, const Answerer& answerer, int tiles) {
    Certificate made{.position = position, .winner = winner, .tiles = tiles, .answers = {}};
    made.position.options.stones = 1;  // a certificate is about one round
    made.position.stones = {};
    made.position.round = 1;
    const auto answer = [&](const State& state, const State::ActionList& actions) -> std::optional<std::size_t> {
        const auto action = answerer(state);
        if (!action) return std::nullopt;
        const auto index = static_cast<std::size_t>(std::ranges::find(actions, *action) - actions.begin());
        if (index < actions.size()) made.answers.push_back(sign_of(index));
        return index;
    };
    return Walk(winner, tiles, answer).from(made.position) == Flaw::none ? std::optional(made) : std::nullopt;
}

Expected<Checked> check(const Certificate& certificate) {
    std::size_t next = 0;
    const auto answer = [&](const State&, const State::ActionList&) -> std::optional<std::size_t> {
        if (next == certificate.answers.size()) return std::nullopt;
        return static_cast<std::size_t>(certificate.answers[next++] - first_answer);
    };
    Walk walk(certificate.winner, certificate.tiles, answer);
    switch (walk.from(certificate.position)) {
        case Flaw::missing_answer: return broken("has too few answers");
        case Flaw::illegal_answer: return broken("has an answer that is no legal move: answer " + std::to_string(next));
        case Flaw::lost_ending:
            return broken("leads to a round that its winner loses, after answer " + std::to_string(next));
        case Flaw::narrow_ending:
            return broken("leads to a round that is won by fewer tiles, after answer " + std::to_string(next));
        case Flaw::none: break;
    }
    if (next != certificate.answers.size()) return broken("has more answers than there are positions");
    return walk.checked();
}

std::string certificate_text(const Certificate& certificate) {
    std::string text = std::string(certificate.tiles > 0 ? title_with_tiles : title) + "\nposition " +
                       Text::position_text(certificate.position) + "\nwinner " +
                       Text::seat_name(certificate.position, certificate.winner) + "\n";
    if (certificate.tiles > 0) text += "tiles " + std::to_string(certificate.tiles) + "\n";
    text += "answers " + std::to_string(certificate.answers.size()) + "\n";
    for (std::size_t at = 0; at < certificate.answers.size(); at += line_width)
        text += certificate.answers.substr(at, line_width) + "\n";
    return text + "sum " + hexadecimal(sum_of(certificate)) + "\n";
}

Expected<Certificate> parse_certificate(std::string_view text) {
    const auto named = [&text](std::string_view name) -> std::optional<std::string_view> {
        const auto line = take_line(text);
        if (!line.starts_with(name) || line.size() <= name.size() || line[name.size()] != ' ') return std::nullopt;
        return line.substr(name.size() + 1);
    };
    const auto first_line = take_line(text);
    if (const auto line = first_line; line != title && line != title_with_tiles) {
        if (line.starts_with("springtide certificate ")) return broken("is of another version or another game");
        return fail(ErrorCode::bad_request,
                    "this is no certificate: the first line must be '" + std::string(title) + "'");
    }
    const auto position = named("position");
    if (!position) return broken("has no line 'position'");
    auto state = Text::parse_position(*position, {.stones = 1, .first = First::blue});
    if (!state) return std::unexpected(state.error());
    if (state->phase != Phase::moving) return broken("is about a round that is over");
    Certificate read{.position = *state, .winner = seat_blue, .tiles = 0, .answers = {}};
    const auto winner = named("winner");
    if (winner == Text::seat_name(*state, seat_pink))
        read.winner = seat_pink;
    else if (winner != Text::seat_name(*state, seat_blue))
        return broken("does not say who wins: 'winner blue' or 'winner pink'");
    if (first_line == title_with_tiles) {
        const auto tiles = named("tiles");
        if (!tiles || std::from_chars(tiles->data(), tiles->data() + tiles->size(), read.tiles).ec != std::errc() ||
            read.tiles < 1 || read.tiles > most_tiles)
            return broken("does not say by how many tiles: 'tiles 1' to 'tiles 7'");
    }
    const auto count = named("answers");
    std::size_t answers = 0;
    if (!count || std::from_chars(count->data(), count->data() + count->size(), answers).ec != std::errc())
        return broken("does not say how many answers it has");
    while (read.answers.size() < answers && !text.empty()) {
        const auto line = take_line(text);
        if (std::ranges::any_of(line, [](char c) { return c < first_answer || c > '~'; }))
            return broken("has an answer that is no printed character");
        read.answers += line;
    }
    if (read.answers.size() != answers)
        return broken("is cut: it has " + std::to_string(read.answers.size()) + " of " + std::to_string(answers) +
                      " answers");
    const auto sum = named("sum");
    if (!sum) return broken("is cut: it has no line 'sum'");
    if (*sum != hexadecimal(sum_of(read))) return broken("was changed: its sum does not fit");
    return read;
}

}  // namespace springtide::high_tide_leiman
