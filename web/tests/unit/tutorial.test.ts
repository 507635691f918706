// Every tutorial is played through the real engine, by every way it allows.
import { describe, expect, it } from 'vitest';
import { gameIds } from '../../src/shared/games';
import { analyseQuickly, positionText, type LeimanView } from '../../src/games/leiman/solved/analysis';
import { scripts } from '../../src/home/learn/scripts';
import { Tutorial } from '../../src/home/learn/tutorial';
import { realEngine } from './engine';

const ask = await realEngine();

describe('tutorials', () => {
    for (const game of gameIds) {
        const ways = Math.max(...scripts[game].lessons.map(({ play }) => play?.length ?? 1));
        for (let way = 0; way < ways; way += 1)
            it(`of ${game} lead to their end (way ${way + 1})`, async () => {
                const tutorial = await Tutorial.open(ask, game);
                while (!tutorial.last) {
                    const { play } = tutorial.lesson;
                    if (play) expect(await tutorial.play(play[way % play.length]!)).toEqual({ ok: true });
                    else expect(await tutorial.next()).toBe(true);
                }
                expect(await tutorial.next()).toBe(false);
                // To the end of the game, which the learner's own last move brings about.
                const { view, log } = await tutorial.snapshot();
                const { winner, winners } = view as { winner?: number | null; winners?: number[] | null };
                expect(winner ?? winners).toEqual(game === 'high_tide_henn' ? [1] : game === 'turn_the_tide' ? [0] : 0);
                expect(log.at(-1)!.by).toBe(0);
            });
        it(`of ${game} go on where they were left`, async () => {
            const first = await Tutorial.open(ask, game);
            while (first.place.at < 4) await (first.lesson.play ? first.play(first.lesson.play.at(-1)!) : first.next());
            const { at, moves } = first.place;
            const again = await Tutorial.open(ask, game, moves, at);
            expect(again.place).toEqual(first.place);
            expect((await again.snapshot()).view).toEqual((await first.snapshot()).view);
        });
    }
    it('of the solution claim what is true: what they ask for wins, what they warn of loses', async () => {
        const winners = async (tutorial: Tutorial) => {
            const { view } = await tutorial.snapshot();
            const { table } = await ask({
                op: 'position',
                game: 'high_tide_leiman',
                position: positionText(view as LeimanView),
            });
            const analysis = (await analyseQuickly(ask, table))!;
            await ask({ op: 'close', table });
            return {
                won: analysis.moves.filter(({ winner }) => winner === 0).map(({ action }) => action),
                ...analysis,
            };
        };
        const tutorial = await Tutorial.open(ask, 'high_tide_leiman_more', [], 1);
        const first = await winners(tutorial);
        expect(first.winner).toBe(0);
        expect(first.won).toContain('a3-a2');
        expect(first.won).not.toContain('a1-a2');
        await tutorial.play('a3-a2');
        await tutorial.next();
        const second = await winners(tutorial);
        expect(second.moves).toHaveLength(14);
        expect(second.won.sort()).toEqual([...tutorial.lesson.play!].sort());
        await tutorial.play('d1-d2');
        while (!tutorial.last) expect(await tutorial.next()).toBe(true);
        expect(await tutorial.next()).toBe(false);
    });
    it('refuse what breaks the rules and stay where they are', async () => {
        const tutorial = await Tutorial.open(ask, 'high_tide_leiman', [], 1);
        expect((await tutorial.play('c3-a1')).ok).toBe(false);
        expect(tutorial.place.at).toBe(1);
    });
    it('tell what the rules refuse from what the lesson puts off, and change nothing', async () => {
        const tutorial = await Tutorial.open(ask, 'high_tide_leiman', [], 1);
        const before = await tutorial.snapshot();
        expect((await tutorial.refusal('c3-b3'))?.message).toContain('L6');
        expect(await tutorial.refusal('e3-d4')).toBeNull();
        expect(await tutorial.snapshot()).toEqual(before);
    });
});
