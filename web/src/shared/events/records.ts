// What happened, as records. Made by `springtide schema --typescript`, and compared by a test: do not edit.

/** The whole view of whoever is told; it replaces what was known before. */
export interface WholeView {
    kind: 'view';
    view: unknown;
}

export type TurnTheTideEvent =
    | { kind: 'hand'; seat: number; cards: number[] }
    | { kind: 'preservers_dealt'; seat: number; preservers: number }
    | { kind: 'left_out'; cards: number[] }
    | { kind: 'tides_turned_up'; levels: [number, number]; trick: number }
    | { kind: 'chose'; seat: number }
    | { kind: 'own_choice'; seat: number; card: number }
    | { kind: 'choice_taken_back'; seat: number }
    | { kind: 'revealed'; cards: (number | null)[] }
    | { kind: 'tide_taken'; seat: number; level: number }
    | { kind: 'preserver_lost'; seat: number; left: number }
    | { kind: 'eliminated'; seat: number }
    | { kind: 'trick_begun'; trick: number }
    | { kind: 'round_ended'; round: number; reason: 'two_left' | 'played_out' }
    | { kind: 'scored'; seat: number; points: number; lowest_tide: boolean; total: number }
    | { kind: 'hand_passed'; seat: number; from: number; preservers: number }
    | { kind: 'round_begun'; round: number }
    | { kind: 'won'; seat: number; points: number };

export type HighTideHennEvent =
    | { kind: 'towels_piled'; pile: number[] }
    | { kind: 'coins_laid'; beach: 'k' | 'p' | 'b' | 'o' | 'y' | 'w'; coins: number[] }
    | { kind: 'surfer_dealt'; seat: number; beach: 'k' | 'p' | 'b' | 'o' | 'y' | 'w' }
    | { kind: 'tile_turned_up'; tile: 'rental' | 'adjust' | 'swap' | 'reroll' | 'recolour' | 'backward' | 'queue_jump' | 'head_start' | 'pool_die' }
    | { kind: 'shark_alert'; beach: 'k' | 'p' | 'b' | 'o' | 'y' | 'w' }
    | { kind: 'round_begun'; round: number; pile: number[]; rental: number | null; dice_of_each: number }
    | { kind: 'turn_comes'; seat: number }
    | { kind: 'towel_put_back'; seat: number }
    | { kind: 'asked'; phase: 'towels' | 'coins' | 'surfers' | 'baywatch' | 'alert' | 'roll' | 'reroll' | 'waves' | 'shark' | 'before_turn' | 'choose' | 'answer' | 'choose_reroll' | 'use_tiles' | 'order' | 'coin' | 'over' }
    | { kind: 'rental_moved'; space: number | null }
    | { kind: 'rolled'; seat: number; dice: [string, string] }
    | { kind: 'pair_taken'; seat: number; dice: [string, string]; space: number }
    | { kind: 'accepted'; seat: number; dice: [string, string] }
    | { kind: 'laid_down'; seat: number; dice: [string, string]; space: number }
    | { kind: 'rerolled'; seat: number; dice: [string, string]; which: ('left' | 'right')[] }
    | { kind: 'steps'; steps: { beach: 'k' | 'p' | 'b' | 'o' | 'y' | 'w'; spaces: number }[] }
    | { kind: 'moved'; seat: number; beach: 'k' | 'p' | 'b' | 'o' | 'y' | 'w'; from: number; to: number }
    | { kind: 'moved_into_water'; seat: number; beach: 'k' | 'p' | 'b' | 'o' | 'y' | 'w'; from: number }
    | { kind: 'move_lost'; seat: number; beach: 'k' | 'p' | 'b' | 'o' | 'y' | 'w'; spaces: number }
    | { kind: 'towel_laid'; seat: number; space: number }
    | { kind: 'pooled'; dice: [string, string] }
    | { kind: 'waves_rolled'; seat: number; dice: [string, string]; space: number }
    | { kind: 'wave'; beach: 'k' | 'p' | 'b' | 'o' | 'y' | 'w'; size: 'small' | 'large'; spaces: number; water: number }
    | { kind: 'flooded'; seat: number; beach: 'k' | 'p' | 'b' | 'o' | 'y' | 'w' }
    | { kind: 'shark'; beach: 'k' | 'p' | 'b' | 'o' | 'y' | 'w'; spaces: number; seat: number | null }
    | { kind: 'coin_taken'; seat: number; beach: 'k' | 'p' | 'b' | 'o' | 'y' | 'w'; space: number; value: number; face_down: boolean }
    | { kind: 'own_coin'; seat: number; beach: 'k' | 'p' | 'b' | 'o' | 'y' | 'w'; value: number }
    | { kind: 'coin_left'; seat: number; beach: 'k' | 'p' | 'b' | 'o' | 'y' | 'w'; space: number; value: number }
    | { kind: 'tile_used'; seat: number; tile: 'rental' | 'adjust' | 'swap' | 'reroll' | 'recolour' | 'backward' | 'queue_jump' | 'head_start' | 'pool_die'; side?: 'left' | 'right'; beach?: 'k' | 'p' | 'b' | 'o' | 'y' | 'w'; spaces?: number; space?: number; left?: number; right?: number; die?: string }
    | { kind: 'open_dice'; seat: number; dice: [string, string] }
    | { kind: 'tile_won'; seat: number; tile: 'rental' | 'adjust' | 'swap' | 'reroll' | 'recolour' | 'backward' | 'queue_jump' | 'head_start' | 'pool_die' }
    | { kind: 'last_point'; seat: number }
    | { kind: 'game_ended'; round: number; wet: boolean }
    | { kind: 'coins_shown'; seat: number; coins: Partial<Record<'k' | 'p' | 'b' | 'o' | 'y' | 'w', number>> }
    | { kind: 'surfer_shown'; seat: number; beach: 'k' | 'p' | 'b' | 'o' | 'y' | 'w' }
    | { kind: 'beach_scored'; seat: number; beach: 'k' | 'p' | 'b' | 'o' | 'y' | 'w'; points: number; reason: 'first' | 'second' | 'third' | 'bar' | 'surfer' | 'surfer_at_bar' }
    | { kind: 'coins_scored'; seat: number; total: number; points: number }
    | { kind: 'won'; seat: number; points: number };

export type HighTideLeimanEvent =
    | { kind: 'first'; seat: number }
    | { kind: 'laid_out'; seat: number; round: number; rows: string }
    | { kind: 'tile_moved'; seat: number; from: string; to: string; height: number; tile: 'b' | 'p' | 'n' }
    | { kind: 'round_won'; seat: number; round: number; visible: [number, number]; reason: 'visible' | 'highest' | 'last_move' }
    | { kind: 'loser_starts'; seat: number; round: number }
    | { kind: 'match_won'; seat: number; stones: [number, number] }
    | { kind: 'player_lays'; seat: number; round: number }
    | { kind: 'tile_laid'; seat: number; cell: string; tile: 'b' | 'p' | 'n' }
    | { kind: 'side_chosen'; seat: number; side: 'keep' | 'swap' };

/** What happens at a server's table besides the game. */
export type RoomEvent =
    | { kind: 'room.sat'; seat?: number; name: string }
    | { kind: 'room.back'; seat?: number; name: string }
    | { kind: 'room.second_device'; seat?: number; name: string }
    | { kind: 'room.device_asks'; seat?: number; name: string }
    | { kind: 'room.device_refused'; seat?: number; name: string }
    | { kind: 'room.one_device'; seat?: number; name: string }
    | { kind: 'room.left'; seat?: number; name: string }
    | { kind: 'room.left_to_bot'; seat?: number; name: string }
    | { kind: 'room.removed'; seat?: number; name: string }
    | { kind: 'room.spectator_removed'; seat?: number }
    | { kind: 'room.out_of_time'; seat?: number; name: string }
    | { kind: 'room.bot_moves'; seat?: number; name: string }
    | { kind: 'room.begun'; seat?: number }
    | { kind: 'room.took_back'; seat?: number; name: string }
    | { kind: 'room.disagreed'; seat?: number; name: string }
    | { kind: 'room.asks_end'; seat?: number; name: string }
    | { kind: 'room.asks_takeback'; seat?: number; name: string }
    | { kind: 'room.agreed_end'; seat?: number }
    | { kind: 'room.took_back_agreed'; seat?: number; name: string }
    | { kind: 'room.resigned'; seat?: number; name: string }
    | { kind: 'room.committed_anew'; seat?: number };

export interface GameEvents {
    turn_the_tide: TurnTheTideEvent;
    high_tide_henn: HighTideHennEvent;
    high_tide_leiman: HighTideLeimanEvent;
}

/** Every kind of event there is, with its fields in the order of a row; those that may be absent end in '?'. */
export const eventFields: { [Game in keyof GameEvents]: { readonly [Kind in GameEvents[Game]['kind']]: readonly string[] } } = {
    turn_the_tide: { hand: ['seat', 'cards'], preservers_dealt: ['seat', 'preservers'], left_out: ['cards'], tides_turned_up: ['levels', 'trick'], chose: ['seat'], own_choice: ['seat', 'card'], choice_taken_back: ['seat'], revealed: ['cards'], tide_taken: ['seat', 'level'], preserver_lost: ['seat', 'left'], eliminated: ['seat'], trick_begun: ['trick'], round_ended: ['round', 'reason'], scored: ['seat', 'points', 'lowest_tide', 'total'], hand_passed: ['seat', 'from', 'preservers'], round_begun: ['round'], won: ['seat', 'points'] },
    high_tide_henn: { towels_piled: ['pile'], coins_laid: ['beach', 'coins'], surfer_dealt: ['seat', 'beach'], tile_turned_up: ['tile'], shark_alert: ['beach'], round_begun: ['round', 'pile', 'rental', 'dice_of_each'], turn_comes: ['seat'], towel_put_back: ['seat'], asked: ['phase'], rental_moved: ['space'], rolled: ['seat', 'dice'], pair_taken: ['seat', 'dice', 'space'], accepted: ['seat', 'dice'], laid_down: ['seat', 'dice', 'space'], rerolled: ['seat', 'dice', 'which'], steps: ['steps'], moved: ['seat', 'beach', 'from', 'to'], moved_into_water: ['seat', 'beach', 'from'], move_lost: ['seat', 'beach', 'spaces'], towel_laid: ['seat', 'space'], pooled: ['dice'], waves_rolled: ['seat', 'dice', 'space'], wave: ['beach', 'size', 'spaces', 'water'], flooded: ['seat', 'beach'], shark: ['beach', 'spaces', 'seat'], coin_taken: ['seat', 'beach', 'space', 'value', 'face_down'], own_coin: ['seat', 'beach', 'value'], coin_left: ['seat', 'beach', 'space', 'value'], tile_used: ['seat', 'tile', 'side?', 'beach?', 'spaces?', 'space?', 'left?', 'right?', 'die?'], open_dice: ['seat', 'dice'], tile_won: ['seat', 'tile'], last_point: ['seat'], game_ended: ['round', 'wet'], coins_shown: ['seat', 'coins'], surfer_shown: ['seat', 'beach'], beach_scored: ['seat', 'beach', 'points', 'reason'], coins_scored: ['seat', 'total', 'points'], won: ['seat', 'points'] },
    high_tide_leiman: { first: ['seat'], laid_out: ['seat', 'round', 'rows'], tile_moved: ['seat', 'from', 'to', 'height', 'tile'], round_won: ['seat', 'round', 'visible', 'reason'], loser_starts: ['seat', 'round'], match_won: ['seat', 'stones'], player_lays: ['seat', 'round'], tile_laid: ['seat', 'cell', 'tile'], side_chosen: ['seat', 'side'] },
};
export const roomFields: { readonly [Kind in RoomEvent['kind']]: readonly string[] } = {
    'room.sat': ['seat?', 'name'], 'room.back': ['seat?', 'name'], 'room.second_device': ['seat?', 'name'], 'room.device_asks': ['seat?', 'name'], 'room.device_refused': ['seat?', 'name'], 'room.one_device': ['seat?', 'name'], 'room.left': ['seat?', 'name'], 'room.left_to_bot': ['seat?', 'name'], 'room.removed': ['seat?', 'name'], 'room.spectator_removed': ['seat?'], 'room.out_of_time': ['seat?', 'name'], 'room.bot_moves': ['seat?', 'name'], 'room.begun': ['seat?'], 'room.took_back': ['seat?', 'name'], 'room.disagreed': ['seat?', 'name'], 'room.asks_end': ['seat?', 'name'], 'room.asks_takeback': ['seat?', 'name'], 'room.agreed_end': ['seat?'], 'room.took_back_agreed': ['seat?', 'name'], 'room.resigned': ['seat?', 'name'], 'room.committed_anew': ['seat?'],
};

/** Why something is refused: the code, the clause of the rules, what it concerns, and the English sentence. */
export const refusals = {
    card_played: { code: 'illegal_action', clause: 'T10', concerns: ['card'], sentence: 'the {card} was already played in this round' },
    card_not_in_hand: { code: 'illegal_action', clause: null, concerns: ['card', 'player', 'cards', 'seat'], sentence: 'the {card} is not in the hand of {player}; choose one of {cards}' },
    cell_empty: { code: 'illegal_action', clause: null, concerns: ['cell'], sentence: '{cell} is empty' },
    tile_of_opponent: { code: 'illegal_action', clause: 'L4', concerns: ['cell', 'colour'], sentence: 'the tile on {cell} is {colour}; you move your own colour or neutral' },
    not_beside: { code: 'illegal_action', clause: 'L5', concerns: ['to', 'cell'], sentence: '{to} is not beside {cell}' },
    stack_lower: { code: 'illegal_action', clause: 'L5', concerns: ['to', 'cell'], sentence: 'a tile must end higher than it was: the stack on {to} is lower than the one on {cell}' },
    tile_held: { code: 'illegal_action', clause: 'L6', concerns: ['cell'], sentence: 'the tile on {cell} is held: it needs two sides in a row that touch nothing' },
    would_break: { code: 'illegal_action', clause: 'L7', concerns: ['cell'], sentence: 'lifting the tile on {cell} would break the tiles into separate groups' },
    tile_used_up: { code: 'illegal_action', clause: 'L3', concerns: ['colour', 'cell'], sentence: 'no {colour} tile is left for the ring in which {cell} lies' },
    position_form: { code: 'bad_notation', clause: null, concerns: [], sentence: 'a position is \'rows mover last\', for example \'b,p,n/…/b,p,n b -\'' },
    position_rows: { code: 'bad_notation', clause: null, concerns: [], sentence: 'a position has rows of 3, 4, 5, 4 and 3 cells, rows separated by \'/\', cells by \',\'' },
    position_cell_missing: { code: 'bad_notation', clause: null, concerns: ['cell'], sentence: 'cell {cell} is missing; an empty cell is written \'.\'' },
    position_no_tile: { code: 'bad_notation', clause: null, concerns: ['cell', 'text'], sentence: 'cell {cell} has \'{text}\'; tiles are b, p and n' },
    position_too_many: { code: 'bad_notation', clause: 'L1', concerns: [], sentence: 'there are only 7 blue, 7 pink and 5 neutral tiles' },
    position_too_few: { code: 'bad_notation', clause: 'L1', concerns: [], sentence: 'tiles are missing: there are 7 blue, 7 pink and 5 neutral ones' },
    position_in_pieces: { code: 'bad_notation', clause: 'L7', concerns: [], sentence: 'the tiles must be in one piece' },
    position_mover: { code: 'bad_notation', clause: null, concerns: [], sentence: 'the mover is b or p' },
    position_last: { code: 'bad_notation', clause: null, concerns: [], sentence: 'who moved last is b, p or -' },
    position_moved_twice: { code: 'bad_notation', clause: 'L4', concerns: [], sentence: 'the players alternate: the mover cannot have moved last' },
    no_free_space: { code: 'illegal_action', clause: 'H9', concerns: [], sentence: 'no space of the track is free for a roll, so you must take a pair' },
    no_dice_there: { code: 'illegal_action', clause: 'H9', concerns: ['space'], sentence: 'no dice lie on that space' },
    rolled_already: { code: 'illegal_action', clause: 'H11', concerns: ['space'], sentence: 'after rolling, pairs on the track cannot be taken any more in this turn' },
    must_accept: { code: 'illegal_action', clause: 'H10', concerns: [], sentence: 'only one space of the track is free, so you cannot decline this roll' },
    one_die_only: { code: 'illegal_action', clause: 'H12', concerns: [], sentence: 'of a pair from space 2 only one die may be rolled again' },
    asked_otherwise: { code: 'illegal_action', clause: null, concerns: ['form', 'phase'], sentence: 'choose now: {form}' },
    no_tiles: { code: 'illegal_action', clause: null, concerns: ['tile'], sentence: 'there are no tiles without the expansion Baywatch' },
    tile_on_offer: { code: 'illegal_action', clause: 'HB3', concerns: ['tile'], sentence: 'the tile {tile} is won at the end of this round and used from the next one on' },
    tile_not_owned: { code: 'illegal_action', clause: null, concerns: ['tile'], sentence: 'you do not have the tile {tile}' },
    rental_not_now: { code: 'illegal_action', clause: 'HB5', concerns: ['tile'], sentence: 'the rental is moved before the pair is chosen' },
    rental_off: { code: 'illegal_action', clause: 'HB5', concerns: ['tile'], sentence: 'the rental is off the track already' },
    adjust_not_now: { code: 'illegal_action', clause: 'HB6', concerns: ['tile'], sentence: 'dice are adjusted after a pair is chosen' },
    adjust_impossible: { code: 'illegal_action', clause: 'HB6', concerns: ['tile'], sentence: 'a die counts 1 to 6, at least one must change, and its deckchair must be dry' },
    swap_not_now: { code: 'illegal_action', clause: 'HB7', concerns: ['tile', 'space'], sentence: 'a roll is swapped instead of accepting it' },
    swap_no_dice: { code: 'illegal_action', clause: 'HB7', concerns: ['tile', 'space'], sentence: 'no dice lie on that space' },
    reroll_not_now: { code: 'illegal_action', clause: 'HB8', concerns: ['tile', 'side'], sentence: 'a die is re-rolled after a pair is chosen' },
    reroll_adjusted: { code: 'illegal_action', clause: 'HB4', concerns: ['tile', 'side'], sentence: 'a die that was adjusted is not rolled again' },
    recolour_not_now: { code: 'illegal_action', clause: 'HB9', concerns: ['tile', 'side', 'beach'], sentence: 'a die is recoloured after a pair is chosen' },
    recolour_same: { code: 'illegal_action', clause: 'HB9', concerns: ['tile', 'side', 'beach'], sentence: 'the die counts as that colour already' },
    backward_not_now: { code: 'illegal_action', clause: 'HB10', concerns: ['tile', 'side'], sentence: 'a die goes backward after a pair is chosen' },
    backward_wet: { code: 'illegal_action', clause: 'HB10', concerns: ['tile', 'side'], sentence: 'the deckchair of that die is in the water' },
    jump_not_now: { code: 'illegal_action', clause: 'HB11', concerns: ['tile'], sentence: 'the queue is jumped before another player\'s turn' },
    jump_own_turn: { code: 'illegal_action', clause: 'HB11', concerns: ['tile'], sentence: 'it is your own turn that comes next' },
    head_start_not_now: { code: 'illegal_action', clause: 'HB12', concerns: ['tile', 'beach'], sentence: 'a head start is taken at the start of a round' },
    head_start_wet: { code: 'illegal_action', clause: 'HB12', concerns: ['tile', 'beach'], sentence: 'that deckchair is in the water' },
    pool_die_not_now: { code: 'illegal_action', clause: 'HB13', concerns: ['tile', 'die'], sentence: 'a pool die is used just before your own turn' },
    pool_die_missing: { code: 'illegal_action', clause: 'HB13', concerns: ['tile', 'die'], sentence: 'no such die lies in the pool, or its deckchair is in the water' },
    game_over: { code: 'over', clause: null, concerns: [], sentence: 'the game is over' },
    chance_acts: { code: 'not_your_turn', clause: null, concerns: ['form'], sentence: 'chance is to act: {form}' },
    others_act: { code: 'not_your_turn', clause: null, concerns: ['players'], sentence: 'to act now: {players}' },
    seat_waits: { code: 'not_your_turn', clause: null, concerns: ['seat'], sentence: 'seat {seat} is not to act' },
    no_chance: { code: 'bad_notation', clause: null, concerns: ['form'], sentence: 'chance is written: {form}' },
    chance_impossible: { code: 'illegal_action', clause: null, concerns: ['text', 'form'], sentence: '\'{text}\' cannot come now; possible is: {form}' },
    no_action: { code: 'bad_notation', clause: null, concerns: ['text', 'form'], sentence: '\'{text}\' is no action; write {form}' },
    nothing_to_retract: { code: 'illegal_action', clause: null, concerns: [], sentence: 'there is no choice of this seat that could still be taken back' },
    nothing_to_undo: { code: 'illegal_action', clause: null, concerns: [], sentence: 'there is nothing to take back' },
    too_many_sequences: { code: 'limit', clause: null, concerns: ['limit'], sentence: 'there are more than {limit} sequences that long' },
    no_perft: { code: 'bad_request', clause: null, concerns: ['game'], sentence: '{game} has no perft' },
    no_positions: { code: 'bad_request', clause: null, concerns: ['game'], sentence: '{game} has no notation for positions' },
    unknown_level: { code: 'bad_request', clause: null, concerns: ['level', 'levels'], sentence: 'there is no level \'{level}\'; the levels are: {levels}' },
    unknown_game: { code: 'unknown_game', clause: null, concerns: ['game', 'games'], sentence: 'there is no game \'{game}\'; the games are: {games}' },
    wrong_players: { code: 'bad_options', clause: null, concerns: ['game', 'range', 'players'], sentence: '{game} is for {range} players, not {players}' },
    unknown_option: { code: 'bad_options', clause: null, concerns: ['game', 'option', 'options'], sentence: '{game} has no option \'{option}\'; its options are: {options}' },
    option_twice: { code: 'bad_options', clause: null, concerns: ['option'], sentence: 'option \'{option}\' is given twice' },
    option_value: { code: 'bad_options', clause: null, concerns: ['option', 'allowed', 'value'], sentence: 'option \'{option}\' may be {allowed}, not \'{value}\'' },
    record_without_version: { code: 'bad_notation', clause: null, concerns: [], sentence: 'the record does not begin with [Springtide "1"]' },
    record_without_tag: { code: 'bad_notation', clause: null, concerns: ['tag'], sentence: 'the record has no tag {tag}' },
    record_tag_late: { code: 'bad_notation', clause: null, concerns: ['line'], sentence: 'line {line}: tags stand before the first event' },
    record_tag_form: { code: 'bad_notation', clause: null, concerns: ['line', 'text'], sentence: 'line {line}: a tag is written [Name "value"], not \'{text}\'' },
    record_begins: { code: 'bad_notation', clause: null, concerns: ['line'], sentence: 'line {line}: a record begins with [Springtide "1"]' },
    record_version: { code: 'bad_notation', clause: null, concerns: ['line', 'text'], sentence: 'line {line}: this program reads record version 1, not \'{text}\'' },
    record_players: { code: 'bad_notation', clause: null, concerns: ['line'], sentence: 'line {line}: Players is a number from 1 to 6' },
    record_event_form: { code: 'bad_notation', clause: null, concerns: ['line'], sentence: 'line {line}: an event is written \'seat action\' or \'chance action\'' },
    record_event_begins: { code: 'bad_notation', clause: null, concerns: ['line', 'text'], sentence: 'line {line}: an event begins with a seat number or \'chance\', not \'{text}\'' },
    wrong_result: { code: 'bad_notation', clause: null, concerns: ['result', 'played'], sentence: 'the tag Result says \'{result}\', but the events give \'{played}\'' },
    no_proof: { code: 'bad_notation', clause: null, concerns: [], sentence: 'this record has no proof: it needs the tags Table, Commitment and Secret (docs/explanation/fairness.md)' },
    bad_secret: { code: 'bad_notation', clause: null, concerns: [], sentence: 'the tag Secret is not 64 hexadecimal digits' },
    forged_secret: { code: 'illegal_action', clause: null, concerns: [], sentence: 'FORGED: the secret is not the one the commitment was made to' },
    no_contribution: { code: 'bad_notation', clause: null, concerns: ['seat'], sentence: 'the tag Contribution{seat} is missing' },
    forged_line: { code: 'illegal_action', clause: null, concerns: ['line', 'text', 'due'], sentence: 'FORGED: line {line} says \'{text}\', but secret and contributions give \'{due}\'' },
    not_reviewed: { code: 'bad_request', clause: null, concerns: ['game'], sentence: 'games of {game} cannot be reviewed so' },
    review_broken_off: { code: 'limit', clause: null, concerns: ['action'], sentence: 'the review was broken off at {action}' },
    not_json: { code: 'bad_json', clause: null, concerns: ['at'], sentence: 'this line is not JSON: it goes wrong at character {at}' },
    not_an_object: { code: 'bad_request', clause: null, concerns: ['example'], sentence: 'a request is an object like {example}' },
    line_too_long: { code: 'limit', clause: null, concerns: ['limit'], sentence: 'a line may have at most {limit} bytes' },
    field_missing: { code: 'bad_request', clause: null, concerns: ['field', 'wanted'], sentence: 'the request needs \'{field}\': {wanted}' },
    field_wrong: { code: 'bad_request', clause: null, concerns: ['field', 'wanted'], sentence: '\'{field}\' must be {wanted}' },
    options_wrong: { code: 'bad_options', clause: null, concerns: ['field'], sentence: '\'{field}\' is an object of options' },
    option_type: { code: 'bad_options', clause: null, concerns: ['option'], sentence: 'option \'{option}\' is a text, a whole number, true, false or a list of whole numbers' },
    unknown_op: { code: 'unknown_op', clause: null, concerns: ['op'], sentence: 'there is no op \'{op}\'; docs/reference/protocol.md lists them' },
    unknown_protocol: { code: 'bad_request', clause: null, concerns: ['protocol'], sentence: 'this engine speaks protocol 1 and 2' },
    too_many_tables: { code: 'limit', clause: null, concerns: ['limit'], sentence: 'there are {limit} tables already; close one first' },
    unknown_table: { code: 'unknown_table', clause: null, concerns: ['table'], sentence: 'there is no table {table}' },
    search_limit: { code: 'limit', clause: null, concerns: ['limit'], sentence: 'this takes more than {limit} positions' },
    not_analysed: { code: 'bad_request', clause: null, concerns: ['game'], sentence: 'only positions of {game} can be analysed' },
    which_puzzle: { code: 'bad_request', clause: null, concerns: [], sentence: 'a puzzle is asked for by \'number\', or drawn with a \'seed\'' },
    foreign_token: { code: 'forbidden', clause: null, concerns: [], sentence: 'this token was not made here' },
    hello_first: { code: 'bad_request', clause: null, concerns: [], sentence: 'say who you are before you watch a table' },
    many_tables_made: { code: 'limit', clause: null, concerns: [], sentence: 'you have made many tables; please wait a little' },
    address_makes_many_tables: { code: 'limit', clause: null, concerns: [], sentence: 'your address has made many tables; please wait a little' },
    address_makes_many_guests: { code: 'limit', clause: null, concerns: [], sentence: 'many guests came from your address; please wait a little' },
    address_sends_much: { code: 'limit', clause: null, concerns: [], sentence: 'your address has sent too much; wait a little' },
    address_acts_fast: { code: 'limit', clause: null, concerns: [], sentence: 'too much comes from your address; slow down' },
    disk_almost_full: { code: 'unavailable', clause: null, concerns: [], sentence: 'the disk of this server is almost full; games go on, but no new ones begin' },
    only_players_talk: { code: 'forbidden', clause: null, concerns: [], sentence: 'at this table only those who play may talk' },
    cannot_be_stored: { code: 'bad_request', clause: null, concerns: [], sentence: 'this cannot be stored' },
    server_stopping: { code: 'unavailable', clause: null, concerns: [], sentence: 'the server is stopping; connect again in a moment' },
    not_open_any_more: { code: 'forbidden', clause: null, concerns: [], sentence: 'this table is not open to you any more' },
    no_spectators: { code: 'forbidden', clause: null, concerns: [], sentence: 'this table is not open to spectators' },
    talks_too_fast: { code: 'limit', clause: null, concerns: [], sentence: 'you talk too fast; wait a few seconds' },
    no_seat_here: { code: 'forbidden', clause: null, concerns: [], sentence: 'you have no seat at this table' },
    not_over_yet: { code: 'bad_request', clause: null, concerns: [], sentence: 'the game is not over yet' },
    somebody_was_first: { code: 'stale', clause: null, concerns: [], sentence: 'somebody was first; look again and send it once more' },
    not_certain: { code: 'unavailable', clause: null, concerns: [], sentence: 'it is not certain that this was stored; send it again' },
    method_unknown: { code: 'bad_request', clause: null, concerns: [], sentence: 'this server answers GET, HEAD and POST' },
    foreign_site: { code: 'forbidden', clause: null, concerns: [], sentence: 'a page of another site may not do that in your name' },
    send_json: { code: 'bad_request', clause: null, concerns: [], sentence: 'send application/json' },
    body_not_object: { code: 'bad_json', clause: null, concerns: [], sentence: 'the body must be a JSON object' },
    too_many_passwords: { code: 'limit', clause: null, concerns: [], sentence: 'too many passwords from your address; wait a little' },
    guesses_pause: { code: 'limit', clause: null, concerns: ['seconds'], sentence: 'too many wrong passwords for this account; try again in {seconds} seconds, or log in on a device that you used before' },
    record_of_others: { code: 'forbidden', clause: null, concerns: [], sentence: 'this record is open only to those who played' },
    record_not_yet: { code: 'forbidden', clause: null, concerns: [], sentence: 'the record is open when the game is over' },
    name_claimed: { code: 'bad_request', clause: null, concerns: [], sentence: 'somebody claimed that name; if it is you, log in' },
    changed_meanwhile: { code: 'stale', clause: null, concerns: [], sentence: 'your account was changed at the same moment, so nothing of this was done; look again and repeat it' },
    password_first: { code: 'forbidden', clause: null, concerns: [], sentence: 'this account has no password; use its passkey, or set a password by a link to its address' },
    passkey_unreadable: { code: 'bad_request', clause: null, concerns: [], sentence: 'this is not what a passkey answers' },
    passkey_too_late: { code: 'forbidden', clause: null, concerns: [], sentence: 'this took too long, or was sent already; use the passkey once more' },
    passkey_elsewhere: { code: 'forbidden', clause: null, concerns: [], sentence: 'this passkey was used at another address than this one' },
    passkey_unverified: { code: 'forbidden', clause: null, concerns: [], sentence: 'unlock the passkey with a fingerprint, your face or a PIN' },
    passkey_wrong: { code: 'forbidden', clause: null, concerns: [], sentence: 'the passkey does not fit' },
    passkey_unknown: { code: 'forbidden', clause: null, concerns: [], sentence: 'no account here has this passkey' },
    passkey_known: { code: 'bad_request', clause: null, concerns: [], sentence: 'this passkey belongs to an account already' },
    passkey_name: { code: 'bad_request', clause: null, concerns: ['most'], sentence: 'the name of a passkey has 1 to {most} characters' },
    many_passkeys: { code: 'bad_request', clause: null, concerns: ['most'], sentence: 'an account has at most {most} passkeys; remove one first' },
    last_passkey: { code: 'bad_request', clause: null, concerns: [], sentence: 'this is the only way into your account; set a password or add another passkey first' },
    no_such_passkey: { code: 'not_found', clause: null, concerns: [], sentence: 'your account has no such passkey' },
    passkey_for: { code: 'bad_request', clause: null, concerns: [], sentence: '\'path\' is that of the request that the passkey is for' },
    many_account_changes: { code: 'limit', clause: null, concerns: [], sentence: 'this account was changed many times in three days; wait before you change it again' },
    no_memory_for_password: { code: 'unavailable', clause: null, concerns: [], sentence: 'there is not enough memory to keep a password safely; try again later' },
    no_such_table: { code: 'unknown_table', clause: null, concerns: [], sentence: 'there is no such table' },
    muted: { code: 'forbidden', clause: null, concerns: [], sentence: 'the host has muted you' },
    no_seat_of_yours: { code: 'forbidden', clause: null, concerns: [], sentence: 'you have no seat at this table; join it first' },
    left_already: { code: 'bad_request', clause: null, concerns: [], sentence: 'you left already' },
    begun_already: { code: 'bad_request', clause: null, concerns: [], sentence: 'the game has begun already' },
    not_begun: { code: 'bad_request', clause: null, concerns: [], sentence: 'the game has not begun' },
    only_the_host: { code: 'forbidden', clause: null, concerns: [], sentence: 'only the host of the table can do that' },
    no_such_line: { code: 'bad_request', clause: null, concerns: [], sentence: '\'said\' is the seq of a line of the chat' },
    that_was_you: { code: 'bad_request', clause: null, concerns: [], sentence: 'that was you' },
    action_too_long: { code: 'bad_notation', clause: null, concerns: [], sentence: 'no action is that long' },
    position_changed: { code: 'stale', clause: null, concerns: [], sentence: 'the position has changed since; look again' },
    asked_already: { code: 'bad_request', clause: null, concerns: [], sentence: 'that is being asked already' },
    not_asked: { code: 'bad_request', clause: null, concerns: [], sentence: 'nobody has asked for that' },
    nothing_of_yours: { code: 'illegal_action', clause: null, concerns: [], sentence: 'there is nothing of yours to take back' },
    asked_to_leave: { code: 'forbidden', clause: null, concerns: [], sentence: 'the host asked you to leave this table' },
    banned: { code: 'forbidden', clause: null, concerns: [], sentence: 'the host of this server has closed it to you; write to them if that is a mistake' },
    muted_here: { code: 'forbidden', clause: null, concerns: [], sentence: 'the host of this server lets you play, but not talk' },
    closed_by_host: { code: 'forbidden', clause: null, concerns: [], sentence: 'the host of this server has closed this table' },
    no_host_key: { code: 'forbidden', clause: null, concerns: [], sentence: 'this server has no page for its host; the setting host-key-file gives it one' },
    wrong_host_key: { code: 'forbidden', clause: null, concerns: [], sentence: 'that is not the key of this server\'s host' },
    host_what: { code: 'bad_request', clause: null, concerns: [], sentence: '\'do\' is look, mute, unmute, ban, unban or close' },
    host_why: { code: 'bad_request', clause: null, concerns: [], sentence: '\'why\' says why, in 1 to 500 characters; it stays in the list of what was done' },
    host_whom: { code: 'bad_request', clause: null, concerns: [], sentence: 'whom? \'guest\', \'report\' or \'range\'; \'target\' for what is to end' },
    host_hours: { code: 'bad_request', clause: null, concerns: ['most'], sentence: '\'hours\' is 0, for ever, to {most}' },
    host_range: { code: 'bad_request', clause: null, concerns: [], sentence: 'a range is like 203.0.113.0/24 or 2001:db8::/32, no wider than /8 and /16' },
    no_such_report: { code: 'not_found', clause: null, concerns: [], sentence: 'there is no such report' },
    host_not_there: { code: 'not_found', clause: null, concerns: [], sentence: 'nobody is banned or muted so' },
    people_what: { code: 'bad_request', clause: null, concerns: [], sentence: '\'do\' is befriend, part, block, unblock or report' },
    that_is_you: { code: 'bad_request', clause: null, concerns: [], sentence: 'that is you' },
    no_such_person: { code: 'not_found', clause: null, concerns: [], sentence: 'you know nobody by that mark' },
    no_such_friend: { code: 'forbidden', clause: null, concerns: [], sentence: 'only friends can be invited; they have to say yes to that first' },
    invite_whom: { code: 'bad_request', clause: null, concerns: [], sentence: 'whom? \'person\' is the mark of a friend, \'bot\' the name of a bot account; one of them' },
    no_such_bot: { code: 'not_found', clause: null, concerns: [], sentence: 'there is no bot account of that name' },
    bot_plays_enough: { code: 'limit', clause: null, concerns: [], sentence: 'this bot account takes no more games now; try again later' },
    many_challenges: { code: 'limit', clause: null, concerns: [], sentence: 'there were many challenges in this hour; please wait a little' },
    bot_plays_much: { code: 'limit', clause: null, concerns: ['limit'], sentence: 'a bot account plays at most {limit} games at once' },
    bot_acts_fast: { code: 'limit', clause: null, concerns: [], sentence: 'this bot account acts too fast; slow down' },
    bot_not_asked: { code: 'forbidden', clause: null, concerns: [], sentence: 'bot accounts sit down at tables of the lobby only where somebody asks them to' },
    bot_not_listed: { code: 'forbidden', clause: null, concerns: [], sentence: 'tables of bot accounts are not in the lobby; leave \'listed\' out' },
    play_now_for_people: { code: 'forbidden', clause: null, concerns: [], sentence: 'Play now is for people; bot accounts play where they are asked to' },
    only_bot_accounts: { code: 'forbidden', clause: null, concerns: [], sentence: 'this is for bot accounts; their owners make tokens for them' },
    bots_only_play: { code: 'forbidden', clause: null, concerns: [], sentence: 'a bot account only plays; its owner does everything else' },
    bots_no_friends: { code: 'bad_request', clause: null, concerns: [], sentence: 'a bot account is nobody\'s friend; challenge it by its name' },
    bots_what: { code: 'bad_request', clause: null, concerns: [], sentence: '\'do\' is make, token, revoke or delete' },
    bots_first: { code: 'bad_request', clause: null, concerns: [], sentence: 'you own bot accounts; delete those first' },
    no_bot_of_yours: { code: 'not_found', clause: null, concerns: [], sentence: 'you own no such bot account; `account` is the mark that GET /api/bots lists with its name' },
    no_such_bot_token: { code: 'not_found', clause: null, concerns: [], sentence: 'there is no such token; perhaps it was taken back already' },
    bot_plays_still: { code: 'bad_request', clause: null, concerns: ['n'], sentence: 'it still sits at {n} tables; take its tokens back, or let it finish or leave those games first' },
    many_bots: { code: 'limit', clause: null, concerns: ['limit'], sentence: 'you own {limit} bot accounts already; delete one first' },
    many_bot_tokens: { code: 'limit', clause: null, concerns: ['limit'], sentence: 'there are {limit} tokens already; take one back first' },
    bot_token_name: { code: 'bad_request', clause: null, concerns: [], sentence: 'the name of a token has 1 to 60 characters' },
    bot_name_length: { code: 'bad_request', clause: null, concerns: [], sentence: 'the name of a bot account has 1 to 18 characters; \' (bot)\' is added' },
    bot_name_taken: { code: 'bad_request', clause: null, concerns: [], sentence: 'there is a bot account of that name already' },
    name_of_bot: { code: 'bad_request', clause: null, concerns: [], sentence: 'only the names of bot accounts end in \'(bot)\'' },
    no_seat_for_you: { code: 'forbidden', clause: null, concerns: [], sentence: 'this table has no seat for you; choose another one' },
    sits_already: { code: 'bad_request', clause: null, concerns: [], sentence: 'they sit at this table already' },
    was_sent_away: { code: 'forbidden', clause: null, concerns: [], sentence: 'they were asked to leave this table' },
    many_friends: { code: 'limit', clause: null, concerns: ['limit'], sentence: 'there are {limit} friends and questions already; part with some first' },
    many_blocked: { code: 'limit', clause: null, concerns: ['limit'], sentence: '{limit} people are blocked already; unblock some first' },
    unblock_first: { code: 'bad_request', clause: null, concerns: [], sentence: 'you block this person; unblock them first' },
    report_why: { code: 'bad_request', clause: null, concerns: [], sentence: '\'reason\' says what happened, in 1 to 500 characters' },
    many_reports: { code: 'limit', clause: null, concerns: [], sentence: 'many reports came from your address; the host has them. Please wait a little' },
    may_watch: { code: 'forbidden', clause: null, concerns: [], sentence: 'the game has begun; you may watch, or use the key of your seat' },
    no_open_seat: { code: 'forbidden', clause: null, concerns: [], sentence: 'no seat is open at this table' },
    key_is_void: { code: 'forbidden', clause: null, concerns: [], sentence: 'this link opens no seat here any more; ask for a new one' },
    not_first_device: { code: 'forbidden', clause: null, concerns: [], sentence: 'only the device that sat down first decides about others' },
    no_device_asks: { code: 'bad_request', clause: null, concerns: [], sentence: 'no other device asks for your seat' },
    hours_too_short: { code: 'bad_request', clause: null, concerns: ['least'], sentence: 'playing hours are at least {least} minutes a day' },
    clock_kind: { code: 'bad_request', clause: null, concerns: [], sentence: 'a clock is of kind none, live or days' },
    daily_no_way_back: { code: 'forbidden', clause: null, concerns: [], sentence: 'an attempt at the daily tide is played on: nothing is taken back, and your seat waits until the day is over' },
    daily_sealed: { code: 'forbidden', clause: null, concerns: [], sentence: 'this game is of today\'s deal; it is open when the day is over' },
    daily_not_finished: { code: 'forbidden', clause: null, concerns: [], sentence: 'play this day\'s deal to its end first, or come back tomorrow' },
    daily_done_here: { code: 'forbidden', clause: null, concerns: [], sentence: 'today\'s deal was already played on this device' },
    no_such_day: { code: 'not_found', clause: null, concerns: [], sentence: 'there is no daily tide of that day' },
    no_such_club: { code: 'not_found', clause: null, concerns: [], sentence: 'there is no such club night' },
    club_name: { code: 'bad_request', clause: null, concerns: [], sentence: 'a club night has a name of 1 to 60 characters that can be seen' },
    only_club_host: { code: 'forbidden', clause: null, concerns: [], sentence: 'only the host of the club night can do that' },
    club_over: { code: 'bad_request', clause: null, concerns: [], sentence: 'this club night is over' },
    club_full: { code: 'bad_request', clause: null, concerns: ['most'], sentence: 'at most {most} people play at a club night' },
    club_name_taken: { code: 'bad_request', clause: null, concerns: ['name'], sentence: 'somebody else is called {name} here; choose another name' },
    club_nobody: { code: 'bad_request', clause: null, concerns: [], sentence: 'there is nobody with that number here' },
    club_round_runs: { code: 'bad_request', clause: null, concerns: [], sentence: 'some tables of this round still play' },
    no_such_duplicate: { code: 'not_found', clause: null, concerns: [], sentence: 'there are no such duplicate tables' },
    duplicate_name: { code: 'bad_request', clause: null, concerns: [], sentence: 'duplicate tables have a name of 1 to 60 characters that can be seen' },
    duplicate_clock: { code: 'bad_request', clause: null, concerns: [], sentence: 'say either how many minutes each player has, or how many days a move' },
    only_duplicate_host: { code: 'forbidden', clause: null, concerns: [], sentence: 'only the host of these tables can do that' },
    duplicate_over: { code: 'bad_request', clause: null, concerns: [], sentence: 'these tables are closed' },
    many_letters: { code: 'limit', clause: null, concerns: [], sentence: 'many letters went to this address; try again in an hour' },
    club_worn: { code: 'limit', clause: null, concerns: [], sentence: 'you came and went very often at this night; ask its host to make another one' },
    duplicate_worn: { code: 'limit', clause: null, concerns: [], sentence: 'places changed very often here; play as you sit, or make new tables' },
    duplicate_no_table: { code: 'bad_request', clause: null, concerns: ['last'], sentence: 'these tables have the numbers 0 to {last}' },
    duplicate_begun: { code: 'bad_request', clause: null, concerns: [], sentence: 'that table has begun already' },
    duplicate_place_taken: { code: 'bad_request', clause: null, concerns: [], sentence: 'that place is taken; choose another one' },
    duplicate_seated: { code: 'forbidden', clause: null, concerns: [], sentence: 'your table has begun, and everybody plays the deal once' },
    duplicate_one_table: { code: 'forbidden', clause: null, concerns: [], sentence: 'somebody on this device sits at another of these tables; everybody plays the deal once' },
    duplicate_not_full: { code: 'bad_request', clause: null, concerns: [], sentence: 'wait until every place is taken, or for the host' },
    duplicate_nobody: { code: 'bad_request', clause: null, concerns: [], sentence: 'nobody sits there yet' },
    duplicate_no_way_back: { code: 'forbidden', clause: null, concerns: [], sentence: 'others play the same deal: nothing is taken back, and the game is played to its end; leave, and a bot plays on' },
    duplicate_sealed: { code: 'forbidden', clause: null, concerns: [], sentence: 'others still play this deal; it is open when all tables are over' },
    rated_no_way_back: { code: 'forbidden', clause: null, concerns: [], sentence: 'nothing is taken back in a rated game' },
    club_no_way_back: { code: 'forbidden', clause: null, concerns: [], sentence: 'nothing is taken back at a club night' },
    club_plays_on: { code: 'forbidden', clause: null, concerns: [], sentence: 'at a club night a game against bots is played to its end; resign if you want to stop' },
    absent_agrees_to_nothing: { code: 'forbidden', clause: null, concerns: ['name'], sentence: 'a bot plays for {name}, and only {name} can agree to that; play on until they are back' },
    club_too_few: { code: 'bad_request', clause: null, concerns: ['least'], sentence: 'a round needs at least {least} people who are here' },
    unknown_speed: { code: 'bad_request', clause: null, concerns: [], sentence: 'a speed is live or days' },
    quick_seats: { code: 'forbidden', clause: null, concerns: [], sentence: 'at this table a free seat is for whoever comes next, or for a bot' },
    seats_list: { code: 'bad_request', clause: null, concerns: [], sentence: '\'seats\' is a list with one entry for each player' },
    bad_id: { code: 'bad_request', clause: null, concerns: [], sentence: '\'id\' is a text of at most 64 characters or a whole number' },
    unknown_server_op: { code: 'unknown_op', clause: null, concerns: ['op', 'ops'], sentence: 'there is no op \'{op}\'; they are: {ops}' },
    watches_too_many: { code: 'limit', clause: null, concerns: ['limit'], sentence: 'one connection watches at most {limit} tables' },
    nothing_there: { code: 'not_found', clause: null, concerns: ['path'], sentence: 'there is nothing at \'{path}\'' },
    name_length: { code: 'bad_request', clause: null, concerns: [], sentence: 'a name has 1 to 24 characters' },
    name_unseen: { code: 'bad_request', clause: null, concerns: [], sentence: 'a name has only characters that can be seen, and single spaces between them' },
    names_unreadable: { code: 'unavailable', clause: null, concerns: [], sentence: 'this server cannot compare names: its host must install the library ICU (Debian package libicu72)' },
    name_spaces: { code: 'bad_request', clause: null, concerns: [], sentence: 'a name neither begins nor ends with a space' },
    name_kept: { code: 'bad_request', clause: null, concerns: [], sentence: 'you claimed your name; only its small and large letters can change' },
    name_just_claimed: { code: 'bad_request', clause: null, concerns: [], sentence: 'somebody claimed that name just now' },
    password_length: { code: 'bad_request', clause: null, concerns: [], sentence: 'a password has 8 to 200 characters' },
    wrong_login: { code: 'forbidden', clause: null, concerns: [], sentence: 'the name or the password is wrong' },
    not_stored: { code: 'unavailable', clause: null, concerns: [], sentence: 'this could not be stored; try again' },
    no_such_seat: { code: 'bad_request', clause: null, concerns: ['last'], sentence: 'this table has seats 0 to {last}' },
    message_length: { code: 'limit', clause: null, concerns: [], sentence: 'a message has 1 to 500 characters' },
    contribution_length: { code: 'bad_request', clause: null, concerns: [], sentence: 'a contribution has at most 64 characters' },
    contribution_unseen: { code: 'bad_request', clause: null, concerns: [], sentence: 'a contribution is made of printing ASCII characters' },
    resigned: { code: 'forbidden', clause: null, concerns: [], sentence: 'you resigned' },
    bot_has_seat: { code: 'forbidden', clause: null, concerns: [], sentence: 'a bot has your seat; join to take it back' },
    others_choose: { code: 'illegal_action', clause: null, concerns: [], sentence: 'others still choose: use retract' },
    ask_to_take_back: { code: 'illegal_action', clause: null, concerns: [], sentence: 'your last action cannot be taken back any more; ask with takeback' },
    seat_empty: { code: 'bad_request', clause: null, concerns: ['seat'], sentence: 'nobody sits on seat {seat}' },
    seat_occupied: { code: 'bad_request', clause: null, concerns: ['seat'], sentence: 'somebody sits on seat {seat}' },
    seat_not_open: { code: 'forbidden', clause: null, concerns: ['seat'], sentence: 'seat {seat} is not open' },
    wrong_old_password: { code: 'forbidden', clause: null, concerns: [], sentence: 'the old password is wrong' },
    not_logged_in: { code: 'forbidden', clause: null, concerns: [], sentence: 'you are not logged in' },
    no_such_session: { code: 'not_found', clause: null, concerns: [], sentence: 'you are not logged in there' },
    wrong_password: { code: 'forbidden', clause: null, concerns: [], sentence: 'the password is wrong' },
    plays_still: { code: 'bad_request', clause: null, concerns: ['n'], sentence: 'you still sit at {n} tables; finish or leave those games first' },
    no_name_kept: { code: 'bad_request', clause: null, concerns: [], sentence: 'keep your name with a password first' },
    no_mail_here: { code: 'unavailable', clause: null, concerns: [], sentence: 'this server sends no letters' },
    mail_address: { code: 'bad_request', clause: null, concerns: [], sentence: 'this is not the address of a mailbox' },
    letter_on_its_way: { code: 'limit', clause: null, concerns: [], sentence: 'a letter is on its way already; look for it, or wait a few minutes' },
    link_is_void: { code: 'forbidden', clause: null, concerns: [], sentence: 'this link was used already or is too old; ask for a new one' },
    calls_what: { code: 'bad_request', clause: null, concerns: [], sentence: 'say what shall be on or off: \'on\', or \'mail\'' },
    push_endpoint: { code: 'bad_request', clause: null, concerns: [], sentence: 'a push service is reached by an https address that everybody can reach' },
    push_keys: { code: 'bad_request', clause: null, concerns: [], sentence: '\'p256dh\' and \'auth\' are the keys of a push subscription, in base64url' },
    table_damaged: { code: 'unavailable', clause: null, concerns: ['seq'], sentence: 'this table is damaged and closed to play from event {seq} on; whoever runs the server can find out why' },
    too_late_to_take_back: { code: 'illegal_action', clause: null, concerns: [], sentence: 'your time for that action is up; it stays' },
    about_to_begin: { code: 'bad_request', clause: null, concerns: [], sentence: 'the game is about to begin' },
    committed_already: { code: 'bad_request', clause: null, concerns: [], sentence: 'you have committed to a contribution already' },
    bad_commitment: { code: 'bad_request', clause: null, concerns: [], sentence: 'a commitment has 64 small hexadecimal digits' },
    show_nothing_yet: { code: 'bad_request', clause: null, concerns: [], sentence: 'not everybody is ready; show nothing before' },
    shown_already: { code: 'bad_request', clause: null, concerns: [], sentence: 'your contribution is here already' },
    another_contribution: { code: 'bad_request', clause: null, concerns: [], sentence: 'this is not the contribution you committed to' },
    must_be_let_in: { code: 'forbidden', clause: null, concerns: [], sentence: 'the device that has this seat must let you in first' },
    other_device_asks: { code: 'forbidden', clause: null, concerns: [], sentence: 'another device asks for this seat already' },
    unknown_bot: { code: 'bad_request', clause: null, concerns: ['level', 'levels'], sentence: 'there is no bot \'{level}\'; the levels are: {levels}' },
    seat_form: { code: 'bad_request', clause: null, concerns: ['forms'], sentence: 'a seat is {forms}' },
} as const;
export type RefusalReason = keyof typeof refusals;
