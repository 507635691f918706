"""The two networks: which card to play, by what a seat knows; and what the table is worth to everybody, by all hands.

Plain layers, so that they can be shipped in whole numbers: inputs are 0 or 1, two hidden layers."""
import torch
from torch import nn
from torch.nn import functional as F

from game import CARDS, POLICY_INPUTS, VALUE_INPUTS

SEATS = 5


class Net(nn.Module):
    def __init__(self, inputs, first, second, outputs):
        super().__init__()
        self.sizes = (inputs, first, second, outputs)
        self.one, self.two, self.three = nn.Linear(inputs, first), nn.Linear(first, second), nn.Linear(second, outputs)
        nn.init.normal_(self.one.weight, std=0.1)
        nn.init.orthogonal_(self.two.weight, 1.4)
        nn.init.normal_(self.three.weight, std=0.01)
        for layer in (self.one, self.two, self.three):
            nn.init.zeros_(layer.bias)

    def forward(self, x):
        return self.three(F.relu(self.two(F.relu(self.one(x)))))


def policy_net(first, second):
    return Net(POLICY_INPUTS, first, second, CARDS)


def value_net(first, second):
    """Logits of the shares of the win, then the points still to come (in fours) of every seat."""
    return Net(VALUE_INPUTS, first, second, 2 * SEATS)


def card_logits(places, slot, hand):
    """From the logits of places among the cards that count to those of the cards held."""
    padded = F.pad(places, (0, 1))
    return torch.where(hand, padded.gather(-1, slot), torch.full_like(padded[..., :1], -1e9))


def worth(out, players):
    """Shares of the win and points still to come, of the seats there are."""
    win, points = out[..., :SEATS], out[..., SEATS:]
    return win[..., :players].softmax(-1), points[..., :players] * 4
