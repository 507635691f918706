#include "arena/league.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

#include "arena/runner.hpp"
#include "core/json_writer.hpp"
#include "core/random.hpp"
#include "files/files.hpp"
#include "protocol/json_fields.hpp"

namespace springtide::arena {

namespace {

std::string number_text(double number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.9g", number);
    return text.data();
}

/// Sorts the options, so that the order on the command line does not matter.
OptionTexts in_order(OptionTexts options) {
    std::ranges::sort(options);
    return options;
}

/// Plays one block: so many deals, each from every seat, by several threads. The sums do not depend on who is first.
class Block {
  public:
    Block(const std::vector<std::size_t>& table, std::uint64_t first_deal, std::uint64_t deals)
        : table_(table), first_deal_(first_deal), ends_(deals * table.size()) {}

    void play(std::vector<std::unique_ptr<Runner>>& runners, const std::atomic<bool>& stop) {
        std::vector<std::jthread> threads;
        for (const auto& runner : runners) threads.emplace_back([&] { work(*runner, stop); });
    }

    /// Nothing if it was stopped on the way.
    [[nodiscard]] std::optional<RatedBlock> result() const {
        RatedBlock block{
            .table = table_, .shares = std::vector<double>(table_.size()), .games = static_cast<double>(ends_.size())};
        for (std::size_t game = 0; game < ends_.size(); ++game) {
            if (!ends_[game]) return std::nullopt;
            for (std::size_t place = 0; place < table_.size(); ++place)
                block.shares[place] += ends_[game]->share[seat_of(place, game)] / block.games;
        }
        return block;
    }

    /// The reason of the first forfeit.
    [[nodiscard]] std::string complaint() const {
        for (const auto& end : ends_)
            if (end && end->forfeited_by) return end->complaint;
        return {};
    }

  private:
    /// All contestants move one seat further with every game of a deal.
    [[nodiscard]] std::size_t seat_of(std::size_t place, std::size_t game) const {
        return (place + game) % table_.size();
    }

    void work(Runner& runner, const std::atomic<bool>& stop) {
        for (std::size_t game = next_++; game < ends_.size() && !stop; game = next_++) {
            Seating seating{.deal = first_deal_ + game / table_.size(),
                            .turn = static_cast<Seat>(game % table_.size())};
            for (std::size_t place = 0; place < table_.size(); ++place)
                seating.contestants[seat_of(place, game)] = table_[place];
            ends_[game] = runner.play(seating, stop);
        }
    }

    const std::vector<std::size_t>& table_;
    std::uint64_t first_deal_;
    std::vector<std::optional<GameEnd>> ends_;  ///< by game; each is written by one thread
    std::atomic<std::size_t> next_ = 0;
};

}  // namespace

League::League(const LeaguePlan& plan, std::string file)
    : plan_(plan), file_(std::move(file)), seconds_(plan.members.size()), games_(plan.members.size()) {
    plan_.options = in_order(plan_.options);
}

Expected<League> League::open(const LeaguePlan& plan, const std::string& file) {
    League league(plan, file);
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return league;
    const auto text = read_file(file);
    if (!text) return std::unexpected(text.error());
    std::string_view rest = *text;
    for (std::size_t number = 1;; ++number) {
        const auto end = rest.find('\n');
        if (end == std::string_view::npos) break;
        if (const auto done = league.read(std::string(rest.substr(0, end)), number); !done)
            return std::unexpected(done.error());
        rest.remove_prefix(end + 1);
    }
    if (!rest.empty())  // the last line was being written when the machine stopped
        std::filesystem::resize_file(file, text->size() - rest.size(), error);
    if (error) return fail(ErrorCode::unavailable, "cannot write " + file + ": " + error.message());
    return league;
}

Expected<void> League::read(const std::string& line, std::size_t number) {
    const auto broken = [&](const std::string& why) {
        return fail(ErrorCode::bad_request,
                    file_ + ": line " + std::to_string(number) + " is not a block of a league: " + why);
    };
    const auto value = parse_json(line);
    if (!value) return broken(value.error().message);
    const auto* object = value->if_object();
    if (object == nullptr) return broken("it is not an object");
    const auto field = [&](std::string_view name) { return object->if_contains(name); };
    const auto* game = field("game");
    const auto* options = field("options");
    const auto* table = field("table");
    const auto* shares = field("shares");
    const auto* deals = field("deals");
    const auto* seconds = field("seconds");
    for (const auto* each : {game, options, table, shares, deals, seconds})
        if (each == nullptr) return broken("it needs game, options, table, shares, deals and seconds");
    if (!game->is_string() || !options->is_object() || !table->is_array() || !shares->is_array() ||
        !deals->is_number() || !seconds->is_number() || table->get_array().size() != shares->get_array().size())
        return broken("a field has the wrong form");
    RatedBlock block;
    double sum = 0;
    for (const auto& share : shares->get_array()) {
        if (!share.is_number() || share.to_number<double>() < 0) return broken("a share is no number, or below 0");
        sum += block.shares.emplace_back(share.to_number<double>());
    }
    const auto played = deals->to_number<double>();
    const auto took = seconds->to_number<double>();
    if (!(std::abs(sum - 1) < 1e-6) || !(played >= 1 && played < 1e12) || !(took >= 0))
        return broken("its figures cannot be");
    OptionTexts given;
    for (const auto& [name, option] : options->get_object())
        if (option.is_string()) given.emplace_back(std::string(name), std::string(option.get_string()));
    bool ours = game->get_string() == plan_.game && in_order(given) == plan_.options &&
                static_cast<int>(block.shares.size()) == plan_.players;
    for (const auto& name : table->get_array()) {
        if (!name.is_string()) return broken("a name at the table is no text");
        const auto found = std::ranges::find(plan_.members, std::string_view(name.get_string()), &Contestant::name);
        ours = ours && found != plan_.members.end();
        block.table.push_back(static_cast<std::size_t>(found - plan_.members.begin()));
    }
    if (!ours) return {};
    block.games = played * plan_.players;
    add(std::move(block), took);
    return {};
}

void League::add(RatedBlock block, double seconds) {
    for (const std::size_t member : block.table) {
        seconds_[member] += seconds / plan_.players;
        games_[member] += block.games;
    }
    blocks_.push_back(std::move(block));
}

Expected<void> League::write(const RatedBlock& block, double seconds) const {
    JsonWriter json;
    json.begin_object().key("game").value(plan_.game).key("options").begin_object();
    for (const auto& [name, value] : plan_.options) json.key(name).value(value);
    json.end_object().key("table").begin_array();
    for (const std::size_t member : block.table) json.value(plan_.members[member].name);
    json.end_array().key("shares").begin_array();
    for (const double share : block.shares) json.raw(number_text(share));
    json.end_array()
        .key("deals")
        .raw(number_text(block.games / plan_.players))
        .key("seconds")
        .raw(number_text(seconds));
    return append_to_file(file_, json.end_object().take() + "\n");
}

LeagueTable League::table() const {
    LeagueTable table;
    table.ratings = Ratings::fit(plan_.members.size(), blocks_);
    for (std::size_t member = 0; member < plan_.members.size(); ++member)
        table.rows.push_back({.member = member, .rating = table.ratings.of(member)});
    for (const RatedBlock& block : blocks_) {
        table.deals += static_cast<std::uint64_t>(block.games) / static_cast<std::uint64_t>(plan_.players);
        for (auto& row : table.rows)
            if (std::ranges::find(block.table, row.member) != block.table.end())
                row.games += static_cast<std::uint64_t>(block.games);
    }
    std::ranges::stable_sort(table.rows, std::ranges::greater{}, [](const auto& row) { return row.rating.value; });
    for (std::size_t place = 0; place + 1 < table.rows.size(); ++place)
        table.rows[place].to_next =
            answer_to(table.ratings.difference(table.rows[place].member, table.rows[place + 1].member), plan_.equal);
    if (plan_.question)
        table.question =
            answer_to(table.ratings.difference(plan_.question->first, plan_.question->second), plan_.equal);
    return table;
}

bool LeagueTable::settled(const LeaguePlan& plan) const {
    if (plan.question) return question != Answer::open;
    return std::ranges::none_of(rows.begin(), rows.end() - 1,
                                [](const Row& row) { return row.to_next == Answer::open; });
}

double League::cost(const std::vector<std::size_t>& table) const {
    double known = 0;
    double seats = 0;
    for (std::size_t member = 0; member < games_.size(); ++member)
        if (games_[member] > 0) {
            known += seconds_[member] / games_[member];
            ++seats;
        }
    double cost = 1e-6;  // a contestant without games is assumed to cost as much as the others
    for (const std::size_t member : table)
        cost += games_[member] > 0 ? seconds_[member] / games_[member] : seats > 0 ? known / seats : 1;
    return cost;
}

std::optional<std::vector<std::size_t>> League::next() const {
    const LeagueTable known = table();
    if (known.settled(plan_)) return std::nullopt;
    std::vector<std::pair<std::size_t, std::size_t>> questions;
    if (plan_.question) questions.push_back(*plan_.question);
    for (std::size_t place = 0; !plan_.question && place + 1 < known.rows.size(); ++place)
        if (known.rows[place].to_next == Answer::open)
            questions.emplace_back(known.rows[place].member, known.rows[place + 1].member);
    std::optional<std::vector<std::size_t>> best;
    double most = -1;
    Random lot(fold(fold_text(0x1EA6E, plan_.game), blocks_.size()));
    for (const auto& [a, b] : questions) {
        std::vector<std::size_t> table = {a, b};
        while (static_cast<int>(table.size()) < plan_.players)
            table.push_back(lot.below(static_cast<std::uint32_t>(plan_.members.size())));
        double gain = 0;
        for (const auto& [c, d] : questions)
            gain += known.ratings.gain(c, d, table, static_cast<double>(plan_.block) * plan_.players);
        gain /= cost(table);
        if (gain > most) {
            most = gain;
            best = table;
        }
    }
    return best;
}

Expected<void> League::run(const std::atomic<bool>& stop, const Progress& progress) {
    const auto now = [] { return std::chrono::steady_clock::now(); };
    const auto since = [&](auto moment) { return std::chrono::duration<double>(now() - moment).count(); };
    const auto begun = now();
    Plan plan;
    plan.game = plan_.game;
    plan.players = plan_.players;
    plan.options = plan_.options;
    plan.contestants = plan_.members;
    plan.seed = "league";
    plan.answer_limit = plan_.answer_limit;
    std::vector<std::unique_ptr<Runner>> runners;
    for (unsigned i = 0; i < std::max(plan_.threads, 1U); ++i) {
        auto runner = make_runner(plan);
        if (!runner) return std::unexpected(runner.error());
        runners.push_back(std::move(*runner));
    }
    double before = 0;  // every block has deals of its own, also after it was taken up again
    for (const RatedBlock& block : blocks_) before += block.games / plan_.players;
    for (std::uint64_t played = 0; played < plan_.most && !stop;) {
        const auto table = next();
        if (!table) break;
        if (progress) progress(this->table(), *table);
        const auto begun_block = now();
        const std::uint64_t deals = std::min(plan_.block, plan_.most - played);
        Block block(*table, static_cast<std::uint64_t>(before) + played, deals);
        block.play(runners, stop);
        const auto result = block.result();
        if (!result) break;  // half a block is not written: its deals come again
        if (const std::string complaint = block.complaint(); !complaint.empty())
            return fail(ErrorCode::bad_request, complaint);
        const double spent = since(begun_block) * static_cast<double>(runners.size());
        if (auto written = write(*result, spent); !written) return written;
        add(*result, spent);
        played += deals;
        if (plan_.seconds > 0 && since(begun) > plan_.seconds) break;
    }
    return {};
}

}  // namespace springtide::arena
