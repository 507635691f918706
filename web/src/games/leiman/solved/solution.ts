// The columns of results for every class of set-ups of Leiman's game, as data/high_tide_leiman packs them.
import { cells } from '../geometry';
import type { Judged } from './judged';
import { inner, neighbours, outer, outerCount, setupCount, setupOf, symmetries } from './setups';

export const classCount = 124_920;
/** The numbers of columns in their files. */
export const columns = { winning_moves: 1, ending: 2, first_move_margins: 6 } as const;
export type ColumnName = keyof typeof columns;

const name = 'LEIMAN';
const version = 1;
const headerSize = name.length + 3 + 4;
const checksumSize = 8;
/** A number of 64 bits as two halves of 32: a large column is summed up four times as fast as with BigInt. */
class Sum {
    high = 0;
    low = 0;
    private add(high: number, low: number) {
        const sum = this.low + low;
        this.high = (this.high + high + (sum > 0xffffffff ? 1 : 0)) >>> 0;
        this.low = sum >>> 0;
    }
    private shiftedIn(by: number) {
        this.low = (this.low ^ ((this.low >>> by) | (this.high << (32 - by)))) >>> 0;
        this.high = (this.high ^ (this.high >>> by)) >>> 0;
    }
    private multiply(high: number, low: number) {
        const a = this.low >>> 16;
        const b = this.low & 0xffff;
        const c = low >>> 16;
        const d = low & 0xffff;
        const crossed = a * d + ((b * d) >>> 16);
        const middle = b * c + (crossed & 0xffff);
        const carried = a * c + Math.floor(crossed / 0x10000) + Math.floor(middle / 0x10000);
        this.high = (carried + Math.imul(this.high, low) + Math.imul(this.low, high)) >>> 0;
        this.low = (((middle & 0xffff) << 16) | ((b * d) & 0xffff)) >>> 0;
    }
    /** One step of splitmix64 after a turn by 23 bits: core/random.hpp has the same. */
    fold(value: number) {
        const high = this.high;
        this.high = ((high << 23) | (this.low >>> 9)) >>> 0;
        this.low = (((this.low << 23) | (high >>> 9)) ^ value) >>> 0;
        this.add(0x9e3779b9, 0x7f4a7c15);
        this.shiftedIn(30);
        this.multiply(0xbf58476d, 0x1ce4e5b9);
        this.shiftedIn(27);
        this.multiply(0x94d049bb, 0x133111eb);
        this.shiftedIn(31);
    }
}

/** The numbers of a column; nothing if the bytes are not such a file, whole and unchanged. */
export function unpack(column: ColumnName, bytes: Uint8Array): Uint8Array | null {
    if (bytes.length < headerSize + checksumSize) return null;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const content = bytes.subarray(0, bytes.length - checksumSize);
    const sum = new Sum();
    for (const byte of content) sum.fold(byte);
    if (view.getUint32(content.length, true) !== sum.low || view.getUint32(content.length + 4, true) !== sum.high)
        return null;
    if ([...name].some((letter, i) => content[i] !== letter.charCodeAt(0))) return null;
    const [found, kind, bits] = content.subarray(name.length);
    if (found !== version || kind !== columns[column] || bits! < 1 || bits! > 8) return null;
    const count = view.getUint32(name.length + 3, true);
    const packed = content.subarray(headerSize);
    if (packed.length !== Math.ceil((count * bits!) / 8)) return null;
    const numbers = new Uint8Array(count);
    for (let i = 0, waiting = 0, have = 0, next = 0; i < count; i += 1) {
        for (; have < bits!; have += 8) waiting |= packed[next++]! << have;
        numbers[i] = waiting & ((1 << bits!) - 1);
        waiting >>= bits!;
        have -= bits!;
    }
    return numbers;
}

/** Every arrangement of a ring in order, as numbers to the base of three, and where each goes under every symmetry. */
function arrangements(ring: number[], tiles: string): Uint16Array[] {
    const sorted = [...tiles].map(Number);
    const found: number[][] = [];
    for (;;) {
        found.push([...sorted]);
        let i = sorted.length - 2;
        while (i >= 0 && sorted[i]! >= sorted[i + 1]!) i -= 1;
        if (i < 0) break;
        let j = sorted.length - 1;
        while (sorted[j]! <= sorted[i]!) j -= 1;
        [sorted[i], sorted[j]] = [sorted[j]!, sorted[i]!];
        sorted.push(...sorted.splice(i + 1).reverse());
    }
    const index = new Uint16Array(3 ** ring.length);
    const keyOf = (tile: (place: number) => number) => ring.reduce((key, _, place) => key * 3 + tile(place), 0);
    found.forEach((arrangement, number) => (index[keyOf((place) => arrangement[place]!)] = number));
    return symmetries.map((map) => {
        const from = ring.map((cell) => ring.findIndex((other) => map[other] === cell));
        return Uint16Array.from(found, (arrangement) => index[keyOf((place) => arrangement[from[place]!]!)]!);
    });
}

/** All classes: the lowest number of each, in order. The place in that order is the number of the class. */
export class Classes {
    readonly representatives = new Uint32Array(classCount);
    private readonly innerMoved = arrangements(inner, '001122');
    private readonly outerMoved = arrangements(outer, '000001111122');

    constructor() {
        let found = 0;
        for (let number = 0; number < setupCount; number += 1)
            if (this.lowestTwin(number) === number) this.representatives[found++] = number;
    }
    moved(number: number, symmetry: number): number {
        return (
            this.innerMoved[symmetry]![Math.floor(number / outerCount)]! * outerCount +
            this.outerMoved[symmetry]![number % outerCount]!
        );
    }
    private lowestTwin(number: number): number {
        let lowest = number;
        for (let symmetry = 1; symmetry < symmetries.length; symmetry += 1) {
            const twin = this.moved(number, symmetry);
            if (twin < lowest) lowest = twin;
        }
        return lowest;
    }
    classOf(number: number): number {
        const wanted = this.lowestTwin(number);
        let [low, high] = [0, classCount];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.representatives[middle]! < wanted) low = middle + 1;
            else high = middle;
        }
        return low;
    }
    /** How many set-ups the class has: 12, or fewer if it is symmetric itself. */
    members(index: number): number {
        const number = this.representatives[index]!;
        return symmetries.length / symmetries.filter((_, symmetry) => this.moved(number, symmetry) === number).length;
    }
}

/**
 * The explorer's filters for set-ups: the ending as 0 (the starter loses by seven) to 15, and the number of first moves
 * that win.
 */
export const wishes = {
    only_move: (_: number, moves: number) => moves === 1,
    lost: (ending: number) => ending < 8,
    lost_by_three: (ending: number) => ending <= 4,
    equal: (ending: number) => ending === 7 || ending === 8,
    won_by_four: (ending: number) => ending === 12,
    won_by_five: (ending: number) => ending === 13,
    many_moves: (_: number, moves: number) => moves >= 16,
} as const;
export type Wish = keyof typeof wishes;
export const wishNames = Object.keys(wishes) as Wish[];

/** The columns' values for a set-up, and the number of similar ones. */
export interface Rarity {
    class: number;
    members: number;
    /** So many classes have fewer than twelve set-ups. */
    symmetric: number;
    ending: number;
    winningMoves: number;
    sameEnding: number;
    sameWinningMoves: number;
}

export class Solution {
    private readonly weights = new Uint8Array(classCount);
    private readonly symmetric: number;
    constructor(
        private readonly classes: Classes,
        private readonly endings: Uint8Array,
        private readonly winning: Uint8Array,
    ) {
        for (let index = 0; index < classCount; index += 1) this.weights[index] = classes.members(index);
        this.symmetric = this.weights.filter((weight) => weight < symmetries.length).length;
    }
    /** Of the set-ups with blue to start, where pink starts those with changed colours. */
    private count(fits: (ending: number, moves: number) => boolean): number {
        let count = 0;
        for (let index = 0; index < classCount; index += 1)
            if (fits(this.endings[index]!, this.winning[index]!)) count += this.weights[index]!;
        return count;
    }
    rarity(setup: number): Rarity {
        const index = this.classes.classOf(setup);
        const [ending, moves] = [this.endings[index]!, this.winning[index]!];
        return {
            class: index,
            members: this.weights[index]!,
            symmetric: this.symmetric,
            ending,
            winningMoves: moves,
            sameEnding: this.count((other) => other === ending),
            sameWinningMoves: this.count((_, other) => other === moves),
        };
    }
    /** How many set-ups fulfil each wish. */
    shares(): Record<Wish, number> {
        return Object.fromEntries(wishNames.map((wish) => [wish, this.count(wishes[wish])])) as Record<Wish, number>;
    }
    /** One that fulfils a wish; `dice` gives numbers from 0 to 1. */
    fulfil(wish: Wish, dice: () => number = Math.random): number {
        const found: number[] = [];
        for (let index = 0; index < classCount; index += 1)
            if (wishes[wish](this.endings[index]!, this.winning[index]!)) found.push(index);
        const index = found[Math.floor(dice() * found.length)]!;
        return this.classes.moved(this.classes.representatives[index]!, Math.floor(dice() * symmetries.length));
    }
    ofClass(index: number): number {
        return this.classes.representatives[index]!;
    }
}

/** Every first move of blue, by cells: a tile of the rim that is not pink's (L4, L6), onto a neighbour, in reading
 *  order. */
function firstMoves(setup: readonly string[]): [from: number, to: number][] {
    return outer
        .filter((cell) => setup[cell] !== 'p')
        .flatMap((from) => neighbours[from]!.map((to): [number, number] => [from, to]));
}

/** The results of every first move of every set-up. */
export class FirstMoves {
    /** The first number of each class. */
    private readonly places = new Uint32Array(classCount + 1);
    constructor(
        private readonly classes: Classes,
        private readonly margins: Uint8Array,
    ) {
        // only tiles of the rim can move
        const counts = Uint8Array.from({ length: outerCount }, (_, ring) => firstMoves(setupOf(ring)).length);
        for (let index = 0; index < classCount; index += 1)
            this.places[index + 1] = this.places[index]! + counts[classes.representatives[index]! % outerCount]!;
        if (this.places[classCount] !== margins.length) throw new Error('first_move_margins is of other set-ups');
    }
    /** Of a set-up that `starter` begins; for pink its number is that of the set-up with swapped colours. */
    of(setup: number, starter: number): Judged[] {
        const index = this.classes.classOf(setup);
        const lowest = this.classes.representatives[index]!;
        const map = symmetries[symmetries.findIndex((_, symmetry) => this.classes.moved(lowest, symmetry) === setup)]!;
        return firstMoves(setupOf(lowest)).map(([from, to], i) => {
            const ending = this.margins[this.places[index]! + i]!;
            const wins = ending >= 8;
            const winner = wins ? starter : 1 - starter;
            return {
                action: `${cells[map[from]!]}-${cells[map[to]!]}`,
                winner,
                margin: (winner === 0 ? 1 : -1) * (wins ? ending - 8 : 7 - ending),
            };
        });
    }
}
