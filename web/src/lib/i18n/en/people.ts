// English: people who meet here.
export const people = {
    'now.play': 'Play now',
    'now.waiting': '{n} {n?waits:wait}',
    'now.looking': 'Looking for company: {n} {n?seat:seats} still free',
    'now.begins': 'Everybody is here. The game begins.',
    'now.offer': 'Nobody else came yet. Shall bots take the free {n?seat:seats}?',
    'now.fill': 'Play with {n} {n?bot:bots}',
    'now.wait': 'Keep waiting',
    'now.soon': 'Your table stands in the lobby for everybody. After {n} seconds you may fill it with bots.',
    'now.stop': 'Stop looking',
} as const;
