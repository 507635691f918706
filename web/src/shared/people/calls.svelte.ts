// Notifications of turns: the settings at the server, this browser's permission, and the number of waiting games.
import { account, me } from '../net/account.svelte';
import { fetchCarrier, httpClient, type Answered, type Calls } from '../net/schema';
import { mine } from '../net/api';
import { company, lookAtCompany } from './company.svelte';
import { tables, waitsForMe } from './lobby.svelte';

export const server = httpClient(fetchCarrier());
export const calls: { set: Calls | null; here: boolean } = $state({ set: null, here: false });

/** Browsers push only to installed service workers, and only over secure connections. */
export const canPush = (): boolean =>
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function subscription(): Promise<PushSubscription | null> {
    if (!canPush()) return null;
    const worker = await navigator.serviceWorker.getRegistration();
    return (await worker?.pushManager.getSubscription()) ?? null;
}
const bytes = (text: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

function take(answer: Answered<Calls>): Answered<Calls> {
    if (answer.ok) calls.set = answer.value;
    return answer;
}
export async function lookAtCalls(): Promise<void> {
    take(await server.calls());
    const known = await subscription();
    calls.here = known !== null;
    if (known) await tell(known); // another person may have subscribed in this browser before
}

async function tell(known: PushSubscription): Promise<Answered<object>> {
    const { keys } = known.toJSON();
    return server.addPush({ endpoint: known.endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' });
}

export type Asked = 'done' | 'denied' | 'impossible' | 'failed';
/** Asks the browser's leave, subscribes, and tells the server. */
export async function callHere(): Promise<Asked> {
    if (!canPush() || !calls.set) return 'impossible';
    if ((await Notification.requestPermission()) !== 'granted') return 'denied';
    try {
        const worker = await navigator.serviceWorker.ready;
        const known = await worker.pushManager.subscribe({
            userVisibleOnly: true,
            applicationServerKey: bytes(calls.set.push_key),
        });
        if (!(await tell(known)).ok) return 'failed';
    } catch {
        return 'impossible'; // some browsers have no push service behind them
    }
    await lookAtCalls();
    return 'done';
}
export async function doNotCallHere(): Promise<void> {
    const known = await subscription();
    if (known) {
        await server.forgetPush({ endpoint: known.endpoint });
        await known.unsubscribe();
    }
    await lookAtCalls();
}
export const setCalls = async (what: { on?: boolean; mail?: boolean; table?: string }): Promise<Answered<Calls>> =>
    take(await server.setCalls(what));

/** The number of games and questions of friends that wait for one, before the title of the page and on the icon of the
 *  installed app. */
export function titleWith(title: string, waiting: number): string {
    const bare = title.replace(/^\(\d+\) /, '');
    return waiting > 0 ? `(${waiting}) ${bare}` : bare;
}

const pauseMs = 30_000;
/** Keeps number and icon up to date; asks the server now and then, also while the page is hidden. */
export function countTurns(): void {
    const waiting = () => tables.own.filter(waitsForMe).length + (company.set?.asked.length ?? 0);
    const show = () => {
        const title = titleWith(document.title, waiting());
        if (title !== document.title) document.title = title;
    };
    $effect.root(() => {
        // After a login or a change of person, shows that person's requests.
        $effect(() => {
            if (account.me?.guest) void lookAtCompany();
        });
        $effect(() => {
            const count = waiting();
            show();
            if ('setAppBadge' in navigator)
                void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
        });
    });
    // Every view writes its own title.
    new MutationObserver(show).observe(document.querySelector('title')!, {
        childList: true,
        characterData: true,
        subtree: true,
    });
    // A subscription belongs to the session that reported it to the server; this may be a new one.
    if (canPush() && Notification.permission === 'granted') void me().then((known) => known && lookAtCalls());
    setInterval(async () => {
        if (!account.me) return;
        if (!document.hidden) void lookAtCompany();
        const own = await mine();
        if (own) tables.own = own;
    }, pauseMs);
}
