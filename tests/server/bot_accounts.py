"""Bot accounts for a server on any store: `serve(folder, *arguments)` starts one."""
import json
import os
import pathlib
import subprocess
import sys

from client import PATIENCE, ROOT, closed, play_on

BOT = str(ROOT / "examples" / "bot.py")


def claimed(server, name):
    return server.claimed(name, server.token(name), "a long password")


def bots(server, by, what, **fields):
    return server.post("/api/bots", {"do": what, **fields}, by)[1]


def reason(answer):
    return answer.get("error", {}).get("reason")


def new_bot(server, owner, name="Tess"):
    """The mark of a new bot account and a token of it."""
    mark = [one["account"] for one in bots(server, owner, "make", name=name)["mine"] if one["name"] == name + " (bot)"][0]
    return mark, bots(server, owner, "token", account=mark, name="first")["token"]


def challenge(client, name, game="high_tide_leiman", players=2, **more):
    """A table at which the host sits and a seat is kept for the bot account."""
    table = client.must("create", game=game, players=players, **more)["table"]
    client.must("join", table=table)
    client.must("invite", table=table, seat=1, bot=name)
    return table


def folder_of(folder, name):
    inner = pathlib.Path(folder) / name
    inner.mkdir()
    return inner


def accounts(t, folder, serve):
    """Made by whoever keeps a name; tokens with names, told once, taken back; marked wherever the name is seen."""
    folder = folder_of(folder, "accounts")
    server = serve(folder)
    guest, owner = server.token("Ben"), claimed(server, "Anna")
    t.equal("nobody owns one before", server.get("/api/bots", owner)[1], {"bots": [], "mine": []})
    t.equal("only for names that are kept", reason(bots(server, guest, "make", name="Tess")), "no_name_kept")
    t.equal("nor for strangers", reason(bots(server, None, "make", name="Tess")), "not_logged_in")
    t.equal("a name as people have it", reason(bots(server, owner, "make", name="x" * 19)), "bot_name_length")
    t.equal("an unknown deed", reason(bots(server, owner, "dance")), "bots_what")
    made = bots(server, owner, "make", name="Tess")
    t.equal("the name says what it is", [one["name"] for one in made["mine"]], ["Tess (bot)"])
    t.equal("once", reason(bots(server, owner, "make", name="tess (bot)")), "bot_name_taken")
    t.equal("people cannot be called so", reason(server.post("/api/token", {"name": "Eve (bot)"})[1]), "name_of_bot")
    t.equal("nor in small or large letters", reason(server.post("/api/me", {"name": "Eve(BOT)"}, guest)[1]), "name_of_bot")
    mark = made["mine"][0]["bot"]
    t.equal("somebody else's is nobody's", reason(bots(server, claimed(server, "Cleo"), "token", bot=mark, name="x")), "no_bot_of_yours")
    t.equal("the mark has the same value under its old name", made["mine"][0]["account"], mark)
    t.equal("a name is no mark, and the answer says what is",
            bots(server, owner, "token", account="Tess (bot)", name="x")["error"]["message"],
            "you own no such bot account; `account` is the mark that GET /api/bots lists with its name")
    t.equal("a token has a name", reason(bots(server, owner, "token", bot=mark, name="")), "bot_token_name")
    tokens = [bots(server, owner, "token", bot=mark, name=name)["token"] for name in ("home", "cloud")]
    listed = server.get("/api/bots", owner)[1]
    t.equal("tokens are listed by name", sorted(one["name"] for one in listed["mine"][0]["tokens"]), ["cloud", "home"])
    t.check("and never told again", all(token not in json.dumps(listed) for token in tokens))
    stored = b"".join(path.read_bytes() for path in pathlib.Path(folder).glob("*.sqlite*"))
    t.check("and not stored", all(token.rsplit(".", 1)[1].encode() not in stored for token in tokens))
    t.equal("others see the name alone", server.get("/api/bots", guest)[1], {"bots": listed["bots"], "mine": []})
    for i in range(8):
        bots(server, owner, "token", bot=mark, name=f"more {i}")
    t.equal("ten tokens", reason(bots(server, owner, "token", bot=mark, name="one more")), "many_bot_tokens")
    home, cloud = (server.client(token) for token in tokens)
    t.equal("it is who it is", home.must("hello")["player"], "Tess (bot)")
    t.equal("and follows what it is asked", (home.must("follow")["challenges"], cloud.must("follow")["games"]), ([], []))
    t.check("everybody sees that it is here", server.get("/api/bots")[1]["bots"][0]["here"])
    t.equal("people do not", reason(server.client(guest).ask("follow")), "only_bot_accounts")
    t.equal("a bot account only plays", reason(bots(server, tokens[0], "make", name="Mine")), "bots_only_play")
    t.equal("not for people", [reason(server.post(path, {}, tokens[0])[1]) for path in ("/api/daily/turn_the_tide", "/api/clubs", "/api/people", "/api/me")], ["bots_only_play"] * 4)
    t.equal("Play now is for people", reason(home.ask("play_now", game="high_tide_leiman")), "play_now_for_people")
    t.equal("no tables in the lobby", reason(home.ask("create", game="high_tide_leiman", players=2, listed=True)), "bot_not_listed")
    first = [one["id"] for one in listed["mine"][0]["tokens"] if one["name"] == "home"][0]
    t.equal("an unknown token", reason(bots(server, owner, "revoke", bot=mark, token="0123456789abcdef")), "no_such_bot_token")
    left = bots(server, owner, "revoke", bot=mark, token=first)["mine"][0]["tokens"]
    t.check("taken back", "home" not in [one["name"] for one in left])
    t.check("whoever is connected with it goes", "session was ended" in closed(home))
    t.equal("it says who nobody is", reason(server.client("").ask("hello", token=tokens[0])), "foreign_token")
    t.equal("a forged one, too", reason(server.client("").ask("hello", token=tokens[1][:-4] + "0000")), "foreign_token")
    t.equal("it opens nothing", reason(server.client(tokens[0]).ask("follow")), "only_bot_accounts")
    server.kill()
    server.start()
    t.equal("also after a crash", reason(server.client(tokens[0]).ask("follow")), "only_bot_accounts")
    t.check("the other one counts", server.client(tokens[1]).ask("follow")["ok"])
    t.equal("whoever owns bots stays", reason(server.post("/api/me/delete", {"password": "a long password"}, owner)[1]), "bots_first")
    t.equal("with their name", reason(server.post("/api/name/delete", {"password": "a long password"}, owner)[1]), "bots_first")
    for i in range(4):
        bots(server, owner, "make", name=f"Bot {i}")
    t.equal("five of them", reason(bots(server, owner, "make", name="Six")), "many_bots")
    t.check("deleted", "Tess (bot)" not in json.dumps(bots(server, owner, "delete", bot=mark)))
    t.equal("its tokens are worth nothing", reason(server.client(tokens[1]).ask("follow")), "only_bot_accounts")
    t.check("the name is free", "Tess (bot)" in json.dumps(bots(server, owner, "make", name="Tess")))
    server.stop()


def challenges(t, folder, serve):
    """Somebody keeps a seat for it; it is told, says yes or no, and is told how the game goes on."""
    folder = folder_of(folder, "challenges")
    server = serve(folder)
    owner = claimed(server, "Anna")
    mark, token = new_bot(server, owner)
    tess, ben, cleo = server.client(token), server.client(server.token("Ben")), server.client(server.token("Cleo"))
    tess.must("follow")
    t.equal("an unknown name", reason(ben.ask("invite", table=ben.must("create", game="high_tide_leiman", players=2)["table"], seat=0, bot="Nobody")), "no_such_bot")
    table = ben.must("create", game="high_tide_leiman", players=2)["table"]
    ben.must("join", table=table)
    t.equal("a person is no bot account", reason(ben.ask("invite", table=table, seat=1, bot="Anna")), "no_such_bot")
    t.equal("whom?", [reason(ben.ask("invite", table=table, seat=1, **whom)) for whom in ({}, {"bot": "Tess", "person": "0123456789abcdef"})], ["invite_whom"] * 2)
    t.equal("only the host challenges", reason(cleo.ask("invite", table=table, seat=1, bot="Tess")), "only_the_host")
    t.check("nobody can name another challenger", ben.ask("invite", table=table, seat=1, bot="Tess", by="Cleo")["ok"])
    told = tess.wait_for(lambda push: "challenge" in push)["challenge"]
    t.equal("the challenge is told as it is stored", (told["table"], told["seat"], told["phase"], told["summary"]["seats"]), (table, 1, "open", ["Ben", "Tess (bot)"]))
    seat = cleo.must("watch", table=table)["room"]["seats"][1]
    t.equal("the seat is marked", (seat["name"], seat["bot_account"], seat["asked"]), ("Tess (bot)", True, True))
    t.equal("nobody else accepts it", reason(cleo.ask("join", table=table, seat=1)), "seat_not_open")
    t.equal("with a spoofed key neither", reason(cleo.ask("join", table=table, key="0" * 32)), "key_is_void")
    tess.must("leave", table=table)
    t.equal("declined, it is gone", tess.wait_for(lambda push: "gone" in push)["gone"], table)
    t.equal("and the seat is free", cleo.must("watch", table=table)["room"]["seats"][1]["kind"], "open")
    ben.must("invite", table=table, seat=1, bot="Tess (bot)")
    tess.wait_for(lambda push: "challenge" in push)
    ben.must("seat", table=table, seat=1, kind="open")
    t.equal("taken back, it is gone", tess.wait_for(lambda push: "gone" in push)["gone"], table)
    t.equal("whoever was asked and is not any more", reason(tess.ask("leave", table=table)), "no_seat_of_yours")
    ben.must("invite", table=table, seat=1, bot="Tess")
    tess.wait_for(lambda push: "challenge" in push)
    tess.must("join", table=table)
    t.equal("accepted", tess.wait_for(lambda push: "game" in push)["game"]["phase"], "open")
    tess.must("ready", table=table)
    ben.must("ready", table=table)
    t.equal("it runs", tess.wait_for(lambda push: "game" in push)["game"]["phase"], "running")
    again = server.client(token)
    t.equal("a second line is told the same", [one["table"] for one in again.must("follow")["games"]], [table])
    ben.must("resign", table=table)
    over = tess.wait_for(lambda push: "game" in push)["game"]
    t.equal("it is over, and won", (over["phase"], over["summary"]["result"], over["summary"]["bot_accounts"]), ("over", [1], [1]))
    record = server.http("GET", f"/api/tables/{table}/record", headers={"Authorization": "Bearer " + ben.token})[1]
    t.check("the record says it", "Tess (bot)" in record, record[:300])
    t.check("so do those whom Ben met", [(one["name"], one.get("bot_account")) for one in server.get("/api/people", ben.token)[1]["recent"]] == [("Tess (bot)", True)])
    t.equal("it is nobody's friend", reason(server.post("/api/people", {"do": "befriend", "table": table, "seat": 1}, ben.token)[1]), "bots_no_friends")
    public = ben.must("create", game="high_tide_leiman", players=2, listed=True)["table"]
    t.equal("in the lobby it waits to be asked", reason(tess.ask("join", table=public)), "bot_not_asked")
    ben.must("join", table=public)
    ben.must("invite", table=public, seat=1, bot="Tess")
    tess.must("join", table=public)
    t.equal("a table in a list says it", [one["summary"]["bot_accounts"] for one in server.get("/api/lobby")[1]["tables"] if one["table"] == public], [[1]])
    t.equal("it plays still", reason(bots(server, owner, "delete", bot=mark)), "bot_plays_still")
    server.post("/api/people", {"do": "block", "table": table, "seat": 0}, token)  # refused: only its owner can
    anna = server.client(owner)
    meeting = anna.must("create", game="high_tide_leiman", players=2)["table"]
    anna.must("join", table=meeting)
    cleo.must("join", table=meeting)
    server.post("/api/people", {"do": "block", "table": meeting, "seat": 1}, owner)
    other = cleo.must("create", game="high_tide_leiman", players=2)["table"]
    t.equal("whom the owner blocks is not told so", reason(cleo.ask("invite", table=other, seat=1, bot="Tess")), "bot_plays_enough")
    server.stop()


def limits(t, folder, serve):
    """Games at once, actions a second and challenges an hour; people have others."""
    folder = folder_of(folder, "limits")
    server = serve(folder, "--bot-account-games", "2", "--bot-account-challenges-per-hour", "4", "--bot-account-moves-per-second", "1")
    owner = claimed(server, "Anna")
    _, token = new_bot(server, owner)
    tess, ben = server.client(token), server.client(server.token("Ben"))
    tables = [challenge(ben, "Tess") for _ in range(2)]
    third = ben.must("create", game="high_tide_leiman", players=2)["table"]
    t.equal("two at once", reason(ben.ask("invite", table=third, seat=1, bot="Tess")), "bot_plays_enough")
    t.equal("nor does it sit down at a third by itself", reason(tess.ask("join", table=third)), "bot_plays_much")
    for i in range(30):  # all of them before the first is answered, however slow this machine is
        tess.send_text(json.dumps({"id": f"fast {i}", "op": "join", "table": tables[0]}))
    answers = {}
    while len(answers) < 30:  # in whatever order: what is refused may be answered before what the store is asked about
        push = tess.wait_for(lambda push: str(push.get("id")).startswith("fast "))
        answers[push["id"]] = push
    t.equal("two actions at once, then one a second", (answers["fast 0"]["ok"], "bot_acts_fast" in map(reason, answers.values())), (True, True))
    ben.must("seat", table=tables[1], seat=1, kind="open")
    for _ in range(2):
        ben.must("invite", table=tables[1], seat=1, bot="Tess")
        ben.must("seat", table=tables[1], seat=1, kind="open")
    t.equal("four challenges an hour", reason(ben.ask("invite", table=third, seat=1, bot="Tess")), "many_challenges")
    server.stop()


def ratings(t, folder, serve):
    """What happens with bot accounts changes nothing for people; they have a list of their own."""
    folder = folder_of(folder, "ratings")
    server = serve(folder)
    anna, ben = claimed(server, "Anna"), claimed(server, "Ben")
    _, token = new_bot(server, anna)
    tess, player = server.client(token), server.client(ben)
    for _ in range(2):
        table = challenge(player, "Tess", options={"first": "blue"})
        tess.must("join", table=table)
        for client in (tess, player):
            client.must("ready", table=table)
        for _ in range(3):  # a game, and not hardly one
            for client in (player, tess):
                state = client.must("watch", table=table)
                if state["legal"]:
                    client.must("play", table=table, action=state["legal"][0])
        if player.must("watch", table=table)["over"]:
            continue
        player.must("resign", table=table)
    t.equal("people have no rating by it", server.get("/api/me", ben)[1]["ratings"], [])
    t.equal("nor a place in their list", server.get("/api/leaderboard/high_tide_leiman")[1]["players"], [])
    best = server.get("/api/leaderboard/high_tide_leiman/bots")[1]["players"]
    t.equal("the bot account has one in its own", [(one["name"], one["games"]) for one in best], [("Tess (bot)", 2)])
    own = server.get("/api/me", token)[1]["ratings"]
    t.equal("which it is told", [(one["game"], one["rating"]) for one in own], [("high_tide_leiman", best[0]["rating"])])
    t.equal("and everybody", [one["rating"] for one in server.get("/api/bots")[1]["bots"][0]["ratings"]], [best[0]["rating"]])
    other = server.client(anna, source="127.0.0.2")
    table = player.must("create", game="high_tide_leiman", players=2)["table"]
    for client in (player, other):
        client.must("join", table=table)
    for client in (player, other):
        client.must("ready", table=table)
    other.must("resign", table=table)
    t.equal("among people they begin anew", [one["games"] for one in server.get("/api/me", anna)[1]["ratings"]], [1])
    t.equal("and the bot account's stays", server.get("/api/me", token)[1]["ratings"], own)
    server.stop()


def start_bot(address, token, rounds, env=None):
    return subprocess.Popen([sys.executable, BOT, "--server", address, "--rounds", str(rounds), "--games", "high_tide_leiman", "--patience", str(PATIENCE)],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **(env or {}), "SPRINGTIDE_TOKEN": token})


def ready_with(client, table):
    """Waits until the bot account sits and is ready, and begins."""
    state = client.must("watch", table=table)
    while not state["room"]["seats"][1].get("ready"):
        state = client.wait_for(lambda push: "room" in push and "seats" in push["room"])
    client.must("ready", table=table)


def night(t, folder, serve, address=lambda server: f"http://localhost:{server.port}", env=None):
    """The example plays two games at once through restarts, declines what it does not know, and ends when its token is taken back."""
    folder = folder_of(folder, "night")
    server = serve(folder)
    owner = claimed(server, "Anna")
    mark, token = new_bot(server, owner)
    where = address(server)
    bot = start_bot(where, token, 3, env)
    ben = server.client(server.token("Ben"))
    unknown = challenge(ben, "Tess", "turn_the_tide", 3)
    state = ben.must("watch", table=unknown)
    while state["room"]["seats"][1]["kind"] != "open":
        state = ben.wait_for(lambda push: push.get("table") == unknown and "seats" in push.get("room", {}))
    t.check("a game that it does not play is declined", bot.stdout.readline().startswith("declines turn_the_tide"))
    ben.must("unwatch", table=unknown)
    tables = []
    for _ in range(2):
        client = server.client(ben.token)
        tables.append(challenge(client, "Tess", options={"stones": 3}))
        ready_with(client, tables[-1])
        t.check("some moves", not play_on(client, tables[-1], 2))
    for _ in range(3):  # a night has several
        server.kill()
        server.start(f"127.0.0.1:{server.port}")
        over = [play_on(server.client(ben.token), table, 1) for table in tables]
    t.equal("neither is over before the last restart", over, [False, False])
    t.equal("both to the end", [play_on(server.client(ben.token), table) for table in tables], [True, True])
    client = server.client(ben.token)
    last = challenge(client, "Tess")  # while it waits for more
    ready_with(client, last)
    play_on(client, last)
    out, err = bot.communicate(timeout=PATIENCE)
    t.check("it ends after three games", bot.returncode == 0 and out.count("over: high_tide_leiman") == 3, (out, err))
    t.check("and had lost the server in between", "lost the server" in err, err)
    bot = start_bot(where, token, 0, env)
    while not server.get("/api/bots")[1]["bots"][0]["here"]:
        pass
    bots(server, owner, "revoke", bot=mark, token=server.get("/api/bots", owner)[1]["mine"][0]["tokens"][0]["id"])
    out, err = bot.communicate(timeout=PATIENCE)
    t.check("without a token it ends, and says why", bot.returncode != 0 and "token" in err, (out, err))
    server.stop()
