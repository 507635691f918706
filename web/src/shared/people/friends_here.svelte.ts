// The friends online: the server sends changes over one connection while the list is visible.
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

/** Starts watching; returns the function that stops it. The watching player counts as online. */
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
