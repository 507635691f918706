"""The two networks: one chooses a card from a seat's knowledge, one values the table for all seats, from all hands.

Plain layers, so that they can be shipped in whole numbers: inputs are 0 or 1, two hidden layers."""
import torch
from torch import nn
from torch.nn import functional as F

from fast import POLICY_INPUTS, VALUE_INPUTS

SEATS = 5
PLACES = 64  # 60 are used
# From these inputs on: who is known to play any card (of the policy the four after the own seat, of the value every seat).
CARELESS_POLICY, CARELESS_VALUE = 1019, 876


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


def widened(net, first, second):
    """A larger network that says the same. The new units begin at random, and nothing listens to them yet."""
    inputs, old_first, old_second, outputs = net.sizes
    wide = Net(inputs, first, second, outputs).to(net.one.weight.device)
    with torch.no_grad():
        wide.one.weight[:old_first] = net.one.weight
        wide.one.bias[:old_first] = net.one.bias
        wide.two.weight[:old_second] = 0
        wide.two.weight[:old_second, :old_first] = net.two.weight
        wide.two.bias[:old_second] = net.two.bias
        wide.three.weight.zero_()
        wide.three.weight[:, :old_second] = net.three.weight
        wide.three.bias.copy_(net.three.bias)
    return wide


def policy_net(first, second):
    return Net(POLICY_INPUTS, first, second, PLACES)


def value_net(first, second):
    """Logits of the shares of the win, then the points still to come (in fours) of every seat; six are not used."""
    return Net(VALUE_INPUTS, first, second, 16)


def worth(out, players):
    """Shares of the win and points still to come, of the seats there are."""
    win, points = out[..., :SEATS], out[..., SEATS:2 * SEATS]
    return win[..., :players].softmax(-1), points[..., :players] * 4
