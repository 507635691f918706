// Bot accounts: all of them, for challenges, and the player's own with their tokens.
import { fetchCarrier, httpClient, type Answered, type Bots } from '../net/schema';

const server = httpClient(fetchCarrier());
export const bots: { set: Bots | null } = $state({ set: null });

export async function lookAtBots(): Promise<void> {
    const answer = await server.bots();
    if (answer.ok) bots.set = answer.value;
}
/** A new key is in the answer alone: it is not kept here. */
export async function changeBots(about: Parameters<typeof server.changeBots>[0]): Promise<Answered<Bots>> {
    const answer = await server.changeBots(about);
    if (answer.ok) bots.set = { bots: answer.value.bots, mine: answer.value.mine };
    return answer;
}
