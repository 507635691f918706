"""Learns to imitate a player from records of its tricks: clone.py OUT.pt --load PLAYER.pt RECORDS…

The records come from `springtide-tide-field --record`. Only the policy learns; the value stays that of the player it
begins with. One trick in sixteen is kept back to measure the result."""
import argparse
import json
import time

import numpy
import torch

from fast import GAME_BYTES, FastGames
from train import load_player, save

ROW = 176


def parse():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("out")
    p.add_argument("records", nargs="+")
    p.add_argument("--load", required=True, help="begin with this player")
    p.add_argument("--seconds", type=float, default=60)
    p.add_argument("--batch", type=int, default=16384)
    p.add_argument("--rate", type=float, default=1e-3)
    return p.parse_args()


def decisions(rows, device):
    """Inputs (bytes) and places of all cards played in these tricks."""
    found = []
    for players in (3, 4, 5):
        some = rows[rows[:, 166] == players]
        for begin in range(0, len(some), 65536):
            part = some[begin:begin + 65536].to(device)
            table = FastGames(len(part), players, device, 1)
            table.state.copy_(part[:, :GAME_BYTES])
            inputs, value_inputs = table.room()
            table.tell(torch.zeros(len(part), dtype=torch.uint8, device=device), inputs, value_inputs)
            rank = part[:, GAME_BYTES:GAME_BYTES + players].long()
            chose = rank < 255
            own = inputs[..., :60].long()
            nth = (own.cumsum(-1) - 1 == rank[..., None]) & (own > 0)
            assert bool((nth.sum(-1) == 1)[chose].all()), "a rank that is in no hand"
            found.append((inputs[chose], nth.long().argmax(-1)[chose]))
    return [torch.cat(x) for x in zip(*found)]


def loss_of(net, inputs, place, device):
    kind = torch.bfloat16 if device == "cuda" else torch.float32
    with torch.autocast(device_type=device, dtype=torch.bfloat16, enabled=device == "cuda"):
        logits = net(inputs.to(kind))
    logits = torch.where(inputs[:, :60].bool(), logits[:, :60].float(), torch.tensor(-1e9, device=device))
    return -logits.log_softmax(-1).gather(-1, place[:, None]).mean()


def judge(net, inputs, place, device):
    with torch.no_grad():
        parts = [(loss_of(net, inputs[i:i + 65536], place[i:i + 65536], device).item(), len(place[i:i + 65536]))
                 for i in range(0, len(place), 65536)]
    return sum(loss * many for loss, many in parts) / sum(many for _, many in parts)


def main():
    flags = parse()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(1)
    rows = []
    for file in flags.records:
        data = numpy.fromfile(file, dtype=numpy.uint8)
        rows.append(torch.from_numpy(data[:len(data) // ROW * ROW].reshape(-1, ROW).copy()))
    rows = torch.cat(rows)
    kept_back = torch.arange(len(rows)) // 64 % 16 == 15  # whole stretches of games
    inputs, place = decisions(rows[~kept_back], device)
    test_inputs, test_place = decisions(rows[kept_back], device)
    policy, value = load_player(flags.load, device)
    by_chance = test_inputs[:, :60].sum(-1).float().log().mean().item()
    least, best = judge(policy, test_inputs, test_place, device), {k: v.clone() for k, v in policy.state_dict().items()}
    print(json.dumps({"decisions": len(place), "kept_back": len(test_place), "by_chance": round(by_chance, 4),
                      "as_it_began": round(least, 4)}), flush=True)
    optimizer = torch.optim.Adam(policy.parameters(), lr=flags.rate, eps=1e-5)
    batch = min(flags.batch, len(place))
    begin, epoch = time.time(), 0
    while time.time() - begin < flags.seconds:
        order = torch.randperm(len(place), device=device)
        for at in range(0, len(place) - batch + 1, batch):
            done = min(1.0, (time.time() - begin) / flags.seconds)
            optimizer.param_groups[0]["lr"] = flags.rate * (1 - 0.97 * done)
            picked = order[at:at + batch]
            optimizer.zero_grad(set_to_none=True)
            loss_of(policy, inputs[picked], place[picked], device).backward()
            optimizer.step()
            if done >= 1:
                break
        epoch += 1
        now = judge(policy, test_inputs, test_place, device)
        if now < least:
            least, best = now, {k: v.clone() for k, v in policy.state_dict().items()}
    policy.load_state_dict(best)
    save(flags.out, policy, value)
    print(json.dumps({"epochs": epoch, "now": round(least, 4), "seconds": round(time.time() - begin)}), flush=True)


if __name__ == "__main__":
    main()
