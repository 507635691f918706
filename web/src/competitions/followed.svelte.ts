// A club night or a set of duplicate tables as one of its people follows it: looked at again every few seconds until it
// is over.
import { t } from '../shared/i18n/text.svelte';
import { account, me, rename } from '../shared/net/account.svelte';
import type { Answered } from '../shared/net/schema';
import { explain } from '../shared/refusals.svelte';

const apart = 2500; // milliseconds between two looks

export class Followed<T extends { phase: string }> {
    value: T | undefined = $state.raw();
    problem = $state('');
    /** The name that the person entered. */
    name = $state('');
    busy = $state(false);

    private readonly look: () => Promise<Answered<T>>;
    constructor(look: () => Promise<Answered<T>>) {
        this.look = look;
    }

    /** For onMount: looks now and then, and gives what ends it. */
    follow(): () => void {
        let timer: ReturnType<typeof setTimeout> | undefined;
        let gone = false;
        const again = async (): Promise<void> => {
            if (!document.hidden || !this.value) await this.lookOnce();
            if (!gone && this.value?.phase !== 'over') timer = setTimeout(() => void again(), apart);
        };
        void again();
        return () => {
            gone = true;
            clearTimeout(timer);
        };
    }
    /** Changes something; the answer is how it stands then. */
    async ask(change: () => Promise<Answered<T>>): Promise<void> {
        this.busy = true;
        this.take(await change());
        this.busy = false;
    }
    /** Renames first if the person entered another name. */
    async askAs(change: () => Promise<Answered<T>>): Promise<void> {
        const wanted = this.name.trim();
        if (account.me && wanted && wanted !== account.me.name) {
            const named = await rename(wanted);
            if (!named.ok) {
                this.problem = explain(named.error);
                return;
            }
        }
        await this.ask(change);
    }

    private async lookOnce(): Promise<void> {
        const someone = await me();
        if (someone && !this.name) this.name = someone.name;
        if (this.busy) return;
        const answer = someone ? await this.look() : null;
        if (!answer) this.problem = t('room.noServer');
        else if (!this.busy) this.take(answer);
    }
    private take(answer: Answered<T>): void {
        if (answer.ok) [this.value, this.problem] = [answer.value, ''];
        else this.problem = explain(answer.error);
    }
}
