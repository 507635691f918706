#include "cli/play_session.hpp"

#include <algorithm>
#include <fstream>
#include <istream>
#include <ostream>

#include "bots/choose.hpp"
#include "core/text.hpp"
#include "table/record.hpp"

namespace springtide::cli {

namespace {

constexpr std::string_view clear_page = "\x1b[2J\x1b[H";
constexpr std::size_t line_width = 80;
constexpr std::size_t most_news = 12;

constexpr std::string_view help_text =
    "  3 or a1-b2   make a move, by its number or its notation\n"
    "  moves        list the moves\n"
    "  board        draw the table again\n"
    "  undo         take back your last move\n"
    "  hint         what a bot would do here\n"
    "  log          everything that happened so far\n"
    "  save FILE    write the game to a file; springtide play --resume FILE goes on\n"
    "  quit         leave\n";

int lines_of(std::string_view text) { return static_cast<int>(std::ranges::count(text, '\n')); }

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return "";
    return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

}  // namespace

PlaySession::PlaySession(std::unique_ptr<Table> table, std::vector<Chair> chairs, std::istream& in, std::ostream& out,
                         Style style)
    : table_(std::move(table)),
      chairs_(std::move(chairs)),
      in_(in),
      out_(out),
      style_(style),
      screen_(screen_of(table_->game().id)) {}

int PlaySession::people() const { return static_cast<int>(std::ranges::count_if(chairs_, &Chair::is_person)); }

std::string PlaySession::name(Seat seat) const {
    const Chair& chair = chairs_[seat];
    return table_->seat_name(seat) + (chair.is_person() ? "" : " (" + chair.bot + " bot)");
}

std::optional<Seat> PlaySession::person_to_act() const {
    for (const Seat seat : table_->to_act().seats)
        if (chairs_[seat].is_person()) return seat;
    return std::nullopt;
}

int PlaySession::run() {
    while (!table_->over()) {
        let_bots_act();
        const auto seat = person_to_act();
        if (!seat) continue;
        hand_over(*seat);
        show(*seat);
        if (ask(*seat) == Next::leave) return 0;
    }
    const std::string board = screen_.draw(*table_, Observer::all(), style_);
    const std::string points = screen_.final_table(*table_, style_);
    if (style_.clear_screen) out_ << clear_page;
    out_ << board;
    tell_news(style_.rows - 2 - lines_of(board) - lines_of(points));
    out_ << "\n" << points;
    return 0;
}

/// Bots choose before people where both choose at once: nobody learns anything from it.
void PlaySession::let_bots_act() {
    for (;;) {
        std::optional<Seat> bot;
        for (const Seat seat : table_->to_act().seats)
            if (!bot && !chairs_[seat].is_person()) bot = seat;
        if (!bot) return;
        const auto answer = choose(*table_, *bot, {.level = chairs_[*bot].bot, .milliseconds = {}, .seed = {}});
        if (!answer || !play(*bot, answer->action)) {
            out_ << "the bot has no answer" << (answer ? "" : ": " + answer.error().message) << "\n";
            return;
        }
        if (people() == 0) return;
    }
}

/// A privacy screen, where people share the keyboard and hands are secret.
void PlaySession::hand_over(Seat seat) {
    if (!screen_.has_secrets(*table_) || people() < 2 || at_keyboard_ == seat) return;
    if (style_.clear_screen)
        out_ << clear_page;
    else
        out_ << std::string(23, '\n');
    tell_news(style_.rows - 3);
    out_ << "\nNow " << style_.bold(name(seat)) << ". The others look away; press Enter when you are alone. "
         << std::flush;
    std::string line;
    std::getline(in_, line);
    at_keyboard_ = seat;
}

void PlaySession::show(Seat seat) {
    const std::string board = screen_.draw(*table_, Observer::seat(seat), style_);
    const std::string choices = screen_.actions_are_numbers() ? "" : list_choices(seat);
    if (style_.clear_screen) out_ << clear_page;
    out_ << board;
    tell_news(style_.rows - 1 - lines_of(board) - lines_of(choices));
    out_ << choices;
}

std::string PlaySession::list_choices(Seat seat) {
    choices_ = table_->legal(seat);
    std::string text;
    std::string line;
    for (std::size_t i = 0; i < choices_.size(); ++i) {
        const std::string words = screen_.explain(*table_, seat, choices_[i]);
        const std::string number = std::to_string(i + 1);
        const std::string indent = number.size() < 2 ? " " : "";
        if (!words.empty()) {
            text += indent + style_.bold(number) + " " + choices_[i] + "  " + words + "\n";
            continue;
        }
        const std::string item = indent + number + " " + choices_[i] + "  ";
        if (line.size() + item.size() > line_width) {
            text += line + "\n";
            line.clear();
        }
        line += item;
    }
    return text + line + (line.empty() ? "" : "\n");
}

PlaySession::Next PlaySession::ask(Seat seat) {
    for (;;) {
        out_ << style_.bold(name(seat)) << " to act (number, notation, or help)> " << std::flush;
        std::string line;
        if (!std::getline(in_, line)) {
            out_ << "\n";
            return Next::leave;
        }
        bool leave = false;
        if (obey(trimmed(line), seat, leave)) return Next::go_on;
        if (leave) return Next::leave;
    }
}

bool PlaySession::obey(const std::string& command, Seat seat, bool& leave) {
    if (command.empty()) return false;
    if (command == "quit" || command == "q" || command == "exit") {
        leave = true;
        return false;
    }
    if (command == "help" || command == "?") {
        out_ << help_text << screen_.own_commands();
        return false;
    }
    if (command == "moves" && !screen_.actions_are_numbers()) {
        out_ << list_choices(seat);
        return false;
    }
    if (command == "board" || command == "moves") {
        show(seat);
        return false;
    }
    if (command == "undo") return undo();
    if (command == "hint") {
        const auto answer = choose(*table_, seat, {});
        out_ << (answer ? "a bot would play " + answer->action : answer.error().message) << "\n";
        if (answer) out_ << screen_.reasons(answer->why);
        return false;
    }
    if (command == "log") {
        for (const auto& line : lines_for(table_->events(), table_->story(), Observer::seat(seat)))
            out_ << line << "\n";
        return false;
    }
    if (command == "save" || command.starts_with("save ")) {
        save(trimmed(std::string_view(command).substr(4)));
        return false;
    }
    std::string text;
    if (screen_.answer(command, *table_, Observer::seat(seat), style_, text)) {
        out_ << text;
        return false;
    }
    // A number is a choice of the list, unless the game writes its moves as numbers: then it is the move.
    const auto number = parse_int(command);
    if (number && !screen_.actions_are_numbers() && *number >= 1 && *number <= std::ssize(choices_))
        return play(seat, choices_[static_cast<std::size_t>(*number - 1)]);
    return play(seat, command);
}

bool PlaySession::play(Seat seat, const std::string& action) {
    const auto story = table_->play(Actor::seat(seat), action);
    if (!story) {
        out_ << story.error().message << "\n";
        return false;
    }
    // At one keyboard only what everybody may know is told to all.
    for (const auto& line : screen_.news(table_->events(), *story)) tell(line);
    return true;
}

/// Back to the last decision of a person: what bots and chance did after it goes too, also where they chose first.
bool PlaySession::undo() {
    const auto record = parse_record(table_->record());
    auto left = record->events.size();
    const auto by_person = [&](const Record::Line& line) {
        return !line.by.is_chance() && chairs_[line.by.seat()].is_person();
    };
    while (left > 0 && !by_person(record->events[left - 1])) --left;
    if (left == 0) {
        out_ << "there is nothing to take back\n";
        return false;
    }
    while (table_->log_size() >= left && table_->undo()) continue;
    news_ = {"taken back"};
    return true;
}

void PlaySession::save(const std::string& file) {
    if (file.empty()) {
        out_ << "write: save FILE\n";
        return;
    }
    std::ofstream stream(file);
    stream << table_->record();
    stream.close();
    out_ << (stream ? "saved; go on later with: springtide play --resume " + file : "could not write " + file) << "\n";
}

void PlaySession::tell(const std::string& line) {
    news_.push_back(line);
    if (news_.size() > most_news) news_.erase(news_.begin());
}

/// A line for each; on a terminal, where the page is short, as many as fit, the newest at least.
void PlaySession::tell_news(int room) {
    std::vector<std::string> lines;
    for (const auto& news : news_) {
        const bool fits = style_.clear_screen && !lines.empty() && lines.back().size() + news.size() + 2 <= line_width;
        if (fits)
            lines.back() += "; " + news;
        else
            lines.push_back(news);
    }
    if (style_.clear_screen && std::ssize(lines) > std::max(room, 1))
        lines.erase(lines.begin(), lines.end() - std::max(room, 1));
    for (const auto& line : lines) out_ << line << "\n";
    news_.clear();
}

}  // namespace springtide::cli
