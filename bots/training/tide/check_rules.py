"""Plays games of the tensors again through `springtide engine` and compares every trick. usage: check_rules.py PROGRAM"""
import json
import subprocess
import sys

import torch

from game import Games


class Engine:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if not answer["ok"]:
            raise SystemExit(f"{request}: {answer['error']}")
        return answer


def cards(mask):
    return [i + 1 for i, held in enumerate(mask.tolist()) if held]


def main():
    engine, compared = Engine(sys.argv[1]), 0
    torch.manual_seed(1)
    for players in (3, 4, 5):
        games = Games(40, players, "cpu")
        tables = []
        for game in range(games.games):
            options = {"cascade": bool(games.cascade[game])}
            table = engine.ask(op="new", game="turn_the_tide", players=players, options=options)["table"]
            tables.append(table)
            hands = "|".join(",".join(map(str, cards(games.dealt[game, seat]))) for seat in range(players))
            engine.ask(op="play", table=table, by="chance", action="deal " + hands)
        done = torch.zeros(games.games, dtype=torch.bool)
        while not done.all():
            # Few high cards first, so that many go under.
            weights = games.hand.float() * torch.rand(games.games, players, 60)
            chosen = weights.argmax(2)
            before = games.still_in.clone()
            for game in (~done).nonzero()[:, 0].tolist():
                table = tables[game]
                engine.ask(op="play", table=table, by="chance", action=f"tides {games.low[game]} {games.high[game]}")
                for seat in range(players):
                    if before[game, seat]:
                        engine.ask(op="play", table=table, by=seat, action=str(int(chosen[game, seat]) + 1))
            scores = games.scores.clone()
            points, ended, over, shares = games.play(chosen)
            for game in (~done).nonzero()[:, 0].tolist():
                view = engine.ask(op="view", table=tables[game], **{"for": "all"})["view"]
                compared += 1
                assert view["scores"] == (scores + points)[game].tolist(), (view, scores[game], points[game])
                if over[game]:
                    assert view["winners"] == [s for s in range(players) if shares[game, s] > 0], (view, shares[game])
                    continue
                assert view["round"] == games.round[game] and view["trick"] == games.trick[game], view
                assert view["preservers"] == games.preservers[game].tolist(), (view, games.preservers[game])
                assert view["eliminated"] == (~games.still_in[game]).tolist()
                assert [t or 0 for t in view["tide"]] == games.tide[game].tolist(), (view, games.tide[game])
                assert view["hands"] == [cards(games.hand[game, s]) if games.still_in[game, s] else view["hands"][s]
                                         for s in range(players)]
            done |= over
    print(f"{compared} tricks are the same")


if __name__ == "__main__":
    main()
