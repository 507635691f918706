// Several observers' views of a table on this device, kept by folding the engine's events for each of them.
import type { AskEngine } from '../shared/engine/engine';
import type { Answer } from '../shared/engine/module';
import type { GameId } from '../shared/games';
import { fold } from '../games/fold';
import type { EventRecord } from '../shared/events/steps';
import type { GameEvents } from '../shared/events/records';
import type { GameViews } from '../shared/events/views';

/** The observer: a seat, the public view, or everything. */
export type Eyes = number | 'spectator' | 'all';

export class Seen {
    private readonly views = new Map<Eyes, GameViews[GameId] | null>();

    constructor(
        private readonly ask: AskEngine,
        private readonly game: GameId,
        /** The `for` of every request whose answer is taken. */
        readonly observers: readonly Eyes[],
    ) {}

    /** Folds an answer, and returns its public events. */
    async take(answer: Answer, table: unknown): Promise<GameEvents[GameId][]> {
        const told = answer.events as EventRecord[][];
        for (const [i, observer] of this.observers.entries())
            this.views.set(
                observer,
                fold(this.game, this.views.get(observer) ?? null, told[i]!) ?? (await this.whole(observer, table)),
            );
        return happened(told[this.observers.indexOf('spectator')] ?? []);
    }
    view(observer: Eyes): GameViews[GameId] {
        return this.views.get(observer)!;
    }

    /** For events that do not fit: the engine gives a new view. */
    private async whole(observer: Eyes, table: unknown): Promise<GameViews[GameId]> {
        return (await this.ask({ op: 'view', table, for: observer })).view as GameViews[GameId];
    }
}

/** Events without the whole views between them. */
export const happened = (told: readonly EventRecord[]): GameEvents[GameId][] =>
    told.filter((event): event is GameEvents[GameId] => event.kind !== 'view');

export const everybody = (players: number): Eyes[] => [
    ...Array.from({ length: players }, (_, seat) => seat),
    'spectator',
    'all',
];
