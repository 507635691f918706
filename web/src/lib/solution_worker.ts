// The columns off the main thread: sorting all set-ups into classes takes a moment.
import endingUrl from '@leiman/ending.bin?url';
import winningUrl from '@leiman/winning_moves.bin?url';
import { Classes, Solution, unpack, type ColumnName, type Wish } from './solution';

export type Question = { ask: 'rarity'; setup: number } | { ask: 'shares' } | { ask: 'fulfil'; wish: Wish } | { ask: 'class'; class: number };

async function column(name: ColumnName, url: string): Promise<Uint8Array> {
    const numbers = unpack(name, new Uint8Array(await (await fetch(url)).arrayBuffer()));
    if (!numbers) throw new Error(`${name} is broken`);
    return numbers;
}
let opened: Promise<Solution> | undefined;
async function open(): Promise<Solution> {
    const [endings, winning] = await Promise.all([column('ending', endingUrl), column('winning_moves', winningUrl)]);
    return new Solution(new Classes(), endings, winning);
}

function answer(solution: Solution, question: Question): unknown {
    switch (question.ask) {
        case 'rarity': return solution.rarity(question.setup);
        case 'shares': return solution.shares();
        case 'fulfil': return solution.fulfil(question.wish);
        case 'class': return solution.ofClass(question.class);
    }
}

onmessage = async ({ data }: MessageEvent<{ id: number; question: Question }>) => {
    try {
        opened ??= open();
        postMessage({ id: data.id, answer: answer(await opened, data.question) });
    } catch {
        opened = undefined; // another time
        postMessage({ id: data.id, answer: null });
    }
};
