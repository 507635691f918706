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
    | { kind: 'tides_turned_up'; levels: [number, number] }
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
    | { kind: 'match_won'; seat: number; stones: [number, number] };

export interface GameEvents {
    turn_the_tide: TurnTheTideEvent;
    high_tide_henn: HighTideHennEvent;
    high_tide_leiman: HighTideLeimanEvent;
}

/** Every kind of event there is. */
export const eventKinds: { [Game in keyof GameEvents]: readonly GameEvents[Game]['kind'][] } = {
    turn_the_tide: ['hand', 'preservers_dealt', 'left_out', 'tides_turned_up', 'chose', 'own_choice', 'choice_taken_back', 'revealed', 'tide_taken', 'preserver_lost', 'eliminated', 'trick_begun', 'round_ended', 'scored', 'hand_passed', 'round_begun', 'won'],
    high_tide_henn: ['towels_piled', 'coins_laid', 'surfer_dealt', 'tile_turned_up', 'shark_alert', 'round_begun', 'turn_comes', 'towel_put_back', 'asked', 'rental_moved', 'rolled', 'pair_taken', 'accepted', 'laid_down', 'rerolled', 'steps', 'moved', 'moved_into_water', 'move_lost', 'towel_laid', 'pooled', 'waves_rolled', 'wave', 'flooded', 'shark', 'coin_taken', 'own_coin', 'coin_left', 'tile_used', 'open_dice', 'tile_won', 'last_point', 'game_ended', 'coins_shown', 'surfer_shown', 'beach_scored', 'coins_scored', 'won'],
    high_tide_leiman: ['first', 'laid_out', 'tile_moved', 'round_won', 'loser_starts', 'match_won'],
};
