#include "cli/play_session.hpp"

#include <algorithm>
#include <cctype>
#include <iostream>

#include "bots/choose.hpp"
#include "cli/interruption.hpp"
#include "cli/rules_page.hpp"
#include "cli/screens/lines.hpp"
#include "core/text.hpp"
#include "files/files.hpp"
#include "table/record.hpp"

namespace springtide::cli {

namespace {

constexpr std::string_view clear_page = "\x1b[2J\x1b[H";
constexpr std::size_t least_log = 30;  // columns beside the board
constexpr std::size_t gap = 3;         // between the board and the log
constexpr std::size_t most_news = 12;

constexpr std::size_t command_width = 15;  // of the commands in the help
constexpr std::string_view help_text =
    "  moves        list the moves\n"
    "  board        draw the table again\n"
    "  undo         undo your last move\n"
    "  hint         see what a bot would do\n"
    "  rules        read the rules; rules WORD shows only what they say about it\n"
    "  log          read the game log\n"
    "  save FILE    save the game; springtide play --resume FILE continues it\n"
    "  quit         leave, like Ctrl-C; both ask whether to keep the game\n";

/// Players read why something is refused, without the clause of the rules.
std::string sentence_of(const Error& error) {
    std::string_view sentence = error.message;
    if (const std::string clause = " (" + std::string(error.clause) + ")"; sentence.ends_with(clause))
        sentence.remove_suffix(clause.size());
    return std::string(sentence);
}

int lines_of(std::string_view text) { return static_cast<int>(std::ranges::count(text, '\n')); }

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return "";
    return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

/// The words and numbers of a text, in small letters: "A1 b2" and "a1-b2" have the same.
std::string words_of(std::string_view text) {
    std::string words;
    for (const char sign : text) {
        const auto c = static_cast<unsigned char>(sign);
        if (std::isalnum(c) != 0)
            words += static_cast<char>(std::tolower(c));
        else if (!words.empty() && words.back() != ' ')
            words += ' ';
    }
    while (words.ends_with(' ')) words.pop_back();
    return words;
}

/// The action that the user means by "a1 b2": one with the same words, or, if none is legal, one of the usual form, so
/// that the refusal gives the rule.
std::string as_notation(const std::string& typed, const std::vector<std::string>& legal) {
    if (std::ranges::find(legal, typed) != legal.end()) return typed;
    const std::string words = words_of(typed);
    const auto means = [&](const std::string& action) { return words_of(action) == words; };
    const auto found = std::ranges::find_if(legal, means);
    if (found != legal.end() && std::find_if(found + 1, legal.end(), means) == legal.end()) return *found;
    const bool has_dashes =
        std::ranges::all_of(legal, [](const auto& one) { return one.find('-') != std::string::npos; });
    if (!legal.empty() && has_dashes && std::ranges::count(words, ' ') == 1) {
        std::string dashed = words;
        std::ranges::replace(dashed, ' ', '-');
        return dashed;
    }
    return typed;
}

}  // namespace

PlaySession::PlaySession(std::unique_ptr<Table> table, std::vector<Chair> chairs, std::istream& in, std::ostream& out,
                         Style style, Keeping keeping)
    : table_(std::move(table)),
      chairs_(std::move(chairs)),
      out_(out),
      style_(style),
      screen_(screen_of(table_->game().id)),
      keeping_(std::move(keeping)),
      keyboard_(in, out) {}

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
        if (!seat) {
            if (Interruption::has_come() && part(true) == Next::leave) return 0;
            continue;
        }
        if (hand_over(*seat) == Next::leave || open(*seat) == Next::leave) return 0;
        show(*seat);
        if (ask(*seat) == Next::leave) return 0;
    }
    std::error_code gone;
    if (!keeping_.file.empty()) std::filesystem::remove(keeping_.file, gone);
    style_.follow_window();
    const std::string board = screen_.draw(*table_, Observer::all(), style_);
    const std::string points = screen_.final_table(*table_, style_);
    if (style_.clear_screen) out_ << clear_page;
    out_ << board;
    tell_news(style_.rows - 2 - lines_of(board) - lines_of(points));
    out_ << "\n" << points;
    return 0;
}

/// If bots and people choose at once, bots choose first: that reveals nothing.
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
PlaySession::Next PlaySession::hand_over(Seat seat) {
    if (!table_->has_secrets() || people() < 2 || at_keyboard_ == seat) return Next::go_on;
    if (style_.clear_screen)
        out_ << clear_page;
    else
        out_ << std::string(23, '\n');
    tell_news(style_.rows - 3);
    for (;;) {
        std::string line;
        const Read read = keyboard_.read_line(
            "\n" + style_.bold(name(seat)) + ", it is your turn. All others, look away. Then press Enter. ", line);
        if (read == Read::line) break;
        if (part(read == Read::interrupted) == Next::leave) return Next::leave;
    }
    at_keyboard_ = seat;
    return Next::go_on;
}

bool PlaySession::may_keep() const { return !keeping_.folder.empty() && !table_->over(); }

void PlaySession::keep() {
    const auto kept = keep_game(*table_, chairs_, keeping_.folder, keeping_.file);
    if (kept)
        say("saved in " + kept->string() + "; springtide play continues it\n");
    else
        say(kept.error().message + "\n");
}

PlaySession::Next PlaySession::part(bool may_go_on) {
    out_ << "\n";
    if (!may_keep()) return Next::leave;
    if (!may_go_on) {  // the input has ended
        keep();
        return Next::leave;
    }
    for (;;) {
        std::string answer;
        const Read read = keyboard_.read_line("Keep this game for later? (Enter: yes, n: no, c: play on)> ", answer);
        if (read == Read::line && (answer == "c" || answer == "continue")) return Next::go_on;
        std::error_code gone;
        if (read == Read::line && (answer == "n" || answer == "no")) {
            if (!keeping_.file.empty()) std::filesystem::remove(keeping_.file, gone);
            return Next::leave;
        }
        if (read != Read::line || answer.empty() || answer == "y" || answer == "yes") {
            if (read != Read::line) out_ << "\n";
            keep();
            return Next::leave;
        }
    }
}

void PlaySession::show(Seat seat) {
    style_.follow_window();
    const std::string drawn = screen_.draw(*table_, Observer::seat(seat), style_);
    const std::string board = beside_the_log(drawn, seat);
    const int room_below = style_.rows - 1 - lines_of(board);
    const std::string choices = screen_.actions_are_numbers() ? "" : list_choices(seat, room_below - 1);
    if (style_.clear_screen) out_ << clear_page;
    out_ << board;
    if (board == drawn)
        tell_news(room_below - lines_of(choices));
    else
        news_.clear();
    if (!opened_) out_ << opening();
    opened_ = true;
    out_ << choices;
}

/// The goal of the game, shown once.
std::string PlaySession::opening() const {
    const std::string words = screen_.goal() + "\nType rules for the rules, help for the commands.\n";
    return style_.dim(wrapped(words, text_width(), 0));
}

/// If the board leaves no room for the goal, it has a page of its own.
PlaySession::Next PlaySession::open(Seat seat) {
    if (opened_ || !style_.clear_screen) return Next::go_on;
    const std::string choices = screen_.actions_are_numbers() ? "" : list_choices(seat, style_.rows);
    const std::string board = screen_.draw(*table_, Observer::seat(seat), style_);
    const auto lines = lines_of(board) + lines_of(choices) + lines_of(opening()) + static_cast<int>(news_.size());
    if (lines < style_.rows) return Next::go_on;
    opened_ = true;
    out_ << clear_page << style_.bold(table_->game().title) << "\n\n" << opening();
    std::string line;
    const Read read = keyboard_.read_line("\nPress Enter to begin. ", line);
    return read == Read::line ? Next::go_on : part(read == Read::interrupted);
}

/// A window that is wide enough shows what happened beside the board instead of a few lines of it below.
std::string PlaySession::beside_the_log(const std::string& board, Seat seat) const {
    const auto columns = static_cast<std::size_t>(style_.columns);
    const std::size_t at = std::max<std::size_t>(width_of(board), 60) + gap;
    if (!style_.clear_screen || at + least_log > columns) return board;
    std::vector<std::string> lines;
    const auto bar = style_.dim("|") + " ";
    for (const auto& line : lines_for(table_->events(), table_->story(), Observer::seat(seat))) {
        const std::string fitted = wrapped(line, columns - at - 2, 2);
        for (const auto part : split(fitted, '\n')) lines.push_back(bar + std::string(part));
    }
    const auto room = lines_of(board);
    if (std::ssize(lines) > room) lines.erase(lines.begin(), lines.end() - room);
    if (!news_.empty() && news_.front() == "undone") lines.back() = bar + news_.front();
    return side_by_side(board, lines, at);
}

std::size_t PlaySession::text_width() const { return static_cast<std::size_t>(std::min(style_.columns, 110)); }

void PlaySession::say(std::string_view text, std::size_t indent) { out_ << wrapped(text, text_width(), indent); }

void PlaySession::say_paged(const std::string& text) {
    if (!style_.clear_screen) {
        out_ << text;
        return;
    }
    int shown = 0;
    for (const auto line :
         split(text.ends_with('\n') ? std::string_view(text).substr(0, text.size() - 1) : text, '\n')) {
        if (++shown == style_.rows) {
            std::string answer;
            const Read read = keyboard_.read_line(style_.dim("-- Enter for more, q to stop --") + " ", answer);
            if (read != Read::line || answer == "q") return;
            shown = 1;
        }
        out_ << line << "\n";
    }
}

void PlaySession::help(Seat seat) {
    const auto legal = table_->legal(seat);
    const std::string example = legal.empty() ? "" : legal.front();
    const std::string example_words =
        screen_.actions_are_numbers() ? "play the " + example : "make a move: type it, or its number in the list";
    const std::string typed = screen_.actions_are_numbers() ? example : example + " or 1";
    say("  " + typed + std::string(typed.size() < 13 ? 13 - typed.size() : 1, ' ') + example_words + "\n",
        command_width);
    say(help_text, command_width);
    say(screen_.own_commands(), command_width);
    if (const std::string legend = screen_.legend(); !legend.empty()) say("What the screen shows: " + legend + "\n", 0);
}

void PlaySession::rules(std::string_view word) {
    const std::string page = rules_page(table_->game().id, word, style_);
    if (page.empty())
        say("the rules say nothing about " + in_quotes(word) + "; type rules to read them all\n");
    else
        say_paged(page);
}

std::string PlaySession::list_choices(Seat seat, int room) {
    choices_ = table_->legal(seat);
    const std::string explained = list_choices(seat, Explained::yes);
    return !style_.clear_screen || lines_of(explained) <= room ? explained : list_choices(seat, Explained::no);
}

std::string PlaySession::list_choices(Seat seat, Explained explained) const {
    std::string text;
    std::string line;
    for (std::size_t i = 0; i < choices_.size(); ++i) {
        const std::string words = explained == Explained::yes ? screen_.explain(*table_, seat, choices_[i]) : "";
        const std::string number = std::to_string(i + 1);
        const std::string indent = number.size() < 2 ? " " : "";
        if (!words.empty()) {
            text += wrapped(indent + style_.bold(number) + " " + choices_[i] + "  " + words + "\n",
                            static_cast<std::size_t>(style_.columns), 5 + choices_[i].size());
            continue;
        }
        const std::string item = indent + number + " " + choices_[i];
        if (line.size() + 2 + item.size() > static_cast<std::size_t>(style_.columns)) {
            text += line + "\n";
            line.clear();
        }
        line += (line.empty() ? "" : "  ") + item;
    }
    return text + line + (line.empty() ? "" : "\n");
}

PlaySession::Next PlaySession::ask(Seat seat) {
    for (;;) {
        std::string line;
        bool leave = false;
        const Read read = keyboard_.read_line(style_.bold(name(seat)) + "'s turn (number, move or help)> ", line);
        if (read == Read::line && obey(trimmed(line), seat, leave)) return Next::go_on;
        if ((read != Read::line || leave) && part(read != Read::ended) == Next::leave) return Next::leave;
    }
}

bool PlaySession::obey(const std::string& command, Seat seat, bool& leave) {
    if (command.empty()) return false;
    if (command == "quit" || command == "q" || command == "exit") {
        leave = true;
        return false;
    }
    if (command == "help" || command == "?") {
        help(seat);
        return false;
    }
    if (command == "rules" || command.starts_with("rules ")) {
        rules(trimmed(std::string_view(command).substr(5)));
        return false;
    }
    if (command == "moves" && !screen_.actions_are_numbers()) {
        out_ << list_choices(seat, style_.rows);
        return false;
    }
    if (command == "board" || command == "moves") {
        show(seat);
        return false;
    }
    if (command == "undo") return undo();
    if (command == "hint") {
        const auto answer = choose(*table_, seat, {});
        say((answer ? "try " + answer->action : answer.error().message) + "\n");
        if (answer) say(screen_.reasons(answer->why), 4);
        return false;
    }
    if (command == "log") {
        std::string text;
        for (const auto& line : lines_for(table_->events(), table_->story(), Observer::seat(seat))) text += line + "\n";
        say_paged(wrapped(text, static_cast<std::size_t>(style_.columns), 2));
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
    return play(seat, as_notation(command, table_->legal(seat)));
}

bool PlaySession::play(Seat seat, const std::string& action) {
    const auto story = table_->play(Actor::seat(seat), action);
    if (!story) {
        say(sentence_of(story.error()) + "\n", 2);
        return false;
    }
    // Several people share the keyboard, so this prints only what all of them may know.
    for (const auto& line : screen_.news(table_->events(), *story)) tell(line);
    return true;
}

/// Back to the last decision of a person: later actions of bots and chance go too, also if they chose first.
bool PlaySession::undo() {
    std::size_t left = table_->log_size();
    const auto by_person = [&](Actor by) { return !by.is_chance() && chairs_[by.seat()].is_person(); };
    while (left > 0 && !by_person(table_->log_entry(left - 1).by)) --left;
    if (left == 0) {
        out_ << "there is nothing to undo\n";
        return false;
    }
    while (table_->log_size() >= left && table_->undo()) continue;
    news_ = {"undone"};
    return true;
}

void PlaySession::save(const std::string& file) {
    if (file.empty()) {
        out_ << "write: save FILE\n";
        return;
    }
    const auto written = write_file(file, record_with_chairs(*table_, chairs_));
    say((written ? "saved; continue with: springtide play --resume " + file : written.error().message) + "\n");
}

void PlaySession::tell(const std::string& line) {
    news_.push_back(line);
    if (news_.size() > most_news) news_.erase(news_.begin());
}

/// A line for each; on a small terminal the newest that fit.
void PlaySession::tell_news(int room) {
    std::vector<std::string> lines;
    for (const auto& news : news_) {
        const bool fits = style_.clear_screen && !lines.empty() &&
                          columns_of(lines.back()) + columns_of(news) + 2 <= static_cast<std::size_t>(style_.columns);
        if (fits)
            lines.back() += "; " + news;
        else
            lines.push_back(news);
    }
    if (style_.clear_screen) {
        int height = 0;
        const auto fits = [&](const std::string& line) {
            height += lines_of(wrapped(line + "\n", text_width(), 2));
            return height <= room;
        };
        const auto newest = std::find_if_not(lines.rbegin(), lines.rend(), fits);
        lines.erase(lines.begin(), newest.base());
    }
    for (const auto& line : lines) say(line + "\n", 2);
    news_.clear();
}

}  // namespace springtide::cli
