"""Lines of springtide-tide-field about the same players, added up: sum_fields.py FILE…"""
import json
import sys


def main():
    cells = {}
    for file in sys.argv[1:]:
        for line in map(json.loads, open(file)):
            if line["deals"] > 1:
                cells.setdefault((line["one"], line["rest"], line["players"]), []).append(line)
    for (one, rest, players), lines in sorted(cells.items()):
        deals = sum(line["deals"] for line in lines)

        def mean(of):
            return sum(line["deals"] * of(line) for line in lines) / deals
        margin = sum((line["deals"] * line["margin"]) ** 2 for line in lines) ** 0.5 / deals
        sank = [round(mean(lambda line, i=i: line["sank"][i]), 4) for i in (0, 1)]
        print(json.dumps({"one": one, "rest": rest, "players": players, "share": round(mean(lambda line: line["share"]), 4),
                          "margin": round(margin, 4), "deals": deals, "sank": sank}))


if __name__ == "__main__":
    main()
