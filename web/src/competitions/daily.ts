// The daily tide at the server.
import type { GameId } from '../shared/games';
import {
    fetchCarrier,
    httpClient,
    type Answered,
    type Daily,
    type DailyList,
    type DailyStep,
} from '../shared/net/schema';

export type { Daily, DailyList, DailyStep } from '../shared/net/schema';

const server = httpClient(fetchCarrier());

export const today = (game: GameId): Promise<Answered<Daily>> => server.daily(game);
export const begin = (game: GameId): Promise<Answered<{ table: string }>> => server.startDaily(game);
export const list = (game: GameId, date: string): Promise<Answered<DailyList>> => server.dailyList(game, date);
export async function ways(game: GameId, date: string): Promise<DailyStep[]> {
    const answer = await server.dailyWays(game, date);
    return answer.ok ? answer.value.steps : [];
}

/** Did any player with the same moves until then choose another one? */
export const parted = (steps: DailyStep[]): { number: number; step: DailyStep }[] =>
    steps.map((step, i) => ({ number: i + 1, step })).filter(({ step }) => step.chosen.length > 1);
