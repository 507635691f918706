// Whom one knows: friends, who asks, who was met lately, who is kept away.
import { fetchCarrier, httpClient, type Answered, type Company } from '../net/schema';

export type { Known } from '../net/schema';
const server = httpClient(fetchCarrier());
export const company: { set: Company | null } = $state({ set: null });

export async function lookAtCompany(): Promise<void> {
    const answer = await server.company();
    if (answer.ok) company.set = answer.value;
}
type About = Parameters<typeof server.changeCompany>[0];
/** Somebody is asked, answered, blocked or reported; by their mark, or by where they sit or what they said. */
export async function tellAbout(about: About): Promise<Answered<Company>> {
    const answer = await server.changeCompany(about);
    if (answer.ok) company.set = answer.value;
    return answer;
}
