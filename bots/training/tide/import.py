"""Makes a player to train on from networks in whole numbers, the way back of export.py: import.py NETWORKS.bin
PLAYER.pt

The scales of the hidden layers are not kept and do not affect the outputs: they are chosen so that the weights of
one layer are about as large beside the next one's as at the start of a training."""
import math
import struct
import sys

import numpy
import torch

from network import Net
from train import save


def read(data, at):
    sizes = struct.unpack_from("<4I", data, at)
    inputs, first, second, outputs = sizes
    at += 16
    read_ = {}
    for name, kind, shape in (("c1", "<i4", (first,)), ("m1", "<i4", (first,)), ("c2", "<i4", (second,)), ("m2", "<i4", (second,)),
                              ("f3", "<f4", (outputs,)), ("b3", "<f4", (outputs,)), ("q1", "i1", (inputs, first)),
                              ("q2", "i1", (second, first)), ("q3", "i1", (outputs, second))):
        count = math.prod(shape)
        read_[name] = torch.tensor(numpy.frombuffer(data, kind, count, at).reshape(shape).astype("float64"))
        at += count * numpy.dtype(kind).itemsize
    return sizes, read_, at


def scale(w1, w2, w3):
    """Factors of the first and second layer, by which squares of all weights differ as those of a new network do."""
    one_, two_, three_ = (w.square().sum().item() for w in (w1, w2, w3))

    def squares(a, b):
        return one_ * a * a, two_ * b * b / (a * a), three_ / (b * b)
    wanted = (0.01 * w1.numel() - 2 * w2.shape[0], 2 * w2.shape[0])
    a, b = 1.0, 1.0
    for _ in range(200):  # each difference grows with its factor alone
        for which in (0, 1):
            low, high = -30.0, 30.0
            for _ in range(60):
                middle = (low + high) / 2
                x = math.exp(middle)
                one, two, three = squares(x, b) if which == 0 else squares(a, x)
                if (one - two if which == 0 else two - three) < wanted[which]:
                    low = middle
                else:
                    high = middle
            a, b = (x, b) if which == 0 else (a, x)
    return a, b


def net_of(sizes, n):
    w1, b1 = n["q1"].T * (n["m1"] / 4096)[:, None], n["c1"] * n["m1"] / 4096
    w2, b2 = n["q2"] * (n["m2"] / 2 ** 24)[:, None], n["c2"] * n["m2"] / 2 ** 24
    w3, b3 = n["q3"] * n["f3"][:, None], n["b3"]
    a, b = scale(w1, w2, w3)
    net = Net(*sizes)
    with torch.no_grad():
        for layer, weight, bias in ((net.one, w1 * a, b1 * a), (net.two, w2 * b / a, b2 * b), (net.three, w3 / b, b3)):
            layer.weight.copy_(weight)
            layer.bias.copy_(bias)
    return net


def main():
    data = open(sys.argv[1], "rb").read()
    assert data[:8] == b"TideNet1", "these are no networks"
    sizes, numbers, at = read(data, 8)
    policy = net_of(sizes, numbers)
    sizes, numbers, at = read(data, at)
    value = net_of(sizes, numbers)
    assert at == len(data)
    save(sys.argv[2], policy, value)
    for name, net in (("policy", policy), ("value", value)):
        print(name, net.sizes, "spread of the weights", [round(layer.weight.std().item(), 4) for layer in (net.one, net.two, net.three)])


if __name__ == "__main__":
    main()
