"""Checks the chance of a record, written from docs/explanation/fairness.md alone: SHA-256 from the standard library, no code of ours.
What it asks of others follows from the rules: the bag of High Tide (Henn) before a roll, the round of Turn the Tide, who
won the last round of High Tide (Leiman). What chance has used up (tides, tiles, sharks, alerts) it remembers itself, from
the record and its options; which set-ups are balanced it reads from the shipped table."""
import hashlib
import hmac
import itertools
import math
import pathlib
import re

MASK = (1 << 64) - 1


def rotl(x, k):
    return ((x << k) | (x >> (64 - k))) & MASK


class Stream:
    """xoshiro256++ from the 256 bits of one chance event."""

    def __init__(self, digest):
        self.s = [int.from_bytes(digest[i:i + 8], "big") for i in range(0, 32, 8)]

    def next(self):
        s = self.s
        result = (rotl((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
        t = (s[1] << 17) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 45)
        return result

    def below(self, bound):
        while True:
            product = (self.next() >> 32) * bound
            if product % 2**32 >= 2**32 % bound:
                return product >> 32

    def shuffle(self, items):
        for left in range(len(items), 1, -1):
            pick = self.below(left)
            items[left - 1], items[pick] = items[pick], items[left - 1]


INNER = (4, 5, 8, 10, 13, 14)
OUTER = (0, 1, 2, 3, 6, 7, 11, 12, 15, 16, 17, 18)


def hexagon_maps():
    """The twelve ways to lay the hexagon onto itself, each as the cell that comes to lie on every cell."""
    place = [(row, column + max(0, 2 - row)) for row, size in enumerate((3, 4, 5, 4, 3)) for column in range(size)]
    maps = []
    for mirrored, turns in itertools.product((False, True), range(6)):
        cells = []
        for row, column in place:
            down, right = row - 2, column - 2
            if mirrored:
                down, right = right, down
            for _ in range(turns):
                down, right = down + right, -down
            cells.append(place.index((down + 2, right + 2)))
        maps.append(cells)
    return maps


MAPS = hexagon_maps()
LOWEST = sorted({min(tuple(dict(zip(INNER, ring))[m[cell]] for cell in INNER) for m in MAPS)
                 for ring in set(itertools.permutations((0, 0, 1, 1, 2, 2)))})
BALANCED = (pathlib.Path(__file__).resolve().parents[2] / "data/high_tide_leiman/balanced.bin").read_bytes()


def place_among_arrangements(tiles):
    """The place of a sequence among all arrangements of its items, in sorted order."""
    if not tiles:
        return 0
    smaller = 0
    for lower in {tile for tile in tiles if tile < tiles[0]}:
        rest = list(tiles)
        rest.remove(lower)
        smaller += math.factorial(len(rest)) // math.prod(math.factorial(rest.count(t)) for t in set(rest))
    return smaller + place_among_arrangements(tiles[1:])


def is_balanced(cells, starter):
    letters = "bpn" if starter == 0 else "pbn"
    setup = [letters.index(cell) for cell in cells]
    m = min(MAPS, key=lambda m: [setup[m[cell]] for cell in INNER])
    inner, outer = tuple(setup[m[cell]] for cell in INNER), tuple(setup[m[cell]] for cell in OUTER)
    bit = LOWEST.index(inner) * 16632 + place_among_arrangements(outer)
    return BALANCED[bit // 8] >> (bit % 8) & 1 == 1


def leiman_starter(state):
    winner = state["view"]()["round_winner"]
    if winner is not None:
        return 1 - winner
    return state["first"] if "first" in state else ("blue", "pink").index(state["tags"]["first"])


def leiman(stream, action, state):
    if action.startswith("first"):
        state["first"] = stream.below(2)
        return "first " + ("blue", "pink")[state["first"]]
    while True:
        cells = ["n"] * 19
        for ring, tiles in ((INNER, "bbppnn"), (OUTER, "bbbbbpppppnn")):
            bag = list(tiles)
            stream.shuffle(bag)
            for cell, tile in zip(ring, bag):
                cells[cell] = tile
        if state["tags"].get("setup") != "balanced" or is_balanced(cells, leiman_starter(state)):
            break
    rows, at = [], 0
    for size in (3, 4, 5, 4, 3):
        rows.append(",".join(cells[at:at + size]))
        at += size
    return "setup " + "/".join(rows)


def turn_the_tide(stream, action, state):
    if action.startswith("deal"):
        pile, hands = list(range(1, 61)), []
        for _ in range(state["players"]):
            hand = []
            for _ in range(12):
                pick = stream.below(len(pile))
                hand.append(pile[pick])
                pile[pick] = pile[-1]
                pile.pop()
            hands.append(",".join(map(str, sorted(hand))))
        return "deal " + "|".join(hands)
    if state["view"]()["round"] != state.get("round"):
        state["round"] = state["view"]()["round"]
        state["deck"] = sorted(list(range(1, 13)) * 2)
    deck = state["deck"]
    first = deck.pop(stream.below(len(deck)))
    second = deck.pop(stream.below(len(deck)))
    return f"tides {min(first, second)} {max(first, second)}"


COLOURS = "kpboyw"
TILES = ["rental", "adjust", "swap", "reroll", "recolour", "backward", "queue_jump", "head_start", "pool_die"]


def arrangement(stream, items, count):
    """`count` of the items in an order that one number below the number of such orders decides."""
    left, orders, taken = list(items), 1, []
    for i in range(count):
        orders *= len(left) - i
    index = stream.below(orders)
    for _ in range(count):
        index, rank = divmod(index, len(left))
        taken.append(str(left.pop(rank)))
    return ",".join(taken)


def henn_roll(stream, action, state):
    bag = [colour for colour in COLOURS for _ in range(state["view"]()["bag"].get(colour, 0))]
    one = bag.pop(stream.below(len(bag)))
    other = bag.pop(stream.below(len(bag)))
    high, low = divmod(stream.below(36), 6)
    dice = sorted([(-high - 1, COLOURS.index(one)), (-low - 1, COLOURS.index(other))])
    return "roll " + " ".join(COLOURS[colour] + str(-number) for number, colour in dice)


def henn_reroll(stream, action, state):
    both = len(action.split()) == 3
    second, first = divmod(stream.below(36 if both else 6), 6)
    return f"reroll {first + 1}" + (f" {second + 1}" if both else "")


def henn_coins(stream, action, state):
    beaches = []
    for colour in COLOURS:
        values = numbers(state, "coin_values", "1,2,3,4,5,6,7,8")
        stream.shuffle(values)
        beaches.append(colour + ":" + ",".join(values))
    return "coins " + ";".join(beaches)


def henn_baywatch(stream, action, state):
    stack = state.setdefault("tiles", list(TILES))
    return "baywatch " + stack.pop(stream.below(len(stack)))


def henn_alert(stream, action, state):
    beaches = [colour for colour in COLOURS if colour != state.get("alert")]
    state["alert"] = beaches[stream.below(len(beaches))]
    return "alert " + state["alert"]


def henn_shark(stream, action, state):
    stack = state.setdefault("sharks", numbers(state, "shark_values", "1,2,2,3,3,4,4"))
    value = stack[stream.below(len(stack))]
    stack.remove(value)
    return "shark " + value


HENN = {"towels": lambda stream, action, state: "towels " + arrangement(stream, range(state["players"]), state["players"]),
        "surfers": lambda stream, action, state: "surfers " + arrangement(stream, COLOURS, state["players"]),
        "roll": henn_roll, "reroll": henn_reroll, "coins": henn_coins, "baywatch": henn_baywatch, "alert": henn_alert,
        "shark": henn_shark}


def henn(stream, action, state):
    kind = action.split()[0]
    if kind not in HENN:
        raise ValueError(f"no rule for {action}")
    return HENN[kind](stream, action, state)


def numbers(state, option, default):
    return state["tags"].get(option, default).split(",")


GAMES = {"high_tide_leiman": leiman, "turn_the_tide": turn_the_tide, "high_tide_henn": henn}


def verify(record, play, view):
    """Raises ValueError at the first lie; gives the number of chance events. `play` is told every event in turn, and `view`
    gives what lies on the table then."""
    tags = {name: re.sub(r"\\(.)", r"\1", value) for name, value in re.findall(r'^\[(\w+) "(.*)"\]$', record, re.M)}
    secret = bytes.fromhex(tags["Secret"])
    if hashlib.sha256(secret).hexdigest() != tags["Commitment"]:
        raise ValueError("the secret does not fit the commitment")
    players = int(tags["Players"])
    message = "springtide chance 1\n" + tags["Table"] + "\n"
    message += "".join(tags[f"Contribution{seat}"] + "\n" for seat in range(players))
    key = hmac.new(secret, message.encode(), hashlib.sha256).digest()
    state, number = {"players": players, "tags": tags, "view": view}, 0
    for line in record.split("\n\n", 1)[1].splitlines():
        who, action = line.split(" ", 1)
        if who == "chance":
            digest = hmac.new(key, f"event {number}".encode(), hashlib.sha256).digest()
            due = GAMES[tags["Game"]](Stream(digest), action, state)
            if due != action:
                raise ValueError(f"event {number} says {action}, but {due} is due")
            number += 1
        play(who, action)
    return number
