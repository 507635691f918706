"""Checks the chance of a record, written from docs/fairness.md alone: SHA-256 from the standard library, no code of ours.
What it asks of others follows from the rules: the bag of High Tide (Henn) before a roll, the round of Turn the Tide."""
import hashlib
import hmac
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


def leiman(stream, action, state):
    if action.startswith("first"):
        return "first " + ("blue", "pink")[stream.below(2)]
    cells = ["n"] * 19
    for ring, tiles in (((4, 5, 8, 10, 13, 14), "bbppnn"), ((0, 1, 2, 3, 6, 7, 11, 12, 15, 16, 17, 18), "bbbbbpppppnn")):
        bag = list(tiles)
        stream.shuffle(bag)
        for cell, tile in zip(ring, bag):
            cells[cell] = tile
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


def henn(stream, action, state):
    if action.startswith("towels"):
        count, left = 1, list(range(state["players"]))
        for i in range(2, state["players"] + 1):
            count *= i
        index, pile = stream.below(count), []
        while left:
            index, rank = divmod(index, len(left))
            pile.append(str(left.pop(rank)))
        return "towels " + ",".join(pile)
    if action.startswith("roll"):
        bag = [colour for colour in "kpboyw" for _ in range(state["view"]()["bag"].get(colour, 0))]
        one = bag.pop(stream.below(len(bag)))
        other = bag.pop(stream.below(len(bag)))
        high, low = divmod(stream.below(36), 6)
        dice = sorted([(-high - 1, "kpboyw".index(one)), (-low - 1, "kpboyw".index(other))])
        return "roll " + " ".join("kpboyw"[colour] + str(-number) for number, colour in dice)
    if action.startswith("reroll"):
        both = len(action.split()) == 3
        second, first = divmod(stream.below(36 if both else 6), 6)
        return f"reroll {first + 1}" + (f" {second + 1}" if both else "")
    raise ValueError(f"no rule for {action}")


GAMES = {"high_tide_leiman": leiman, "turn_the_tide": turn_the_tide, "high_tide_henn": henn}


def verify(record, play, view):
    """Raises ValueError at the first lie; gives the number of chance events. `play` is told every event in turn, and `view`
    gives what lies on the table then."""
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', record, re.M))
    secret = bytes.fromhex(tags["Secret"])
    if hashlib.sha256(secret).hexdigest() != tags["Commitment"]:
        raise ValueError("the secret does not fit the commitment")
    players = int(tags["Players"])
    message = "springtide chance 1\n" + tags["Table"] + "\n"
    message += "".join(tags[f"Contribution{seat}"] + "\n" for seat in range(players))
    key = hmac.new(secret, message.encode(), hashlib.sha256).digest()
    state, number = {"players": players, "view": view}, 0
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
