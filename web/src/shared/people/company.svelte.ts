// The player's contacts: friends, friend requests, recent opponents, blocked players.
import { fetchCarrier, httpClient, type Answered, type Company } from '../net/schema';

export type { Known } from '../net/schema';
const server = httpClient(fetchCarrier());
export const company: { set: Company | null } = $state({ set: null });

/** Answers to simultaneous requests may arrive in any order: the last request counts. */
let asked = 0;
async function take(ask: () => Promise<Answered<Company>>): Promise<Answered<Company>> {
    const current = ++asked;
    const answer = await ask();
    if (answer.ok && current === asked) company.set = answer.value;
    return answer;
}
export async function lookAtCompany(): Promise<void> {
    await take(() => server.company());
}
type About = Parameters<typeof server.changeCompany>[0];
/** Invites, answers, blocks or reports a person; by their mark, seat or chat line. */
export const tellAbout = (about: About): Promise<Answered<Company>> => take(() => server.changeCompany(about));
