// Passkeys of this browser: asked for, and answered to the server.
import { t } from '../shared/i18n/text.svelte';
import { account, become } from '../shared/net/account.svelte';
import {
    fetchCarrier,
    httpClient,
    type Answered,
    type BeginPasskeyBody,
    type Me,
    type PasskeyAnswer,
    type Passkeys,
} from '../shared/net/schema';
import { explain } from '../shared/refusals.svelte';

const server = httpClient(fetchCarrier());

/** The keys of one's account; null until the server has sent them. */
export const keys: { set: Passkeys | null } = $state({ set: null });
export async function lookAtKeys(): Promise<void> {
    const answer = account.me?.claimed ? await server.passkeys() : null;
    keys.set = answer?.ok ? answer.value : null;
}

export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window;

/** Proves that a request comes from the owner of the account. */
export type Proof = { password?: string; passkey?: PasskeyAnswer };
/** A result, or a sentence that says why there is none. */
export type Outcome<T> = { value: T; problem?: undefined } | { value?: undefined; problem: string };

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
const inText = (buffer: ArrayBuffer): string =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
const outcome = <T>(answer: Answered<T>): Outcome<T> =>
    answer.ok ? { value: answer.value } : { problem: explain(answer.error) };

/** The reason as text: the person changed their mind, or this address cannot have passkeys. */
const problemOf = (error: unknown): string =>
    t(
        error instanceof DOMException && error.name === 'NotAllowedError'
            ? 'passkey.cancelled'
            : error instanceof DOMException && error.name === 'InvalidStateError'
              ? 'passkey.there'
              : 'passkey.impossible',
    );

type Path = BeginPasskeyBody['path'];
/** Asks for a passkey, for a request to this path. */
export async function usePasskey(path: Path): Promise<Outcome<PasskeyAnswer>> {
    const begun = outcome(await server.beginPasskey({ path }));
    if (!begun.value) return begun;
    const { challenge, host, passkeys } = begun.value;
    try {
        const found = (await navigator.credentials.get({
            publicKey: {
                challenge: bytes(challenge),
                rpId: host,
                allowCredentials: passkeys.map((id) => ({ type: 'public-key', id: bytes(id) })),
                userVerification: 'required',
            },
        })) as PublicKeyCredential;
        const answer = found.response as AuthenticatorAssertionResponse;
        return {
            value: {
                id: found.id,
                ...(answer.userHandle ? { user: inText(answer.userHandle) } : {}),
                client_data: inText(answer.clientDataJSON),
                authenticator_data: inText(answer.authenticatorData),
                signature: inText(answer.signature),
            },
        };
    } catch (error) {
        return { problem: problemOf(error) };
    }
}

const kinds = [-7, -8, -257]; // ES256, Ed25519, RS256
/** Makes a passkey for the account of this name. */
async function makePasskey(name: string): Promise<Outcome<{ client_data: string; attestation: string }>> {
    const begun = outcome(await server.beginPasskey({ path: '/api/passkeys/add' }));
    if (!begun.value) return begun;
    const { challenge, host, user = '', passkeys } = begun.value;
    try {
        const made = (await navigator.credentials.create({
            publicKey: {
                challenge: bytes(challenge),
                rp: { id: host, name: 'Springtide' },
                user: { id: bytes(user), name, displayName: name },
                pubKeyCredParams: kinds.map((alg) => ({ type: 'public-key', alg })),
                excludeCredentials: passkeys.map((id) => ({ type: 'public-key', id: bytes(id) })),
                authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
            },
        })) as PublicKeyCredential;
        const answer = made.response as AuthenticatorAttestationResponse;
        return { value: { client_data: inText(answer.clientDataJSON), attestation: inText(answer.attestationObject) } };
    } catch (error) {
        return { problem: problemOf(error) };
    }
}

export async function loginByPasskey(): Promise<Outcome<Me>> {
    const used = await usePasskey('/api/passkeys/login');
    if (!used.value) return used;
    return outcome(become(await server.loginByPasskey({ passkey: used.value })));
}
export async function createByPasskey(name: string): Promise<Outcome<Me>> {
    const made = await makePasskey(name);
    if (!made.value) return made;
    return outcome(become(await server.addPasskey({ name, ...made.value })));
}
/** The proof comes first: its challenge is another one. */
export async function addPasskey(proof: Proof): Promise<Outcome<Me>> {
    const made = await makePasskey(account.me?.name ?? '');
    if (!made.value) return made;
    return outcome(await server.addPasskey({ ...proof, ...made.value }));
}
export const removePasskey = async (id: string, proof: Proof): Promise<Outcome<Passkeys>> =>
    outcome(await server.removePasskey({ id, ...proof }));
