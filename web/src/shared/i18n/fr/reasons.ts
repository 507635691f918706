// French: why a bot would play so.
export const reasons = {
    'why.turn_the_tide.deepest': 'Ton {level} est la marée la plus haute : s’il reste, il te coûte.',
    'why.turn_the_tide.takes_lower': 'Cette carte devrait prendre le {level}, {times} fois sur 100.',
    'why.turn_the_tide.takes_higher': 'Cette carte devrait prendre la marée la plus haute, le {level}, {times} fois sur 100.',
    'why.turn_the_tide.stays_out': 'Cette carte ne devrait rien prendre, {times} fois sur 100.',
    'why.turn_the_tide.keeps': 'Ton {card} reste pour plus tard.',
    'why.turn_the_tide.still_to_come': 'La plus haute marée encore dans la pioche est le {level}.',
    'why.turn_the_tide.wins': 'Elle gagne {percent} % de ces parties, ta meilleure autre carte {next} %.',
    'why.turn_the_tide.mixes': 'Elle gagne {percent} % de ces parties, comme d’autres cartes ; personne ne doit prévoir laquelle tu joues.',
    'why.high_tide_henn.goes_first': 'Ton transat passe en tête de la plage {colour} : {place}.',
    'why.high_tide_henn.in_reach_of_waves': 'Sur la plage {colour}, la prochaine grande vague peut l’atteindre : {n} {n?case sèche:cases sèches} devant lui.',
    'why.high_tide_henn.into_water': 'Sur la plage {colour}, il finit dans l’eau.',
    'why.high_tide_henn.die_lost': 'Sur la plage {colour}, tu es déjà dans l’eau : ce dé ne sert à rien.',
    'why.high_tide_henn.rolls_left': 'Encore {n} {n?lancer possible:lancers possibles}.',
    'why.high_tide_henn.tile': 'Le jeton « {tile} » vaut plus maintenant que plus tard.',
    'why.high_tide_henn.wins': 'Cela gagne {percent} % des parties jouées jusqu’au bout, le meilleur autre choix {next} %.',
};
