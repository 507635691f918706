"""Players against each other: measure.py GAMES PLAYER.pt…; one against a table of another, and against random. Or some of
these only: measure.py GAMES ONE.pt:OTHER.pt…"""
import json
import os
import sys

import torch

from train import COUNTS, load_player, match, player_of, random_player, rule_of_thumb


def some(games, pairs, device):
    for one, rest in pairs:
        missing = [file for file in (one, rest) if file != "random" and not os.path.exists(file)]
        if missing:
            print(f"{missing[0]} is missing", flush=True)
            continue
        mine = player_of(load_player(one, device)[0], device)
        theirs = random_player if rest == "random" else player_of(load_player(rest, device)[0], device)
        found = [match(mine, theirs, n, games, device) for n in COUNTS]
        print(json.dumps({"one": one.split("/")[-1], "rest": rest.split("/")[-1], "share": [round(f[0], 4) for f in found],
                          "margin": round(max(f[1] for f in found), 4), "sank": [[round(s, 3) for s in f[2]] for f in found]}),
              flush=True)


def main():
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.set_num_threads(1)
    games = int(sys.argv[1])
    if ":" in sys.argv[2]:
        return some(games, [pair.split(":") for pair in sys.argv[2:]], device)
    players = {file.split("/")[-1]: player_of(load_player(file, device)[0], device) for file in sys.argv[2:]}
    rest = {**players, "random": random_player, "rule_of_thumb": rule_of_thumb}
    for one, mine in players.items():
        known = [match(mine, random_player, n, games, device, known_careless=True) for n in COUNTS]
        print(json.dumps({"one": one, "rest": "random, known", "share": [round(f[0], 4) for f in known],
                          "margin": round(max(f[1] for f in known), 4)}), flush=True)
        for other, theirs in rest.items():
            found = [match(mine, theirs, n, games, device) for n in COUNTS]
            print(json.dumps({"one": one, "rest": other, "share": [round(f[0], 4) for f in found],
                              "margin": round(max(f[1] for f in found), 4),
                              "sank": [[round(s, 3) for s in f[2]] for f in found]}), flush=True)


if __name__ == "__main__":
    main()
