"""Turn the Tide for many games at once, as tensors. Rules T1 to T17; cards are 0 to 59 here, tides 1 to 12.

Every array has the game first and the seat second. A game that ends restarts at once, with cards from a stock of
deals that is renewed now and then. Nothing here waits for the device, so that whole runs of tricks fit into one
graph.
"""
import torch

CARDS, HAND, LEVELS, TRICKS = 60, 12, 12, 12
HALVES = [0] * 12 + [1] * 12 + [2] * 12 + [1] * 12 + [0] * 12  # T2, in half preservers


class Games:
    def __init__(self, games, players, device, stock=1 << 15, cascade=None):
        self.games, self.players, self.device = games, players, device
        self.halves = torch.tensor(HALVES, device=device, dtype=torch.float32)
        self.levels = torch.arange(1, LEVELS + 1, device=device)
        self.cards = torch.arange(CARDS, device=device)
        self.five = torch.arange(5, device=device)
        self.unknown_steps = torch.tensor([1, 4, 7, 10], device=device)
        self.row = torch.arange(games, device=device)
        self.seat = torch.arange(players, device=device)
        self.stock = torch.zeros(stock, players, CARDS, dtype=torch.bool, device=device)
        self.renew_stock()
        bits = dict(dtype=torch.bool, device=device)
        whole = dict(dtype=torch.int64, device=device)
        self.cascade = torch.zeros(games, **bits)
        self.fixed_cascade = cascade
        self.dealt = torch.zeros(games, players, CARDS, **bits)
        self.hand = torch.zeros(games, players, CARDS, **bits)
        self.uncovered = torch.zeros(games, players, CARDS, **bits)
        self.worth = torch.zeros(games, players, **whole)
        self.preservers = torch.zeros(games, players, **whole)
        self.tide = torch.zeros(games, players, **whole)
        self.scores = torch.zeros(games, players, **whole)
        self.still_in = torch.ones(games, players, **bits)
        self.deck = torch.zeros(games, LEVELS, **whole)
        self.low = torch.zeros(games, **whole)
        self.high = torch.zeros(games, **whole)
        self.round = torch.ones(games, **whole)
        self.trick = torch.ones(games, **whole)
        everything = torch.ones(games, **bits)
        self._new_games(everything)
        self._begin_round(everything)
        self._turn_up()

    STATE = ("cascade dealt hand uncovered worth preservers tide scores still_in deck low high round trick").split()

    def state(self):
        return {name: getattr(self, name) for name in self.STATE}

    def renew_stock(self):
        size = self.stock.shape[0]
        order = torch.rand(size, CARDS, device=self.device).argsort(1)
        self.stock.zero_()
        for seat in range(self.players):
            self.stock[:, seat].scatter_(1, order[:, seat * HAND:(seat + 1) * HAND], True)

    def _new_games(self, where):
        pick = torch.randint(self.stock.shape[0], (self.games,), device=self.device)
        fresh = self.stock[pick]
        w = where[:, None]
        self.dealt = torch.where(w[..., None], fresh, self.dealt)
        self.uncovered = self.uncovered & ~w[..., None]
        self.worth = torch.where(w, ((fresh.float() @ self.halves) / 2).floor().long(), self.worth)
        self.scores = self.scores * ~w
        self.round = torch.where(where, 1, self.round)
        cascade = torch.rand(self.games, device=self.device) < 0.5
        if self.fixed_cascade is not None:
            cascade = torch.full_like(cascade, self.fixed_cascade)
        self.cascade = torch.where(where, cascade, self.cascade)

    def _begin_round(self, where):
        w = where[:, None]
        self.hand = torch.where(w[..., None], self.dealt, self.hand)
        self.preservers = torch.where(w, self.worth, self.preservers)
        self.tide = self.tide * ~w
        self.still_in = self.still_in | w
        self.deck = torch.where(w, 2, self.deck)
        self.trick = torch.where(where, 1, self.trick)

    def _draw_tide(self):
        below = self.deck.cumsum(1)
        lot = (torch.rand(self.games, device=self.device) * below[:, -1]).long().clamp(max=below[:, -1] - 1)
        level = (below <= lot[:, None]).sum(1)
        self.deck = self.deck - (level[:, None] == self.levels - 1).long()
        return level + 1

    def _turn_up(self):
        one, two = self._draw_tide(), self._draw_tide()
        self.low, self.high = torch.minimum(one, two), torch.maximum(one, two)

    def set_tides(self, one, two):
        """Instead of drawing, for comparisons: puts the drawn ones back first."""
        for level in (self.low, self.high):
            self.deck = self.deck + (level[:, None] == self.levels).long()
        for level in (one, two):
            self.deck = self.deck - (level[:, None] == self.levels).long()
        self.low, self.high = torch.minimum(one, two), torch.maximum(one, two)

    def play(self, cards):
        """One trick; `cards` of those out are ignored. Gives points of this trick's round end, which rounds and games
        ended, and the shares of the win of the games that did."""
        bid = torch.where(self.still_in, cards, -1)
        self.hand = self.hand & ~((cards[..., None] == self.cards) & self.still_in[..., None])
        first = bid.argmax(1)
        is_first = self.seat == first[:, None]
        second = torch.where(is_first, -2, bid).argmax(1)
        is_second = self.seat == second[:, None]
        self.tide = torch.where(is_first, self.low[:, None], torch.where(is_second, self.high[:, None], self.tide))
        charging = torch.ones_like(self.cascade)
        for _ in range(self.players - 1):  # T9, T11 to T13
            level = (self.tide * self.still_in).amax(1)
            charging = charging & (level > 0)
            hit = self.still_in & (self.tide == level[:, None]) & charging[:, None]
            pays = hit & (self.preservers > 0)
            out = hit & (self.preservers == 0)
            self.preservers = self.preservers - pays.long()
            self.still_in = self.still_in & ~out
            self.tide = self.tide * ~out
            charging = charging & ~pays.any(1) & (self.still_in.sum(1) > 2) & self.cascade
        ended = (self.still_in.sum(1) <= 2) | (self.trick == TRICKS)
        lowest = torch.where(self.still_in, self.tide, 99).amin(1)
        points = torch.where(self.still_in, self.preservers + (self.tide == lowest[:, None]).long(), -1)
        points = points * ended[:, None]
        self.scores = self.scores + points
        over = ended & (self.round == self.players)
        won = self.scores == self.scores.amax(1, keepdim=True)
        shares = won.float() / won.sum(1, keepdim=True) * over[:, None]
        passing = ended & ~over
        p = passing[:, None]
        seen = self.uncovered | (self.dealt & ~self.hand)
        self.uncovered = torch.where(p[..., None], seen.roll(1, 1), self.uncovered)
        self.dealt = torch.where(p[..., None], self.dealt.roll(1, 1), self.dealt)
        self.worth = torch.where(p, self.worth.roll(1, 1), self.worth)
        self.round = self.round + passing.long()
        self.trick = self.trick + (~ended).long()
        self._new_games(over)
        self._begin_round(ended)
        self._turn_up()
        return points, ended, over, shares

    def can_choose(self):
        return self.still_in & (self.trick < TRICKS)[:, None]

    # The inputs of the networks, all 0 or 1.

    def _public(self):
        n, one = self.players, torch.ones(self.games, 1, dtype=torch.bool, device=self.device)
        kinds = torch.zeros(self.games, 3, dtype=torch.bool, device=self.device)
        kinds[:, n - 3] = True
        left = (n - self.round)[:, None] == self.five
        tricks = self.trick[:, None] == self.levels
        deck = torch.cat([self.deck >= 1, self.deck >= 2], 1)
        return torch.cat([one, kinds, self.cascade[:, None], left, tricks, deck], 1)  # 1 + 3 + 1 + 5 + 12 + 24 = 46

    def _tides(self):
        return torch.cat([self.low[:, None] >= self.levels, self.high[:, None] >= self.levels], 1)  # 24

    def _of_seats(self):
        steps = torch.arange(1, 9, device=self.device)
        return torch.cat([self.still_in[..., None], self.tide[..., None] >= self.levels,
                          self.preservers[..., None] >= steps, self.worth[..., None] >= steps], 2)  # 1+12+8+8 = 29

    def _others(self):
        """At [seat][r]: the seat r places to the left."""
        return (self.seat[:, None] + self.seat[None, :]) % self.players

    def policy_inputs(self):
        """Of every seat, what it knows: [games, players, POLICY_INPUTS]."""
        b, n = self.games, self.players
        around = self._others()
        known_all = self.seat[None, :] < self.round[:, None]  # by distance: has held the hand (T16)
        known_all = known_all[:, None, :, None]
        dealt, hand, uncovered = (x[:, around] for x in (self.dealt, self.hand, self.uncovered))  # b, seat, r, card
        played = dealt & ~hand
        known_dealt = torch.where(known_all, dealt, uncovered | played)
        known_hand = known_dealt & hand
        unseen = ~known_dealt.any(2)
        in_play = known_hand & self.still_in[:, around][..., None]
        slot, live = slots(in_play.any(2) | unseen)
        maps = torch.cat([in_play[:, :, :1], in_play[:, :, :1] & uncovered[:, :, :1], in_play[:, :, 1:],
                          unseen[:, :, None]], 2)
        placed = torch.zeros(b, n, n + 2, CARDS + 1, dtype=torch.bool, device=self.device)
        placed.scatter_(3, slot[:, :, None].expand(-1, -1, n + 2, -1), maps)
        placed = pad(placed[..., :CARDS], 2, 7, before_last=True)  # own, own known to all, four others, unseen
        later = known_dealt & (self.round < n)[:, None, None, None]
        later = pad(later, 2, 5)
        of_seats = pad(self._of_seats()[:, around], 2, 5)
        missing = HAND - known_dealt.sum(3)
        unknown = pad(missing[..., None] >= self.unknown_steps, 2, 5)
        ahead = (self.scores[:, around[:, 1:]] - self.scores[:, :, None])[..., None]
        scores = pad(ahead >= torch.arange(-7, 9, device=self.device), 2, 4)
        public = torch.cat([self._public(), self._tides()], 1)[:, None].expand(-1, n, -1)
        flat = [x.reshape(b, n, -1) for x in (placed, later, of_seats, unknown, scores)]
        return torch.cat([*flat, public], 2), slot

    def value_inputs(self, tides):
        """Of the whole table, every hand known: [games, VALUE_INPUTS]; `tides` includes the cards turned up."""
        b = self.games
        in_play = self.hand & self.still_in[..., None]
        slot, live = slots(in_play.any(1))
        placed = torch.zeros(b, self.players, CARDS + 1, dtype=torch.bool, device=self.device)
        placed.scatter_(2, slot[:, None].expand(-1, self.players, -1), in_play)
        later = self.dealt & (self.round < self.players)[:, None, None]
        behind = (self.scores.amax(1, keepdim=True) - self.scores)[..., None] >= torch.arange(1, 13, device=self.device)
        shown = torch.cat([self._tides(), torch.ones(b, 1, dtype=torch.bool, device=self.device)], 1) & tides[:, None]
        public = self._public()
        # Before the tides are turned up they are still in the deck.
        deck = self.deck + ((self.low[:, None] == self.levels).long() + (self.high[:, None] == self.levels).long()) * ~tides[:, None]
        public = torch.cat([public[:, :-2 * LEVELS], deck >= 1, deck >= 2], 1)
        parts = [pad(x, 1, 5).reshape(b, -1) for x in (placed[..., :CARDS], later, self._of_seats(), behind)]
        return torch.cat([*parts, public, shown], 1)


POLICY_INPUTS = 7 * 60 + 5 * 60 + 5 * 29 + 5 * 4 + 4 * 16 + 46 + 24
VALUE_INPUTS = 5 * 60 + 5 * 60 + 5 * 29 + 5 * 12 + 46 + 25


def slots(live):
    """The rank of each card among those that count, stretched to 60 places; 60 for a card that does not."""
    rank = live.long().cumsum(-1) - 1
    count = live.sum(-1, keepdim=True).clamp(min=1)
    return torch.where(live, torch.div((2 * rank + 1) * 30, count, rounding_mode="floor"), CARDS), live


def pad(x, axis, size, before_last=False):
    """With zeros up to `size` along an axis; `before_last`: its last entry stays the last."""
    missing = size - x.shape[axis]
    if missing == 0:
        return x
    shape = list(x.shape)
    shape[axis] = missing
    zeros = torch.zeros(shape, dtype=x.dtype, device=x.device)
    if before_last:
        head, last = x.split([x.shape[axis] - 1, 1], axis)
        return torch.cat([head, zeros, last], axis)
    return torch.cat([x, zeros], axis)
