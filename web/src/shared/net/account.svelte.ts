// The person at the server. Every view shows the same person, and a change shows everywhere at once.
import {
    fetchMe,
    postClaim,
    postLogin,
    postLogout,
    postLogoutEverywhere,
    postName,
    postPassword,
    type Answered,
    type Me,
} from './api';

export const account: { me: Me | null } = $state({ me: null });
let asked: Promise<Me | null> | undefined;

/** Null if there is no server; the next call tries again, for it may come back. */
export function me(): Promise<Me | null> {
    asked ??= fetchMe().then((answer) => {
        account.me = answer;
        if (!answer) asked = undefined;
        return answer;
    });
    return asked;
}

export function become(answer: Answered<Me>): Answered<Me> {
    if (answer.ok) {
        account.me = answer.value;
        asked = Promise.resolve(answer.value);
    }
    return answer;
}
export const rename = async (name: string): Promise<Answered<Me>> => become(await postName(name));
export const claim = async (name: string, password: string): Promise<Answered<Me>> =>
    become(await postClaim(name, password));
export const login = async (name: string, password: string): Promise<Answered<Me>> =>
    become(await postLogin(name, password));
export const changePassword = async (name: string, password: string, old: string): Promise<Answered<Me>> =>
    become(await postPassword(name, password, old));
/** Every other device must log in again. */
export const logoutEverywhere = async (): Promise<Answered<Me>> => become(await postLogoutEverywhere());
export async function logout(): Promise<void> {
    await postLogout();
    asked = undefined;
    await me();
}
