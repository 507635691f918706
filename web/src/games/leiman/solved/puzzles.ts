// Puzzles: the solved ones, kept on the device, and the puzzle of the day, which needs no server.
export interface Solver {
    rating: number;
    streak: number;
    best: number;
    solved: number;
    /** The last day whose puzzle was solved. */
    day: string;
}

const key = 'springtide-puzzles';
const fresh: Solver = { rating: 1200, streak: 0, best: 0, solved: 0, day: '' };

export function solver(): Solver {
    try {
        return { ...fresh, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Solver>) };
    } catch {
        return fresh;
    }
}
export const keep = (state: Solver): void => localStorage.setItem(key, JSON.stringify(state));

/** The day in UTC, so that it is the same everywhere. */
export const today = (now: Date): string => now.toISOString().slice(0, 10);

/** After the first try at a puzzle: as between two players, of whom one is the puzzle. */
export function tried(state: Solver, difficulty: number, right: boolean): Solver {
    const puzzle = 800 + 200 * difficulty;
    const expected = 1 / (1 + 10 ** ((puzzle - state.rating) / 400));
    const rating = Math.round(state.rating + 32 * ((right ? 1 : 0) - expected));
    const streak = right ? state.streak + 1 : 0;
    return { ...state, rating, streak, best: Math.max(state.best, streak), solved: state.solved + (right ? 1 : 0) };
}
