#pragma once

#include "core/error.hpp"

/// Why the rules, a table or a record refuse something, each reason described once.
namespace springtide {

inline constexpr auto game_reasons = std::to_array<RefusalReason>({
    // Turn the Tide
    {ErrorCode::illegal_action, "card_played", "T10", "the {card} was already played in this round"},
    {ErrorCode::illegal_action, "card_not_in_hand", "",
     "the {card} is not in the hand of {player}; choose one of {cards}", "seat"},

    // Leiman's High Tide
    {ErrorCode::illegal_action, "cell_empty", "", "{cell} is empty"},
    {ErrorCode::illegal_action, "tile_of_opponent", "L4",
     "the tile on {cell} is {colour}; you move your own colour or neutral"},
    {ErrorCode::illegal_action, "not_beside", "L5", "{to} is not beside {cell}"},
    {ErrorCode::illegal_action, "stack_lower", "L5",
     "a tile must end higher than it was: the stack on {to} is lower than the one on {cell}"},
    {ErrorCode::illegal_action, "tile_held", "L6",
     "the tile on {cell} is held: it needs two sides in a row that touch nothing"},
    {ErrorCode::illegal_action, "would_break", "L7",
     "lifting the tile on {cell} would break the tiles into separate groups"},
    {ErrorCode::illegal_action, "tile_used_up", "L3", "no {colour} tile is left for the ring in which {cell} lies"},
    {ErrorCode::bad_notation, "position_form", "", "a position is 'rows mover last', for example 'b,p,n/…/b,p,n b -'"},
    {ErrorCode::bad_notation, "position_rows", "",
     "a position has rows of 3, 4, 5, 4 and 3 cells, rows separated by '/', cells by ','"},
    {ErrorCode::bad_notation, "position_cell_missing", "", "cell {cell} is missing; an empty cell is written '.'"},
    {ErrorCode::bad_notation, "position_no_tile", "", "cell {cell} has '{text}'; tiles are b, p and n"},
    {ErrorCode::bad_notation, "position_too_many", "L1", "there are only 7 blue, 7 pink and 5 neutral tiles"},
    {ErrorCode::bad_notation, "position_too_few", "L1",
     "tiles are missing: there are 7 blue, 7 pink and 5 neutral ones"},
    {ErrorCode::bad_notation, "position_in_pieces", "L7", "the tiles must be in one piece"},
    {ErrorCode::bad_notation, "position_mover", "", "the mover is b or p"},
    {ErrorCode::bad_notation, "position_last", "", "who moved last is b, p or -"},
    {ErrorCode::bad_notation, "position_moved_twice", "L4", "the players alternate: the mover cannot have moved last"},

    // Henn's High Tide
    {ErrorCode::illegal_action, "no_free_space", "H9",
     "no space of the track is free for a roll, so you must take a pair"},
    {ErrorCode::illegal_action, "no_dice_there", "H9", "no dice lie on that space", "space"},
    {ErrorCode::illegal_action, "rolled_already", "H11",
     "after rolling, pairs on the track cannot be taken any more in this turn", "space"},
    {ErrorCode::illegal_action, "must_accept", "H10",
     "only one space of the track is free, so you cannot decline this roll"},
    {ErrorCode::illegal_action, "one_die_only", "H12", "of a pair from space 2 only one die may be rolled again"},
    {ErrorCode::illegal_action, "asked_otherwise", "", "choose now: {form}", "phase"},
    {ErrorCode::illegal_action, "no_tiles", "", "there are no tiles without the expansion Baywatch", "tile"},
    {ErrorCode::illegal_action, "tile_on_offer", "HB3",
     "the tile {tile} is won at the end of this round and used from the next one on"},
    {ErrorCode::illegal_action, "tile_not_owned", "", "you do not have the tile {tile}"},
    {ErrorCode::illegal_action, "rental_not_now", "HB5", "the rental is moved before the pair is chosen", "tile"},
    {ErrorCode::illegal_action, "rental_off", "HB5", "the rental is off the track already", "tile"},
    {ErrorCode::illegal_action, "adjust_not_now", "HB6", "dice are adjusted after a pair is chosen", "tile"},
    {ErrorCode::illegal_action, "adjust_impossible", "HB6",
     "a die counts 1 to 6, at least one must change, and its deckchair must be dry", "tile"},
    {ErrorCode::illegal_action, "swap_not_now", "HB7", "a roll is swapped instead of accepting it", "tile space"},
    {ErrorCode::illegal_action, "swap_no_dice", "HB7", "no dice lie on that space", "tile space"},
    {ErrorCode::illegal_action, "reroll_not_now", "HB8", "a die is re-rolled after a pair is chosen", "tile side"},
    {ErrorCode::illegal_action, "reroll_adjusted", "HB4", "a die that was adjusted is not rolled again", "tile side"},
    {ErrorCode::illegal_action, "recolour_not_now", "HB9", "a die is recoloured after a pair is chosen",
     "tile side beach"},
    {ErrorCode::illegal_action, "recolour_same", "HB9", "the die counts as that colour already", "tile side beach"},
    {ErrorCode::illegal_action, "backward_not_now", "HB10", "a die goes backward after a pair is chosen", "tile side"},
    {ErrorCode::illegal_action, "backward_wet", "HB10", "the deckchair of that die is in the water", "tile side"},
    {ErrorCode::illegal_action, "jump_not_now", "HB11", "the queue is jumped before another player's turn", "tile"},
    {ErrorCode::illegal_action, "jump_own_turn", "HB11", "it is your own turn that comes next", "tile"},
    {ErrorCode::illegal_action, "head_start_not_now", "HB12", "a head start is taken at the start of a round",
     "tile beach"},
    {ErrorCode::illegal_action, "head_start_wet", "HB12", "that deckchair is in the water", "tile beach"},
    {ErrorCode::illegal_action, "pool_die_not_now", "HB13", "a pool die is used just before your own turn", "tile die"},
    {ErrorCode::illegal_action, "pool_die_missing", "HB13",
     "no such die lies in the pool, or its deckchair is in the water", "tile die"},

    // any game at a table
    {ErrorCode::over, "game_over", "", "the game is over"},
    {ErrorCode::not_your_turn, "chance_acts", "", "chance is to act: {form}"},
    {ErrorCode::not_your_turn, "others_act", "", "to act now: {players}"},
    {ErrorCode::not_your_turn, "seat_waits", "", "seat {seat} is not to act"},
    {ErrorCode::bad_notation, "no_chance", "", "chance is written: {form}"},
    {ErrorCode::illegal_action, "chance_impossible", "", "'{text}' cannot come now; possible is: {form}"},
    {ErrorCode::bad_notation, "no_action", "", "'{text}' is no action; write {form}"},
    {ErrorCode::illegal_action, "nothing_to_retract", "",
     "there is no choice of this seat that could still be taken back"},
    {ErrorCode::illegal_action, "nothing_to_undo", "", "there is nothing to take back"},
    {ErrorCode::limit, "too_many_sequences", "", "there are more than {limit} sequences that long"},
    {ErrorCode::bad_request, "no_perft", "", "{game} has no perft"},
    {ErrorCode::bad_request, "no_positions", "", "{game} has no notation for positions"},
    {ErrorCode::bad_request, "unknown_level", "", "there is no level '{level}'; the levels are: {levels}"},

    // tables and their settings
    {ErrorCode::unknown_game, "unknown_game", "", "there is no game '{game}'; the games are: {games}"},
    {ErrorCode::bad_options, "wrong_players", "", "{game} is for {range} players, not {players}"},
    {ErrorCode::bad_options, "unknown_option", "", "{game} has no option '{option}'; its options are: {options}"},
    {ErrorCode::bad_options, "option_twice", "", "option '{option}' is given twice"},
    {ErrorCode::bad_options, "option_value", "", "option '{option}' may be {allowed}, not '{value}'"},

    // records
    {ErrorCode::bad_notation, "record_without_version", "", "the record does not begin with [Springtide \"1\"]"},
    {ErrorCode::bad_notation, "record_without_tag", "", "the record has no tag {tag}"},
    {ErrorCode::bad_notation, "record_tag_late", "", "line {line}: tags stand before the first event"},
    {ErrorCode::bad_notation, "record_tag_form", "", "line {line}: a tag is written [Name \"value\"], not '{text}'"},
    {ErrorCode::bad_notation, "record_begins", "", "line {line}: a record begins with [Springtide \"1\"]"},
    {ErrorCode::bad_notation, "record_version", "", "line {line}: this program reads record version 1, not '{text}'"},
    {ErrorCode::bad_notation, "record_players", "", "line {line}: Players is a number from 1 to 6"},
    {ErrorCode::bad_notation, "record_event_form", "",
     "line {line}: an event is written 'seat action' or 'chance action'"},
    {ErrorCode::bad_notation, "record_event_begins", "",
     "line {line}: an event begins with a seat number or 'chance', not '{text}'"},
    {ErrorCode::bad_notation, "wrong_result", "", "the tag Result says '{result}', but the events give '{played}'"},
    {ErrorCode::bad_notation, "no_proof", "",
     "this record has no proof: it needs the tags Table, Commitment and Secret (docs/explanation/fairness.md)"},
    {ErrorCode::bad_notation, "bad_secret", "", "the tag Secret is not 64 hexadecimal digits"},
    {ErrorCode::illegal_action, "forged_secret", "", "FORGED: the secret is not the one the commitment was made to"},
    {ErrorCode::bad_notation, "no_contribution", "", "the tag Contribution{seat} is missing"},
    {ErrorCode::illegal_action, "forged_line", "",
     "FORGED: line {line} says '{text}', but secret and contributions give '{due}'"},
    {ErrorCode::bad_request, "not_reviewed", "", "games of {game} cannot be reviewed so"},
    {ErrorCode::limit, "review_broken_off", "", "the review was broken off at {action}"},
});

/// `reason_of("tile_held")`
consteval const RefusalReason& reason_of(std::string_view name) { return find_reason(game_reasons, name); }

}  // namespace springtide
