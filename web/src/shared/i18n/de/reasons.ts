// German: why a bot would play so.
export const reasons = {
    'why.turn_the_tide.deepest': 'Deine {level} ist der höchste Wasserstand: bleibt sie liegen, kostet sie dich etwas.',
    'why.turn_the_tide.takes_lower': 'Sie sollte die {level} nehmen, {times}-mal von 100.',
    'why.turn_the_tide.takes_higher': 'Sie sollte die höhere Karte nehmen, die {level}, {times}-mal von 100.',
    'why.turn_the_tide.stays_out': 'Sie sollte nichts nehmen, {times}-mal von 100.',
    'why.turn_the_tide.keeps': 'Deine {card} bleibt für später.',
    'why.turn_the_tide.still_to_come': 'Die höchste Flutkarte im Stapel ist noch die {level}.',
    'why.turn_the_tide.wins': 'Sie gewinnt {percent} % solcher Spiele, deine nächstbeste Karte {next} %.',
    'why.turn_the_tide.mixes': 'Sie gewinnt {percent} % solcher Spiele, andere Karten ebenso; niemand soll vorhersehen, welche du spielst.',
    'why.high_tide_henn.goes_first': 'Dein Liegestuhl kommt am Strand {colour} nach vorn: {place}.',
    'why.high_tide_henn.in_reach_of_waves': 'Am Strand {colour} kann ihn die nächste große Welle erreichen: {n} {n?trockenes Feld:trockene Felder} davor.',
    'why.high_tide_henn.into_water': 'Am Strand {colour} geht er ins Wasser.',
    'why.high_tide_henn.die_lost': 'Am Strand {colour} bist du schon im Wasser: dieser Würfel bewirkt nichts.',
    'why.high_tide_henn.rolls_left': '{n} weitere {n?Wurf kann:Würfe können} folgen.',
    'why.high_tide_henn.tile': 'Das Plättchen „{tile}“ ist jetzt mehr wert als später.',
    'why.high_tide_henn.wins': 'Das gewinnt {percent} % der weitergespielten Partien, die nächstbeste Wahl {next} %.',
};
