// A record as text: tags, an empty line, then one event per line. The engine decides whether it is right.
import { isGameId, type GameId } from './games';

export interface RecordLine {
    by: number | 'chance';
    /** Null: a secret choice is taken back. */
    action: string | null;
    /** Its line in the text, from 1. */
    line: number;
}
export interface GameRecord {
    game: GameId;
    players: number;
    tags: Record<string, string>;
    /** The tags as they stand, without result and seed. */
    head: string;
    lines: RecordLine[];
}

/** Null for a text that is no record of a game known here. */
export function readRecord(text: string): GameRecord | null {
    const tags: Record<string, string> = {};
    const head: string[] = [];
    const lines: RecordLine[] = [];
    for (const [i, raw] of text.split(/\r?\n/).entries()) {
        const line = raw.trim();
        if (line === '' || line.startsWith('#')) continue;
        const tag = /^\[(\w+) "(.*)"\]$/.exec(line);
        if (tag) {
            tags[tag[1]!] = tag[2]!;
            // With a seed the engine would draw what the record already tells.
            if (tag[1] !== 'Result' && tag[1] !== 'Seed') head.push(line);
            continue;
        }
        const event = /^(chance|\d+) (.+)$/.exec(line);
        if (!event) return null;
        lines.push({
            by: event[1] === 'chance' ? 'chance' : Number(event[1]),
            action: event[2] === 'retract' ? null : event[2]!,
            line: i + 1,
        });
    }
    const { Game: game = '', Players: players = '' } = tags;
    return isGameId(game) && /^[2-6]$/.test(players)
        ? { game, players: Number(players), tags, head: `${head.join('\n')}\n\n`, lines }
        : null;
}

/** The record up to a moment, as the engine reads it. */
export function upTo({ head, lines }: GameRecord, moment: number): string {
    return (
        head +
        lines
            .slice(0, moment)
            .map(({ by, action }) => `${by} ${action ?? 'retract'}\n`)
            .join('')
    );
}

const base64 = {
    encode: (bytes: Uint8Array) =>
        btoa(String.fromCharCode(...bytes))
            .replaceAll('+', '-')
            .replaceAll('/', '_')
            .replaceAll('=', ''),
    decode: (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)),
};
const through = async (bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> =>
    new Uint8Array(await new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(stream)).arrayBuffer());

/** A record small enough for an address, and back. */
export const pack = async (text: string): Promise<string> =>
    base64.encode(await through(new TextEncoder().encode(text), new CompressionStream('deflate')));
export async function unpack(packed: string): Promise<string | null> {
    try {
        return new TextDecoder().decode(await through(base64.decode(packed), new DecompressionStream('deflate')));
    } catch {
        return null;
    }
}
