// The clocks for new tables. The name of each includes both of its times.
export const clocks = {
    none: { kind: 'none' },
    live: { kind: 'live', move: 60, bank: 300 },
    blitz: { kind: 'live', move: 15, bank: 60 },
    days: { kind: 'days', days: 3 },
} as const;
export type Clock = keyof typeof clocks;
