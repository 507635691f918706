// Which friends are here: told by the server over one line while somebody looks, and never asked for again.
import { connect } from '../net/api';
import type { Connection } from '../net/connection';
import { company } from './company.svelte';

let watchers = 0;
let line: Connection | null = null;

function set(person: string, here: boolean): void {
    const friend = company.set?.friends.find((one) => one.person === person);
    if (friend) friend.here = here;
}
async function ask(current: Connection): Promise<void> {
    const reply = await current.request('friends', {});
    if (current !== line || !reply.ok) return;
    for (const { person, here } of reply.friends) set(person, here);
}

/** Begins to look; gives what ends it. Whoever looks is here themselves. */
export function watchFriends(): () => void {
    watchers += 1;
    if (!line) {
        const current = (line = connect());
        current.onpush = (push) => {
            if ('friend' in push) set(push.friend.person, push.friend.here);
        };
        current.onstate = (open) => void (open && ask(current)); // also when the line is back
    }
    return () => {
        watchers -= 1;
        if (watchers > 0) return;
        line?.close();
        line = null;
    };
}
