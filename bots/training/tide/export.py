"""Writes a trained player in whole numbers, as the program reads it: export.py OUT POLICY.pt VALUE.pt… [--golden FILE]

The policy of the first file, the value of the others (their mean, where they are fine-tuned copies of one). Every output of
a layer has a scale of its own; weights are bytes. `--golden` writes situations with what the networks make of them,
computed here in the same whole numbers, for a test."""
import argparse
import json
import struct

import torch

from fast import FastGames
from network import Net
from train import load_player, player_of, tell_careless

TOP = 4095  # the highest activation
USUAL_TOP = 2047  # what the highest seen is scaled to


def layers(net):
    return [(layer.weight.detach().double(), layer.bias.detach().double()) for layer in (net.one, net.two, net.three)]


def situations(policy, games=6, tricks=45):
    """Inputs from games of the policy against itself, at every third table as if some were careless."""
    found = []
    for players in (3, 4, 5):
        table = FastGames(games, players, "cpu", 99)
        play = player_of(policy, "cpu")
        careless = (table.row[:, None] % 3 == 2) & ((table.row[:, None] // 3 + table.seat) % players > 0)
        with torch.no_grad():
            for trick in range(tricks):
                inputs, value_inputs = table.room()
                shown = torch.zeros(games, dtype=torch.uint8)
                table.tell(shown, inputs, value_inputs)
                tell_careless(careless, inputs, value_inputs)
                found.append((careless, table.state.clone(), inputs.clone(), value_inputs.clone()))
                table.play(play(inputs))
    return found


def quantised(net, inputs):
    (w1, b1), (w2, b2), (w3, b3) = layers(net)
    # A sum of 300 inputs can never leave 16 bits.
    heavy = w1.abs().sort(1, descending=True)[0][:, :300].sum(1)
    s1 = torch.maximum(torch.maximum(w1.abs().amax(1) / 127, heavy / 30000), b1.abs() / 2000)
    q1, c1 = (w1 / s1[:, None]).round(), (b1 / s1).round()
    assert inputs.sum(1).max() <= 300, inputs.sum(1).max()
    h1 = torch.relu(inputs @ w1.T + b1)
    t1 = h1.max() / USUAL_TOP
    m1 = (s1 / t1 * 4096).round()
    assert m1.max() < 65536, m1.max()
    s2 = w2.abs().amax(1) / 127
    q2, c2 = (w2 / s2[:, None]).round(), (b2 / (s2 * t1)).round()
    h2 = torch.relu(h1 @ w2.T + b2)
    t2 = h2.max() / USUAL_TOP
    m2 = (s2 * t1 / t2 * 2 ** 24).round()
    s3 = w3.abs().amax(1).clamp(min=1e-6) / 127
    q3 = (w3 / s3[:, None]).round()
    return dict(sizes=net.sizes, q1=q1, c1=c1, m1=m1, q2=q2, c2=c2, m2=m2, q3=q3, f3=(s3 * t2).float(), b3=b3.float())


def run(n, inputs):
    """As the program does it."""
    x = inputs.double()
    a1 = ((x @ n["q1"].T + n["c1"]).clamp(min=0) * n["m1"] / 4096).floor().clamp(0, TOP)
    a2 = ((a1 @ n["q2"].T + n["c2"]).clamp(min=0) * n["m2"] / 2 ** 24).floor().clamp(0, TOP)
    return (a2 @ n["q3"].T).float() * n["f3"] + n["b3"]


def pack(n):
    inputs, first, second, outputs = n["sizes"]
    head = struct.pack("<4I", inputs, first, second, outputs)
    ints = b"".join(n[name].to(torch.int32).numpy().tobytes() for name in ("c1", "m1", "c2", "m2"))
    floats = n["f3"].numpy().tobytes() + n["b3"].numpy().tobytes()
    small = n["q1"].T.contiguous().to(torch.int8).numpy().tobytes()
    small += n["q2"].to(torch.int8).numpy().tobytes() + n["q3"].to(torch.int8).numpy().tobytes()
    return head + ints + floats + small


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("out")
    p.add_argument("policy")
    p.add_argument("value", nargs="+")
    p.add_argument("--golden")
    flags = p.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(99)  # the highest activations are looked for in games: the same ones every time
    policy = load_player(flags.policy, "cpu")[0]
    values = [load_player(file, "cpu")[1] for file in flags.value]
    value = Net(*values[0].sizes)
    value.load_state_dict({k: sum(v.state_dict()[k] for v in values) / len(values) for k in values[0].state_dict()})
    found = situations(policy)
    seats = torch.cat([inputs.view(-1, inputs.shape[-1])[::3] for _, _, inputs, _ in found]).double()
    seats = seats[seats[:, 720] > 0]
    tables = torch.cat([inputs for _, _, _, inputs in found]).double()
    nets = []
    for name, net, inputs in (("policy", policy, seats), ("value", value, tables)):
        n = quantised(net, inputs)
        with torch.no_grad():
            exact, whole = net(inputs.float()), run(n, inputs)
        used = slice(0, 60 if name == "policy" else 10)
        difference = (exact - whole)[:, used]
        print(f"{name} {net.sizes}: outputs differ by {difference.pow(2).mean().sqrt():.4f} (root of the mean square), "
              f"of a spread of {exact[:, used].std():.3f}; at most {inputs.sum(1).max():.0f} inputs, mean {inputs.sum(1).mean():.0f}")
        if name == "policy":
            legal = inputs[:, :60] > 0
            a, b = (torch.where(legal, x[:, :60], torch.tensor(-1e9)).log_softmax(-1) for x in (exact, whole))
            print(f"  divergence of the chances {(a.exp() * (a - b)).sum(1).mean():.5f}")
        nets.append(n)
    data = b"TideNet1" + b"".join(pack(n) for n in nets)
    open(flags.out, "wb").write(data)
    print(f"{len(data)} bytes")
    if flags.golden:
        with open(flags.golden, "w") as file:
            for trick_of, (careless, state, inputs, value_inputs) in enumerate(found[::9]):
                game = trick_of % 6
                for seat in range(careless.shape[1]):
                    if inputs[game, seat, 720] == 0:
                        continue
                    places = inputs[game, seat, :60].bool()
                    logits = run(nets[0], inputs[game, seat][None].double())[0, :60][places]
                    worths = run(nets[1], value_inputs[game][None].double())[0, :10]
                    file.write(json.dumps({"state": bytes(state[game].tolist()).hex(), "seat": seat,
                                           "careless": [other for other, is_so in enumerate(careless[game].tolist()) if is_so],
                                           "logits": logits.tolist(), "value": worths.tolist()}) + "\n")


if __name__ == "__main__":
    main()
