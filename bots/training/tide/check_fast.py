"""Compares games.cu, compiled for the processor, with game.py: inputs and what follows of every trick."""
import struct

import torch

from fast import FastGames
from game import Games


def bits(mask):
    return sum(1 << i for i, held in enumerate(mask.tolist()) if held)


def packed(games, game):
    n = games.players

    def of(x):
        return [int(v) for v in x[game].tolist()] + [0] * (5 - n)

    def masks(x):
        return [bits(x[game, s]) for s in range(n)] + [0] * (5 - n)

    inside = sum(1 << s for s in range(n) if games.still_in[game, s])
    return struct.pack("<16Q20b12b8b", *masks(games.dealt), *masks(games.hand), *masks(games.uncovered), 0,
                       *of(games.worth), *of(games.preservers), *of(games.tide), *of(games.scores),
                       *games.deck[game].tolist(), int(games.low[game]), int(games.high[game]), int(games.round[game]),
                       int(games.trick[game]), int(games.cascade[game]), inside, n, 0)


def main():
    torch.manual_seed(3)
    compared = 0
    for players in (3, 4, 5):
        slow = Games(60, players, "cpu")
        fast = FastGames(60, players, "cpu", 1)
        for _ in range(100):
            whole = b"".join(packed(slow, game) for game in range(60))
            fast.state.copy_(torch.frombuffer(bytearray(whole), dtype=torch.uint8).view(60, -1))
            shown = torch.rand(60) < 0.5
            inputs, slot = slow.policy_inputs()
            told, value_told = fast.room()
            can = fast.tell(shown.to(torch.uint8), told, value_told)
            active = slow.still_in[..., None]
            assert torch.equal(told[..., :inputs.shape[2]].bool() & active, inputs & active)
            assert not told[..., inputs.shape[2]:].any()
            value_inputs = slow.value_inputs(shown)
            assert torch.equal(value_told[:, :value_inputs.shape[1]].bool(), value_inputs)
            assert torch.equal(can, slow.can_choose())
            places = torch.where(slow.hand & slow.still_in[..., None], slot, -1)
            lots = torch.where(places >= 0, torch.rand(places.shape), torch.tensor(-1.0))
            card = lots.argmax(2)
            place = places.gather(2, card[..., None])[..., 0].clamp(min=0)
            points, ended, over, shares = fast.play(place)
            wanted = slow.play(card)
            assert torch.equal(points.long(), wanted[0]) and torch.equal(ended, wanted[1])
            assert torch.equal(over, wanted[2]) and torch.allclose(shares, wanted[3])
            same = ~(ended | over)
            state = torch.frombuffer(bytearray(b"".join(packed(slow, g) for g in range(60))), dtype=torch.uint8).view(60, -1)
            # all but the generator and the tides that were drawn
            a, b = fast.state.clone(), state.clone()
            for x in (a, b):
                x[:, 120:128] = 0
                x[:, 148:162] = 0
            assert torch.equal(a[same], b[same])
            compared += 60
    print(f"{compared} tricks are the same")


if __name__ == "__main__":
    main()
