#!/usr/bin/env python3
"""docs/api against a running server: every example is replayed, every body and frame of whole games is checked against its schema,
the typed clients are what the files say, and the example bot plays a game with one."""
import hashlib
import json
import pathlib
import random
import re
import subprocess
import sys

import jsonschema
import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "examples"))
from authenticator import Authenticator, text64  # noqa: E402
from client import PROGRAM, ROOT, Checks, Server, today  # noqa: E402
from mail_server import MailServer  # noqa: E402
from server_client import Refused, Socket  # noqa: E402

API = ROOT / "docs" / "api"
LOADED = {name: yaml.safe_load((API / name).read_text(encoding="utf-8"))
          for name in ("openapi.yaml", "asyncapi.yaml", "schemas.yaml", "records.schema.json")}
BASE = "https://springtide.invalid/api/"
GAMES = {"turn_the_tide": 3, "high_tide_henn": 3, "high_tide_leiman": 2}


def problem(shape, value):
    """The error of a value, or nothing. References are to the files of docs/api."""
    resolver = jsonschema.RefResolver(BASE + "schemas.yaml", LOADED["schemas.yaml"], store={BASE + name: content for name, content in LOADED.items()})
    error = jsonschema.exceptions.best_match(jsonschema.Draft202012Validator(shape, resolver=resolver).iter_errors(value))
    return "" if error is None else f"{list(error.absolute_path)}: {error.message[:300]}"


def named(name):
    return {"$ref": f"schemas.yaml#/$defs/{name}"}


def message(name):
    return LOADED["asyncapi.yaml"]["components"]["messages"][name]


def example(name):
    return dict(message(name)["examples"][0]["payload"])


def record_of(row):
    """A row as the record it stands for, and whether that is one of records.schema.json."""
    kinds = [shape for game in ("turn_the_tide", "high_tide_henn", "high_tide_leiman", "room") for shape in LOADED["records.schema.json"]["$defs"][game]["oneOf"]
             if shape["properties"]["kind"]["const"] == row[0]]
    records = [{name: value for name, value in zip(shape["properties"], row) if value is not None or name in shape["required"]} for shape in kinds]
    return any(len(row) <= len(shape["properties"]) and problem(shape, record) == "" for shape, record in zip(kinds, records))


class Replay:
    """Sends the examples of asyncapi.yaml with the ids, keys and seats of this server, and looks at what comes."""

    def __init__(self, t):
        self.t, self.done = t, set()

    def __call__(self, client, op, **instead):
        fields = {**example(op), **instead}
        fields = {name: value for name, value in fields.items() if value is not None and name not in ("id", "op")}
        try:
            answer = client.ask(op, **fields)
        except Refused as refused:
            self.t.check(f"{op} is done", False, f"{fields}: {refused.error}")
            return {}
        self.t.equal(f"{op}: the answer is as described", problem(message(op + "_answer")["payload"], answer), "")
        missing = set(example(op + "_answer")) - set(answer)
        self.t.equal(f"{op}: what the example shows is there", missing, set())
        self.done.add(op)
        return answer


def described(shape):
    """The schema of a field, in the words of the table of ops."""
    shape = dict(shape)
    while "$ref" in shape:
        name = shape.pop("$ref").split("/")[-1]
        if name in ("SeatChoice", "ClockChoice", "PasskeyAnswer"):
            return name
        shape = {**LOADED["schemas.yaml"]["$defs"][name], **shape}
    if shape.get("type") == "string" and "enum" in shape and shape["enum"] != list(GAMES):
        return ("one of", tuple(shape["enum"]))
    if shape.get("type") == "array":
        return f"list of {described(shape['items'])}"
    return {"string": "text", "integer": "whole number", "boolean": "flag", "object": "options"}[shape["type"]]


def table_of_ops(t, folder):
    """The server's own table of requests says what docs/api says."""
    printed = subprocess.run([PROGRAM, "schema", "--ops"], capture_output=True, text=True, check=True).stdout
    table = {op["op"]: op for op in json.loads(printed)}
    operations = {op: each for op, each in LOADED["asyncapi.yaml"]["operations"].items() if each["action"] == "receive"}
    t.equal("docs/api describes every op, in the order of the table", list(operations), list(table))
    for name, op in table.items():
        shape = LOADED["schemas.yaml"]["$defs"][message(name)["payload"]["$ref"].split("/")[-1]]
        fields = {each["name"]: ("one of", tuple(each["names"])) if each["type"] == "one of" else each["type"] for each in op["fields"]}
        t.equal(f"{name}: fields and their types", {field: described(value) for field, value in shape["properties"].items() if field not in ("id", "op")}, fields)
        t.equal(f"{name}: fields that must be there", set(shape["required"]), {"op"} | {each["name"] for each in op["fields"] if not each["optional"]})
        t.equal(f"{name}: what it does", operations[name]["summary"], op["does"])
        t.check(f"{name}: who may", op["who"] in ("anyone", "watcher", "seated", "player", "arranger", "host"), op["who"])


def table_of_routes(t, folder):
    """The server's own table of routes says what docs/api says."""
    printed = subprocess.run([PROGRAM, "schema", "--routes"], capture_output=True, text=True, check=True).stdout
    table = {(row["method"].lower(), row["path"]): row for row in json.loads(printed)}
    operations = {(method, path): operation for path, methods in LOADED["openapi.yaml"]["paths"].items() for method, operation in methods.items()}
    t.equal("docs/api describes every route and no others", set(operations), set(table))
    for key in operations.keys() & table.keys():
        operation, row, name = operations[key], table[key], f"{key[0].upper()} {key[1]}"
        may_refuse = {"403"} if row["access"] != "anyone" or not row["banned"] else set()
        may_refuse |= {"429"} if row["limited"] else set()
        may_refuse |= {"400", "415"} if key[0] == "post" else set()
        t.equal(f"{name}: refusals that are not described", may_refuse - set(operation["responses"]), set())
        t.equal(f"{name}: has a body", "requestBody" in operation, key[0] == "post")
        if key[0] == "get":
            continue
        shape = operation["requestBody"]["content"]["application/json"]["schema"]
        if "$ref" in shape:
            t.equal(f"{name}: the schema of the body", [shape["$ref"].split("/")[-1]], row["body"])
            continue
        fields = {each["name"]: ("one of", tuple(each["names"])) if each["type"] == "one of" else each["type"] for each in row["body"]}
        t.equal(f"{name}: fields and their types", {field: described(value) for field, value in shape.get("properties", {}).items()}, fields)
        t.equal(f"{name}: fields that must be there", set(shape.get("required", [])), {each["name"] for each in row["body"] if not each["optional"]})


def bot_frames(server, replay, host, tokens):
    """Every frame for bot accounts, by the name of its schema."""
    owner = server.claimed("Anna", server.token("Anna"), "a long password")
    made = server.post("/api/bots", {"do": "make", "name": "Tess"}, owner)[1]["mine"][0]["account"]
    token = server.post("/api/bots", {"do": "token", "account": made, "name": "home"}, owner)[1]["token"]
    table = host.create(game="high_tide_leiman", players=2)["table"]
    host.invite(table=table, seat=1, bot="Tess")
    tess = Socket(f"http://localhost:{server.port}", token)
    replay(tess, "follow")
    other = host.create(game="high_tide_leiman", players=2)["table"]
    host.invite(table=other, seat=1, bot="Tess")
    frames = {"ChallengePush": next(push for push in tess.pushes() if "challenge" in push)}
    tess.leave(table=other)
    frames["GonePush"] = next(push for push in tess.pushes() if "gone" in push)
    tess.join(table=table)
    frames["GamePush"] = next(push for push in tess.pushes() if "game" in push)
    return frames


def socket_examples(t, folder):
    for name, content in LOADED["asyncapi.yaml"]["components"]["messages"].items():
        for each in content["examples"]:
            t.equal(f"the example of {name} fits its schema", problem(content["payload"], each["payload"]), "")
    server = Server(folder)
    address = f"http://localhost:{server.port}"
    tokens = [server.token(name) for name in ("Anna", "Ben")]
    host, friend = (Socket(address, token) for token in tokens)
    replay = Replay(t)
    t.check("somebody new is given a token", "token" in replay(Socket(address), "hello"))
    table = replay(host, "create")["table"]
    replay(host, "join", table=table, seat=0, key=None)
    key = replay(host, "seat", table=table)["key"]
    replay(friend, "join", table=table, key=key)
    replay(friend, "device", table=table)
    replay(friend, "chat", table=table)
    seq = replay(host, "watch", table=table)["seq"]
    page = replay(host, "history", table=table, before=seq + 1)
    t.check("history tells what was said", [line["text"] for line in page["chat"]] == ["Good luck!"], page)
    replay(host, "standing", table=table)
    t.equal("both are there", sorted(replay(host, "presence", table=table)["here"]), [0, 1])
    seen = host.watch(table=table, presence=True)["presence"]
    t.equal("presence in the answer as described", (problem(named("Presence"), seen), sorted(seen["here"])), ("", [0, 1]))
    replay(friend, "read", table=table, until=1)
    replay(friend, "away", table=table)
    told = next(push for push in host.pushes() if "presence" in push and push["presence"]["away"] == [1])
    t.equal("a page that is hidden is told as described", problem(named("PresencePush"), told), "")
    replay(host, "mute", table=table)
    replay(host, "mute", table=table, on=False)
    replay(host, "ready", table=table)
    contribution = "between us two"
    replay(friend, "ready", table=table, contribution=None, commitment=hashlib.sha256(f"springtide contribution 1\n{table}\n1\n{contribution}\n".encode()).hexdigest())
    replay(friend, "show", table=table, contribution=contribution)
    state = host.watch(table=table)
    t.equal("seat 0 of Leiman is blue and begins here", (state["to_act"], state["view"]["to_move"]), ([0], 0))
    replay(host, "play", table=table, action=state["legal"][0])
    replay(host, "undo", table=table)
    replay(host, "play", table=table, action=state["legal"][0])
    replay(friend, "play", table=table, action=friend.watch(table=table)["legal"][0])
    for op in ("takeback", "end"):
        replay(host, op, table=table)
        replay(friend, op, table=table, do="refuse")
    replay(friend, "resign", table=table)
    replay(host, "rematch", table=table)
    replay(host, "unwatch", table=table)
    tide = host.create(game="turn_the_tide", players=3, seats=["open", "open", {"bot": "random"}])["table"]
    for client in (host, friend):
        client.join(table=tide)
    for client in (host, friend):
        client.ready(table=tide, contribution="x")
    replay(host, "play", table=tide, action=host.watch(table=tide)["legal"][0])
    replay(host, "retract", table=tide)
    replay(friend, "leave", table=tide)
    third = host.create(game="high_tide_leiman", players=2)["table"]
    host.join(table=third)
    friend.join(table=third)
    for token, seat in ((tokens[0], 1), (tokens[1], 0)):
        server.post("/api/people", {"do": "befriend", "table": third, "seat": seat}, token)
    known = server.get("/api/people", tokens[0])[1]["friends"]
    t.equal("friends by mutual consent", [one["name"] for one in known], ["Ben"])
    replay(host, "remove", table=third)
    replay(host, "invite", table=host.create(game="high_tide_leiman", players=2)["table"], seat=1, person=known[0]["person"])
    t.check("nobody waits: a table is opened", replay(host, "play_now")["opened"])
    told = replay(host, "friends")["friends"]
    t.equal("a friend who is here", [(one["name"], one["here"]) for one in told], [("Ben", True)])
    frames = bot_frames(server, replay, host, tokens)
    for name, frame in frames.items():
        t.equal(f"{name} is told as described", problem(named(name), frame), "")
    closed = next(push for push in friend.pushes() if "closed" in push)
    t.equal("a closed table is told as described", problem(named("ClosedPush"), closed), "")
    friend.close()
    went = next(push for push in host.pushes() if "friend" in push)
    t.equal("a friend who went is told as described", (problem(named("FriendPush"), went), went["friend"]["here"]), ("", False))
    leaver = server.token("Cleo")
    spoken = host.create(game="high_tide_leiman", players=2, spectators_chat=True)["table"]
    host.watch(table=spoken)
    Socket(address, leaver).chat(table=spoken, text="goodbye")
    server.post("/api/me/delete", {}, leaver)
    anew = next(push for push in host.pushes() if "anew" in push)
    t.equal("what is told anew is as described", (problem(named("Push"), anew), [line["text"] for line in anew["chat"]]), ("", ["…"]))
    answered = {op for op, operation in LOADED["asyncapi.yaml"]["operations"].items() if operation["action"] == "receive"}
    t.equal("every operation was replayed", answered - replay.done, set())
    try:
        host.ask("no such op")
    except Refused as refused:
        t.equal("the server has these operations and no others", set(refused.error["ops"].split(", ")), answered)
    try:
        host.watch(table="0" * 32)
    except Refused as refused:
        t.equal("a refusal is as its example", refused.error, example("refused")["error"])
    server.stop()


def order(t, folder):
    """The description's promises about answers and pushes."""
    server = Server(folder)
    address = f"http://localhost:{server.port}"
    host = Socket(address, server.token("Anna"))
    table = host.create(game="high_tide_leiman", players=2)["table"]
    host.join(table=table)
    for number in range(20):
        host._frame(1, json.dumps({"id": number, "op": "chat" if number < 3 else "watch", "table": table, "text": f"line {number}"}).encode())
    answers, seqs, told = [], [], {}
    while len(answers) < 20:
        got = host.receive()
        if "id" in got:
            answers.append(got["id"])
            if "seq" in got and got["id"] < 3:
                t.check("an answer comes before the push that tells of it", got["seq"] not in told, got)
        else:
            seqs.append(got["seq"])
            for line in got["chat"]:
                told[line["seq"]] = line["text"]
    t.equal("answers come in the order of the requests", answers, list(range(20)))
    t.equal("pushes come in order of seq", seqs, sorted(set(seqs)))
    again = Socket(address, server.token("Ben"))
    whole = again.watch(table=table)
    t.equal("seq has no gaps", whole["seq"], 2 + 3)
    server.stop()


def all_expansions(game):
    """The options that turn every expansion of a game on, as the program lists them."""
    answer = subprocess.run([PROGRAM, "engine"], input='{"op": "games"}\n', capture_output=True, text=True, check=True)
    games = json.loads(answer.stdout.splitlines()[0])["games"]
    return {option["name"]: True for info in games if info["id"] == game
            for option in info["options"] if option.get("expansion")}


def whole_games(t, folder):
    """Each game by random moves on each kind of connection: every frame fits."""
    server = Server(folder)
    address = f"http://localhost:{server.port}"
    chooser = random.Random(1)
    for query in ("", "events"):
        for game, players in GAMES.items():
            clients = [Socket(address, server.token(), query=query) for _ in range(players)]
            watcher = Socket(address, server.token(), query=query)
            table = clients[0].create(game=game, players=players, options=all_expansions(game))["table"]
            for client in clients:
                client.join(table=table)
            watcher.watch(table=table)
            for client in clients:
                client.ready(table=table, contribution="x")
            faults, frames, pushes, announced = set(), 0, [], 0
            states = [client.watch(table=table) for client in clients]
            while not states[0]["over"]:  # watch tells everything on every connection
                for client, state in zip(clients, states):
                    announced += len(state.get("leads_to", []))
                    if state["legal"]:
                        client.play(table=table, action=chooser.choice(state["legal"]))
                        break
                states = [client.watch(table=table, since=state["seq"]) for client, state in zip(clients, states)]
                faults |= {problem(named("WatchAnswer"), state) for state in states}
                frames += len(states)
                seen = -1
                while seen < states[0]["seq"]:  # a client that does not read is disconnected
                    pushes.append(watcher.receive())
                    seen = pushes[-1]["seq"]
            standing = watcher.standing(table=table)
            faults.add(problem(named("StandingAnswer"), standing))
            if game == "high_tide_henn":
                totals = [sum(one["points"] for one in standing["standing"] if one["seat"] == seat) for seat in range(players)]
                t.equal(f"{game}: the standing at the end is the score", totals, states[0]["view"]["scores"])
                t.check(f"{game}: choices came with what they lead to", announced > 50, announced)
            pushes += [push for client in clients for push in client._waiting]
            faults |= {problem(named("PushFrame"), push) for push in pushes}
            rows = [event for push in pushes for event in push["events"] if isinstance(event, list)]
            t.equal(f"{game} on /ws?{query}: rows where they were asked for", bool(rows), query == "events")
            t.equal(f"{game}: {len(rows)} rows are records of the schema", [row for row in rows if not record_of(row)][:3], [])
            t.equal(f"{game} on /ws?{query}: {frames + len(pushes)} frames fit", faults, {""})
            for client in (*clients, watcher):
                client.close()
    server.stop()


def http_examples(t, folder):
    post = MailServer()
    pathlib.Path(folder, "host.key").write_text("a key of twenty-four letters\n")
    server = Server(folder, "--smtp", post.address, "--mail-from", "tide@example.org", "--host-key-file", str(pathlib.Path(folder, "host.key")))
    openapi = LOADED["openapi.yaml"]
    token = server.token("Carla")
    replaced = {"{game}": "turn_the_tide"}
    host = Socket(f"http://localhost:{server.port}", token)
    other = Socket(f"http://localhost:{server.port}", server.token())
    table = host.create(game="high_tide_leiman", players=2, listed=True)["table"]
    replaced["{table}"] = table
    t.equal("a record of a game that is not over", server.get(f"/api/tables/{table}/record")[0], 403)
    for client in (host, other):
        client.join(table=table)
    for client in (host, other):
        client.ready(table=table, contribution="x")
    host.resign(table=table)
    listed = host.create(game="high_tide_leiman", players=2, listed=True)["table"]
    host.join(table=listed)
    daily = server.post("/api/daily/turn_the_tide", {}, token)[1]["table"]
    t.equal("the list of today is closed to whoever has not finished", server.get(f"/api/daily/turn_the_tide/{today()}", token)[1]["error"]["reason"], "daily_not_finished")
    host.watch(table=daily)
    host.resign(table=daily)
    replaced["{date}"] = today()
    night = {"name": "Thursday", "game": "high_tide_leiman", "seats": 2, "rounds": 3, "minutes": 10}
    replaced["{club}"] = server.post("/api/clubs", night, token)[1]["club"]
    for i in range(4):
        server.post(f"/api/clubs/{replaced['{club}']}/enter", {}, server.token(f"Guest of {i}"))
    pair = {"name": "Two tables", "game": "high_tide_leiman", "seats": 2, "tables": 2, "minutes": 10}
    replaced["{duplicate}"] = server.post("/api/duplicates", pair, token)[1]["duplicate"]
    over = server.post("/api/duplicates", pair, token)[1]["duplicate"]
    server.post(f"/api/duplicates/{over}/close", {}, token)
    replayed = written = 0
    # Each needs what the ones before it did; the last one ends the session.
    key = Authenticator(f"http://localhost:{server.port}")
    order_of = ["claim", "changeBots", "login", "beginPasskey", "addPasskey", "passkeys", "loginByPasskey", "removePasskey", "sessions", "export", "setMail", "confirmMail", "recover", "finishRecovery", "logoutEverywhere", "endSession", "forgetMail",
                "cancelChange", "logout", "deleteName", "deleteMe"]
    account = {"changeCompany": {"table": table, "seat": 1}}  # bodies that hold what only this server knows
    operations = [(path, method, operation) for path, methods in openapi["paths"].items() for method, operation in methods.items()]
    operations.sort(key=lambda each: order_of.index(each[2]["operationId"]) if each[2]["operationId"] in order_of else -1)
    for path, method, operation in operations:
        name = operation["operationId"]
        if name == "duplicateWays":
            path = path.replace("{duplicate}", over)
        for start, real in replaced.items():
            path = path.replace(start, real)
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        if body:
            t.equal(f"{name}: the example of the body fits", problem(body["schema"], body["example"]), "")
        if name in ("addPasskey", "loginByPasskey", "removePasskey"):  # what only an authenticator can answer
            begun = json.loads(server.http("POST", "/api/passkeys/begin", {"path": path}, {"Authorization": f"Bearer {token}"})[1])
            t.equal(f"{name}: the challenge is as described", problem(named("PasskeyChallenge"), begun), "")
            account[name] = {"addPasskey": lambda: key.make(begun), "loginByPasskey": lambda: {"passkey": key.answer(begun)}, "removePasskey": lambda: {"id": text64(key.id)}}[name]()
        given = {**body["example"], **account.get(name, {})} if body else None
        status, text, headers = server.http(method.upper(), path, given, {"Authorization": f"Bearer {token}"}, source=f"127.0.1.{replayed + 1}")
        t.equal(f"{name} is answered", status, 200)
        if name == "changeBots":  # owners keep their names
            server.post("/api/bots", {"do": "delete", "account": json.loads(text)["mine"][0]["account"]}, token)
        content = operation["responses"]["200"]["content"]
        kind = headers["Content-Type"].split(";")[0]
        t.check(f"{name}: the type is as described", kind in content, kind)
        if kind == "application/json":
            described = content[kind]
            answer = json.loads(text)
            t.equal(f"{name}: the answer fits", problem(described["schema"], answer), "")
            t.equal(f"{name}: the example fits", problem(described["schema"], described["example"]), "")
            t.equal(f"{name}: it has what the example shows", set(answer), set(described["example"]))
        if name in ("claim", "logoutEverywhere", "finishRecovery", "logout"):
            token = headers["Set-Cookie"].split("springtide=")[1].split(";")[0]
        if name in ("setMail", "recover"):
            written += 1
            link = re.search("/#/(?:mail|recover)/(.{32})", post.wait(written)[-1][2]).group(1)
            account["confirmMail" if name == "setMail" else "finishRecovery"] = {"link": link}
        if name == "forgetMail":
            written += 1
            account["cancelChange"] = {"link": re.search("/#/cancel/(.{32})", post.wait(written)[-1][2]).group(1)}
        if name == "cancelChange":
            body = {"link": answer["link"], "password": "a new password"}
            token = server.http("POST", "/api/recover/finish", body)[2]["Set-Cookie"].split("springtide=")[1].split(";")[0]
        if name == "logoutEverywhere":  # it restarts elsewhere
            there = server.http("POST", "/api/login", {"name": "Anna", "password": "a new password"})[2]["Set-Cookie"].split("springtide=")[1].split(";")[0]
            while not (listed := [each for each in server.get("/api/sessions", token)[1]["sessions"] if not each["here"] and each["session"] in there]):
                server.get("/api/me", there)
            account["endSession"] = {"session": listed[0]["session"]}
        if name == "logout":  # and again, for what needs a password
            token = server.http("POST", "/api/login", {"name": "Anna", "password": "a new password"})[2]["Set-Cookie"].split("springtide=")[1].split(";")[0]
            account["deleteName"] = {"password": "a new password"}
        if name == "deleteName":
            token = server.token("Zoe")  # an account with a seat at a table is not deleted
        replayed += 1
    t.equal("every operation was replayed", replayed, len(operations))

    def refused(name, status, method, path, body=None, headers=None):
        found, text, sent = server.http(method, path, body, headers)
        response = openapi["components"]["responses"][name]
        described = response["content"]["application/json"]
        for header, about in response.get("headers", {}).items():
            t.equal(f"{name} has its header {header}", problem(about["schema"], sent.get(header)), "")
        answer = json.loads(text)
        t.equal(f"{name} has its status", found, status)
        t.equal(f"{name}: the body fits", problem(described["schema"], answer), "")
        t.equal(f"{name}: it is as its example", answer, described["example"])

    refused("BadRequest", 400, "POST", "/api/token", {"name": "x" * 25})
    refused("Forbidden", 403, "POST", "/api/me", {"name": "Dora"}, {"Origin": "http://elsewhere.example"})
    refused("NotFound", 404, "GET", "/api/nothing")
    refused("MethodNotAllowed", 405, "PUT", "/api/me", {"name": "Dora"})
    refused("UnsupportedMediaType", 415, "POST", "/api/me", "name=Dora", {"Content-Type": "application/x-www-form-urlencoded"})
    for path, code in ((f"/api/tables/{'0' * 32}/record", "unknown_table"), ("/api/leaderboard/chess", "unknown_game")):
        status, answer = server.get(path)
        t.equal(f"{path} has its own code", (status, answer["error"]["code"]), (404, code))
    server.stop()


def clients(t, folder):
    made = subprocess.run([ROOT / "tools" / "make_clients", "--check"], capture_output=True, text=True, check=False)
    t.equal("the typed clients are made of docs/api", made.stdout, "")
    server = Server(folder, "--bot-milliseconds", "5")
    for game in GAMES:
        played = subprocess.run([sys.executable, ROOT / "examples" / "bot.py", "--server", f"http://localhost:{server.port}", "--game", game,
                                 "--against", "random"], capture_output=True, text=True, check=False, timeout=300)
        t.check(f"the example bot plays {game} to its end", played.returncode == 0 and "over: seats" in played.stdout, played.stdout + played.stderr)
    server.stop()


Checks().run(table_of_ops, table_of_routes, http_examples, socket_examples, order, whole_games, clients)
