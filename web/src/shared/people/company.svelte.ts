// Whom one knows: friends, who asks, who was met lately, who is kept away.
import { fetchCarrier, httpClient, type Answered, type Company } from '../net/schema';

export type { Known } from '../net/schema';
const server = httpClient(fetchCarrier());
export const company: { set: Company | null } = $state({ set: null });

/** What is asked for at the same time may be answered in any order: what was asked for last counts. */
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
/** Somebody is asked, answered, blocked or reported; by their mark, or by where they sit or what they said. */
export const tellAbout = (about: About): Promise<Answered<Company>> => take(() => server.changeCompany(about));
