#!/usr/bin/env python3
"""Speaks the version of the protocol named on the command line, and gives up where it is told what happened in another way,
or something that its seat may not know."""
import json
import sys

version = int(sys.argv[1])
asked = heard = 0
for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"], "ok": True}
    if request["op"] == "hello":
        answer["ok"] = request["protocol"] == 1 and version in request["protocols"]
        if version > 1:
            answer["protocol"] = version
    if request["op"] == "choose":
        answer["action"] = request["legal"][0]
        asked += 1
        heard += len(request["events"])
        answer["ok"] = asked < 3 or heard > asked
        for event in request["events"]:
            if version == 1:
                answer["ok"] &= isinstance(event, str)
            else:
                answer["ok"] &= isinstance(event, dict) and isinstance(event["kind"], str)
                if event["kind"] in ("hand", "own_choice", "own_coin"):
                    answer["ok"] &= event["seat"] == request["seat"]
    print(json.dumps(answer), flush=True)
