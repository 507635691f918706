// What boards and panels show beside the position, drawn without a browser: marks of a review, what must be seen at a
// round's end, and what the clocks are called.
import './page';
import { createRawSnippet } from 'svelte';
import { render } from 'svelte/server';
import { beforeAll, describe, expect, it } from 'vitest';
import Board from '../../src/games/Board.svelte';
import LeimanBoard from '../../src/games/leiman/Board.svelte';
import RoundTable from '../../src/games/RoundTable.svelte';
import type { AskEngine } from '../../src/shared/engine/engine';
import { speak } from '../../src/shared/i18n/text.svelte';
import { clocks } from '../../src/table/clocks';
import type { GameId } from '../../src/shared/games';
import type { Snapshot } from '../../src/shared/table_client';
import { realEngine } from './engine';
import { allTexts } from './languages';

let ask: AskEngine;
beforeAll(async () => {
    ask = await realEngine();
    await speak('en');
});
const play = () => Promise.resolve(false);

/** A table after some moves, through the eyes of `me`, or of somebody who sees everything. */
async function tableOf<G extends GameId>(
    game: G,
    players: number,
    actions: string[],
    me: number | null,
): Promise<{ snap: Snapshot<G>; legal: string[] }> {
    const { table } = await ask({ op: 'new', game, players, options: {}, seed: 'marks', for: 'all' });
    for (const action of actions) await ask({ op: 'play', table, by: 0, action });
    const { view } = await ask({ op: 'view', table, for: me ?? 'all' });
    const legal = (await ask({ op: 'legal', table, by: me ?? 0 })).actions as string[];
    const seats = Array.from({ length: players }, () => ({ kind: 'bot', level: 'easy' }));
    return {
        legal,
        snap: {
            game,
            players,
            options: { beach_length: 20 },
            seats,
            me,
            view,
            legal: [],
            toAct: [],
            log: [],
            over: false,
            ended: null,
        } as unknown as Snapshot<G>,
    };
}
const count = (html: string, part: RegExp) => [...html.matchAll(part)].length;

describe('a review', () => {
    it('marks the card that was played and the better one, in the hand and where all hands lie open', async () => {
        const { snap, legal } = await tableOf('turn_the_tide', 3, [], 0);
        const review = { by: 0, played: legal[2]!, better: legal[5]! };
        const hand = render(Board, { props: { snap, play, review } }).body;
        expect(count(hand, /data-mark="played"/g)).toBe(1);
        expect(count(hand, /data-mark="better"/g)).toBe(1);
        expect(hand).toMatch(
            new RegExp(`class="card[^"]*\\bwas\\b[^"]*"[^>]*data-mark="played"[^>]*aria-label="[^"]*\\b${legal[2]}\\b`),
        );
        const open = await tableOf('turn_the_tide', 3, [], null);
        const hands = render(Board, { props: { snap: open.snap, play, review } }).body;
        expect(hands).toMatch(new RegExp(`number played[^>]*>${legal[2]}`));
        expect(hands).toMatch(new RegExp(`number better[^>]*>${legal[5]}`));
        // Somebody else's move is not marked on one's own cards.
        expect(
            count(
                render(Board, { props: { snap, play, review: { ...review, by: 1 } } }).body,
                /data-mark="(played|better)"/g,
            ),
        ).toBe(0);
    });
    it("marks both moves on Henn's beaches, at the spaces they lead to, and says them in words", async () => {
        const { view } = (await tableOf('high_tide_henn', 3, [], null)).snap;
        const rolled = await tableOf('high_tide_henn', 3, [], null);
        const snap = {
            ...rolled.snap,
            view: { ...rolled.snap.view, rolled: ['k3', 'b5'], phase: 'answer' },
        } as Snapshot;
        const leadsTo = {
            accept: {
                landings: [
                    { beach: 'k' as const, from: 0, to: 3 },
                    { beach: 'b' as const, from: 0, to: 5 },
                ],
            },
        };
        const html = render(Board, {
            props: { snap, play, review: { by: view.active!, played: 'lay', better: 'accept', leadsTo } },
        }).body;
        expect(count(html, /class="round marked better/g)).toBe(2); // a die for each of two beaches
        expect(html).toContain('>better<');
        expect(html).toContain('>played<');
        const kept = render(Board, {
            props: { snap, play, review: { by: view.active!, played: 'accept', better: null, leadsTo } },
        }).body;
        expect(count(kept, /class="round marked played/g)).toBe(2);
        expect(kept).not.toContain('>better<');
    });
    it("draws the move that was played and the better one as arrows on Leiman's board, with their names", async () => {
        const { snap, legal } = await tableOf('high_tide_leiman', 2, [], null);
        const [played, better] = [legal[0]!, legal.at(-1)!];
        const html = render(LeimanBoard, { props: { snap, play, arrows: [better, played], played } }).body;
        expect(count(html, /class="arrow[^"]* best/g)).toBe(1);
        expect(count(html, /class="arrow[^"]* played/g)).toBe(1);
        expect(html).toContain('>better<');
        expect(html).toContain('>played<');
    });
});

describe("a round's end", () => {
    it('says in the panel itself what must be seen at once, such as a bot that plays for somebody', async () => {
        const { snap } = await tableOf('high_tide_leiman', 2, [], 0);
        const urgent = createRawSnippet(() => ({ render: () => '<div class="asked">A bot is playing for you.</div>' }));
        const end = {
            round: 1,
            events: [{ kind: 'round_won', round: 1, seat: 0, reason: 'visible', visible: [4, 2] }],
        };
        const { body } = render(RoundTable, {
            props: {
                snap: { ...snap, view: { ...snap.view, last_mover: 0 } },
                end: end as never,
                urgent,
                ondone: () => undefined,
            },
        });
        expect(body).toMatch(/class="summary[\s\S]*A bot is playing for you\.[\s\S]*Next round/);
        // Why it ended: who cannot move, what was counted, who gets the stone.
        expect(body).toContain('Pink can’t move');
        expect(body).toContain('blue 4, pink 2');
    });
});

describe('a clock', () => {
    const numbers = (text: string) => [...text.matchAll(/\d+/g)].map(Number);
    it('is called by both of its times, the one for a move and the one to spare, in every language', () => {
        for (const texts of Object.values(allTexts)) {
            for (const name of ['live', 'blitz'] as const) {
                const { move, bank } = clocks[name];
                expect(numbers(texts[`clock.${name}`])).toEqual([move < 60 ? move : move / 60, bank / 60]);
            }
            expect(numbers(texts['clock.days'])).toEqual([clocks.days.days]);
        }
        expect(allTexts.en['clock.live']).toBe('1 min per move + 5 min reserve');
    });
});
