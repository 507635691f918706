// Deutsch: Leute, die sich hier treffen.
export const people = {
    'now.play': 'Jetzt spielen',
    'now.waiting': '{n} {n?wartet:warten}',
    'now.looking': 'Mitspieler gesucht: noch {n} {n?Platz:Plätze} frei',
    'now.begins': 'Alle sind da. Es geht los.',
    'now.offer': 'Noch ist niemand weiter gekommen. Sollen Bots {n?den freien Platz:die freien Plätze} nehmen?',
    'now.fill': 'Mit {n} {n?Bot:Bots} spielen',
    'now.wait': 'Weiter warten',
    'now.soon': 'Dein Tisch steht für alle in der Lobby. Nach {n} Sekunden kannst du ihn mit Bots füllen.',
    'now.stop': 'Nicht weiter suchen',
} as const;
