#!/usr/bin/env python3
"""`springtide mcp`: a real client from npm plays every game with it and is refused; what is no message of the protocol is answered as it says."""
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import BUILD, PROGRAM, ROOT, Checks  # noqa: E402

SDK = "@modelcontextprotocol/sdk@1.32.2"


def real_client(t, folder):
    project = pathlib.Path(folder)
    project.joinpath("package.json").write_text('{"type": "module"}')
    environment = {**os.environ, "npm_config_cache": str(BUILD / "npm"), "npm_config_update_notifier": "false"}
    brought = subprocess.run(["npm", "install", "--no-audit", "--no-fund", SDK], cwd=project, env=environment, capture_output=True, text=True,
                             check=False, timeout=600)
    t.equal("npm brings the client", brought.returncode, 0)
    project.joinpath("client.mjs").write_text((ROOT / "tests/mcp/client.mjs").read_text(encoding="utf-8"), encoding="utf-8")
    done = subprocess.run(["node", "client.mjs", PROGRAM], cwd=project, capture_output=True, text=True, check=False, timeout=600)
    for line in done.stdout.splitlines():
        word, _, rest = line.partition(" ")
        t.check(rest, word == "ok")
    t.check("all of it was tried", done.returncode == 0 and done.stdout.count("ok ") == 48, done.stdout.count("ok ") or done.stderr)


def messages(t, _):
    """One line in, one line out; notifications and answers get none; bad lines never end it."""
    lines = ['nonsense', '[]', '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","method":"notifications/initialized"}', '{"jsonrpc":"2.0","id":7,"result":{}}', '',
             '{"jsonrpc":"2.0","id":"a","method":"ping"}', '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05"}}',
             '{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}', "x" * 1_000_001,
             '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"look","arguments":[]}}']
    done = subprocess.run([PROGRAM, "mcp"], input="\n".join(lines), capture_output=True, text=True, check=False, timeout=60)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    t.equal("it ends with the input", (done.returncode, done.stderr), (0, ""))
    t.equal("one answer each, but for notifications and answers", [answer["id"] for answer in answers], [None, None, None, "a", 1, 2, None, 3])
    t.equal("codes of JSON-RPC", [answer["error"]["code"] for answer in answers if "error" in answer], [-32700, -32600, -32600, -32600])
    t.equal("the version that was asked for, or the newest", [answers[4]["result"]["protocolVersion"], answers[5]["result"]["protocolVersion"]],
            ["2024-11-05", "2025-06-18"])
    t.check("a refusal is a result", answers[7]["result"]["isError"], answers[7])
    with open("/dev/full", "w", encoding="utf-8") as full:
        lost = subprocess.run([PROGRAM, "mcp"], input='{"jsonrpc":"2.0","id":1,"method":"ping"}\n', stdout=full, stderr=subprocess.PIPE, text=True,
                              check=False, timeout=60)
    t.check("an answer that cannot be written is no success", lost.returncode == 3 and "cannot write standard output" in lost.stderr, lost)


Checks().run(real_client, messages)
