// The offline table that is being played, and the one kept on the device from last time.
import { fitBots } from './adaptive';
import { askEngine } from '../shared/engine/engine';
import type { GameViews } from '../shared/events/views';
import { isGameId, type GameId, type GameSpec } from '../shared/games';
import { addTexts, t } from '../shared/i18n/text.svelte';
import { history, outcome, remember } from './history';
import { beat } from '../shared/prefs.svelte';
import { whenQuiet } from './stage/quiet';
import { newSeed } from '../shared/seed';
import { OfflineTable, type OfflineSetup } from './offline';
import { keep, unfinished } from './unfinished';

export { putAway, unfinished } from './unfinished';

const paceOf = (id: string) => ({
    // A bot waits until the players have seen the earlier events.
    beforeBot: () => whenQuiet().then(() => new Promise<void>((resolve) => setTimeout(resolve, beat()))),
    save: (setup: OfflineSetup | null) => {
        // A game that was opened and left without a move is not worth its place in the list.
        const others = unfinished().filter((one) => one.id !== id && one.setup.moves.length > 0);
        keep(setup ? [{ id, at: Date.now(), setup }, ...others] : others);
    },
    finished: ({ game, seats }: OfflineSetup, view: GameViews[GameId], record: string) => {
        if (!isGameId(game)) return; // the statistics know the games with a board
        const people = seats.flatMap(({ kind }, seat) => (kind === 'person' ? [seat] : []));
        const me = people.length === 1 ? people[0]! : null;
        remember({ at: Date.now(), game, me, seats, ...outcome(view), record });
    },
});

let current: OfflineTable | undefined;
let currentId = '';

const newId = (): string => Date.now().toString(36) + Math.random().toString(36).slice(2);

/** A new table; an unfinished one stays in the list. */
export async function openTable(setup: OfflineSetup, id: string = newId()): Promise<OfflineTable> {
    current?.close();
    const pace = paceOf(id);
    current = await OfflineTable.open(askEngine, setup, pace);
    currentId = id;
    pace.save(setup);
    return current;
}

/** The open table, the requested one, or the one played last. */
export async function currentTable(wanted: string | null = null): Promise<OfflineTable | null> {
    if (current && (wanted === null || wanted === currentId)) return current;
    const kept = unfinished().find(({ id }) => wanted === null || id === wanted);
    return kept ? openTable(kept.setup, kept.id) : null;
}

/** A new table with these settings; adaptive bots are chosen now. */
export const newGame = (setup: OfflineSetup): Promise<OfflineTable> =>
    openTable(setup.adapts ? { ...setup, seats: fitBots(setup.game, setup.seats, history()) } : setup);

/** The same players again, with seats turned by one so that another begins. */
export async function playAgain(setup: OfflineSetup): Promise<OfflineTable> {
    const [first, ...others] = setup.seats;
    const seats = first ? [...others, first] : others;
    return newGame({ ...setup, seats, seed: newSeed(), moves: [] });
}

export function leaveTable(): void {
    current?.close();
    current = undefined;
}

/** Games the engine knows and this page has no board for: they are played on a plain one. */
export const plain: { games: GameSpec[] } = $state({ games: [] });
function introduce(found: GameSpec[]): void {
    plain.games = found.filter(({ id }) => !isGameId(id));
    for (const { id, title, designer, summary } of plain.games)
        addTexts({
            [`game.${id}.title`]: title,
            [`game.${id}.by`]: designer,
            [`game.${id}.how`]: summary,
            [`game.${id}.about`]: summary,
            [`preset.${id}.usual`]: t('setup.usual'),
        });
}

let specs: Promise<GameSpec[]> | undefined;
export function gameSpecs(): Promise<GameSpec[]> {
    return (specs ??= askEngine({ op: 'games' }).then((answer) => {
        if (answer.ok) {
            const found = answer.games as GameSpec[];
            introduce(found);
            return found;
        }
        specs = undefined;
        throw new Error(answer.error?.message);
    }));
}
