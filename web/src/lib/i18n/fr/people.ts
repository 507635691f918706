// Français : les gens qui se rencontrent ici.
export const people = {
    'now.play': 'Jouer tout de suite',
    'now.waiting': '{n} {n?attend:attendent}',
    'now.looking': 'On cherche du monde : encore {n} {n?place libre:places libres}',
    'now.begins': 'Tout le monde est là. La partie commence.',
    'now.offer': 'Personne d’autre n’est encore venu. Des bots pour {n?la place libre:les places libres} ?',
    'now.fill': 'Jouer avec {n} {n?bot:bots}',
    'now.wait': 'Attendre encore',
    'now.soon': 'Ta table est visible de tous dans le salon. Après {n} secondes tu pourras la compléter avec des bots.',
    'now.stop': 'Ne plus chercher',
} as const;
