#!/usr/bin/env python3
"""A program that misbehaves in one way, named on the command line, when it is to choose for the third time."""
import json
import signal
import sys

signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # dismissed in the middle of a line, it goes quietly
asked = 0
for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"], "ok": True}
    if request["op"] == "choose":
        asked += 1
        answer["action"] = request["legal"][0]
        way = sys.argv[1] if asked >= 3 else ""
        if way == "crash":
            sys.exit(1)
        if way == "silence":
            signal.pause()
        if way == "cheat":
            answer["action"] = "61"
        if way == "nonsense":
            answer["action"] = "my best card"
        if way == "no_action":
            del answer["action"]
        if way == "wrong_id":
            answer["id"] = 0
        if way == "gives_up":
            answer["ok"] = False
        if way == "babble":
            print("thinking ...", flush=True)
        if way == "too_long":
            sys.stdout.write("x" * 300_000)
    print(json.dumps(answer), flush=True)
