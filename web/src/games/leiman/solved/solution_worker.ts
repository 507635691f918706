// The columns off the main thread: sorting all set-ups into classes takes a moment.
import endingUrl from '@leiman/ending.bin?url';
import marginsUrl from '@leiman/first_move_margins.bin?url';
import winningUrl from '@leiman/winning_moves.bin?url';
import { Classes, FirstMoves, Solution, unpack, type ColumnName, type Wish } from './solution';

export type Question =
    | { ask: 'rarity'; setup: number }
    | { ask: 'shares' }
    | { ask: 'fulfil'; wish: Wish }
    | { ask: 'class'; class: number }
    | { ask: 'moves'; setup: number; starter: number };

async function column(name: ColumnName, url: string): Promise<Uint8Array> {
    const numbers = unpack(name, new Uint8Array(await (await fetch(url)).arrayBuffer()));
    if (!numbers) throw new Error(`${name} is broken`);
    return numbers;
}
/** Fetched and made when it is first asked for; another time, if that fails. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
    let made: Promise<T> | undefined;
    return () =>
        (made ??= make().catch((problem: unknown) => {
            made = undefined;
            throw problem;
        }));
}
const classes = once(async () => new Classes());
const solution = once(async () => {
    const [endings, winning] = await Promise.all([column('ending', endingUrl), column('winning_moves', winningUrl)]);
    return new Solution(await classes(), endings, winning);
});
/** More than a megabyte, so only the explorer loads it. */
const firstMoves = once(async () => new FirstMoves(await classes(), await column('first_move_margins', marginsUrl)));

async function answer(question: Question): Promise<unknown> {
    switch (question.ask) {
        case 'rarity':
            return (await solution()).rarity(question.setup);
        case 'shares':
            return (await solution()).shares();
        case 'fulfil':
            return (await solution()).fulfil(question.wish);
        case 'class':
            return (await solution()).ofClass(question.class);
        case 'moves':
            return (await firstMoves()).of(question.setup, question.starter);
    }
}

onmessage = async ({ data }: MessageEvent<{ id: number; question: Question }>) => {
    postMessage({ id: data.id, answer: await answer(data.question).catch(() => null) });
};
