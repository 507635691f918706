"""Passkeys, for any store: `serve(folder, *arguments)` gives a server. Each function has a person with a passkey in software."""
import json

from accounts import FIREFOX, PASSWORD, addresses, confirm, cookie_of, letters_to
from authenticator import Authenticator, text64
from mail_server import MailServer


class Person:
    """A person at a browser with the page, whose requests have its Origin."""

    def __init__(self, server, name, origin=None):
        self.server, self.name = server, name
        self.origin = origin or f"http://127.0.0.1:{server.port}"
        self.key, self.device = Authenticator(self.origin), f"device-of-{name}"
        self.token = server.token(name)

    def send(self, path, body, token=None):
        headers = {"Origin": self.origin, "User-Agent": FIREFOX, "Cookie": f"springtide-device={self.device}"}
        if token != "":
            headers["Authorization"] = f"Bearer {token or self.token}"
        status, text, sent = self.server.http("POST", path, body, headers, source=next(addresses))
        return status, json.loads(text), sent

    def begin(self, path, token=None):
        status, answer, _ = self.send("/api/passkeys/begin", {"path": path}, token)
        assert status == 200, answer
        return answer

    def create(self):
        """An account that has nothing but a passkey."""
        begun = self.begin("/api/passkeys/add")
        status, answer, headers = self.send("/api/passkeys/add", {"name": self.name, "called": "my key", **self.key.make(begun)})
        assert status == 200, answer
        self.token, self.guest = cookie_of(headers), answer["guest"]
        return answer

    def answer(self, path, key=None, **odd):
        return (key or self.key).answer(self.begin(path), **odd)

    def login(self, key=None, begun=None, **odd):
        key = key or self.key
        return self.send("/api/passkeys/login", {"passkey": key.answer(begun or self.begin("/api/passkeys/login"), **odd)}, "")

    def listed(self):
        return self.server.get("/api/passkeys", self.token)[1]


def reason(answer):
    return answer[0], answer[1].get("error", {}).get("reason")


def create_and_login(t, folder, serve):
    """An account without a password: created, logged in, and everything that asks for a password takes the passkey."""
    server = serve(folder)
    anna = Person(server, "Anna")
    t.equal("nothing is kept for a challenge", reason(anna.send("/api/passkeys/begin", {"path": "/api/passkeys/add"}, "")), (403, "not_logged_in"))
    t.equal("nor made for other requests", reason(anna.send("/api/passkeys/begin", {"path": "/api/me"})), (400, "passkey_for"))
    begun = anna.begin("/api/passkeys/add")
    made = anna.key.make(begun)
    for wrong, why in (({"called": ""}, "passkey_name"), ({"called": "x" * 41}, "passkey_name"), ({"called": "a\u200bkey"}, "passkey_name"), ({"name": ""}, "name_length"),
                       ({"attestation": "!"}, "passkey_unreadable"), ({"client_data": "e30"}, "passkey_unreadable"), ({"attestation": made["attestation"][:-4]}, "passkey_unreadable")):
        answer = anna.send("/api/passkeys/add", {"name": "Anna", "called": "my key", **made, **wrong})
        t.equal(f"refused: {wrong}", reason(answer), (400, why))
    t.equal("and nothing is changed", (server.get("/api/me", anna.token)[1]["claimed"], anna.listed()), (False, {"password": False, "passkeys": []}))
    visitor = anna.token
    me = anna.create()
    t.equal("created", (me["name"], me["claimed"]), ("Anna", True))
    t.check("the guest's session ended", server.get("/api/me", visitor)[1]["guest"] != anna.guest)
    t.equal("it is listed", [one["name"] for one in anna.listed()["passkeys"]], ["my key"])
    status, answer, headers = anna.login()
    t.equal("logged in", (status, answer["guest"]), (200, anna.guest))
    t.check("that session is listed, too", len(server.get("/api/sessions", cookie_of(headers))[1]["sessions"]) == 2)
    for path in ("/api/export", "/api/mail/forget", "/api/name/delete", "/api/me/delete", "/api/passkeys/remove"):
        body = {"id": anna.listed()["passkeys"][0]["id"]}
        t.equal(f"{path} by a session alone", reason(anna.send(path, body)), (403, "password_first"))
        t.equal(f"{path} with a password that nobody set", reason(anna.send(path, {**body, "password": ""})), (403, "password_first"))
    t.equal("a first password by a session alone", reason(anna.send("/api/claim", {"name": "Anna", "password": "of the thief"})), (403, "password_first"))
    t.equal("the only way in stays", reason(anna.send("/api/passkeys/remove", {"id": text64(anna.key.id), "passkey": anna.answer("/api/passkeys/remove")})), (400, "last_passkey"))
    everything = anna.send("/api/export", {"passkey": anna.answer("/api/export")})[1]
    notes = [(note["key"], json.loads(note["body"])["name"]) for note in everything["notes"] if note["kind"] == "passkey"]
    t.equal("the passkey is in the file", notes, [(text64(anna.key.id), "my key")])
    status, _, headers = anna.send("/api/claim", {"name": "Anna", "password": PASSWORD, "passkey": anna.answer("/api/claim")})
    anna.token = cookie_of(headers)
    t.equal("a password by the passkey", (status, anna.listed()["password"]), (200, True))
    t.equal("the passkey goes on", anna.login()[0], 200)
    second = Authenticator(anna.origin)
    made = second.make(anna.begin("/api/passkeys/add"))
    t.equal("not by a session alone", reason(anna.send("/api/passkeys/add", {"called": "my phone", **made})), (403, "wrong_password"))
    t.equal("a second one by the password", anna.send("/api/passkeys/add", {"called": "my phone", "password": PASSWORD, **made})[1].get("guest"), anna.guest)
    t.equal("both are listed", sorted(one["name"] for one in anna.listed()["passkeys"]), ["my key", "my phone"])
    t.equal("it logs in", anna.login(second)[1]["guest"], anna.guest)
    t.equal("the first one goes", len(anna.send("/api/passkeys/remove", {"id": text64(anna.key.id), "passkey": anna.answer("/api/passkeys/remove", second)})[1]["passkeys"]), 1)
    t.equal("and opens nothing", reason(anna.login()), (403, "passkey_unknown"))
    server.stop()
    server.start()
    anna.origin = second.origin = f"http://127.0.0.1:{server.port}"
    t.equal("after a restart the other one opens", anna.login(second)[1].get("guest"), anna.guest)
    t.equal("deleted by it", anna.send("/api/me/delete", {"passkey": anna.answer("/api/me/delete", second)})[:2], (200, {}))
    t.equal("with the passkeys", reason(anna.login(second)), (403, "passkey_unknown"))
    server.stop()


def attacks(t, folder, serve):
    """An answer for another page, moment, request or account opens nothing."""
    server = serve(folder)
    anna, eve = Person(server, "Anna"), Person(server, "Eve")
    anna.create(), eve.create()
    for odd, why in (({"origin": "https://evil.example"}, "passkey_elsewhere"), ({"origin": anna.origin.replace("http:", "https:")}, "passkey_elsewhere"),
                     ({"host": "evil.example"}, "passkey_elsewhere"), ({"flags": 0x01}, "passkey_unverified"), ({"flags": 0x04}, "passkey_unverified"),
                     ({"count": 1}, "passkey_wrong"), ({"user": text64(eve.guest.encode())}, "passkey_unknown"), ({"user": text64(b"bot" + b"0" * 29)}, "passkey_unknown")):
        t.equal(f"refused: {odd}", reason(anna.login(**odd)), (403, why))
    anna.key.count = 10
    forged = eve.key.answer(eve.begin("/api/passkeys/login"), user=text64(anna.guest.encode()))
    t.equal("Eve's passkey for Anna's account", reason(eve.send("/api/passkeys/login", {"passkey": forged}, "")), (403, "passkey_unknown"))
    t.equal("with Anna's id", reason(eve.send("/api/passkeys/login", {"passkey": {**forged, "id": text64(anna.key.id)}}, "")), (403, "passkey_wrong"))
    for change in ({"signature": "AAAA"}, {"signature": ""}, {"authenticator_data": ""}, {"client_data": ""}, {"id": "?"}, {"user": ""}):
        status, answer, _ = anna.send("/api/passkeys/login", {"passkey": {**anna.answer("/api/passkeys/login"), **change}}, "")
        t.check(f"damaged: {change}", status in (400, 403) and answer["error"]["message"], answer)
    for body in ({}, {"passkey": None}, {"passkey": "x"}, {"passkey": []}, {"passkey": {}}, {"passkey": {"id": 1}}):
        t.equal(f"no passkey: {body}", anna.send("/api/passkeys/login", body, "")[0], 400)
    begun = anna.begin("/api/passkeys/login")
    once = {"passkey": anna.key.answer(begun)}
    t.equal("an answer", anna.send("/api/passkeys/login", once, "")[0], 200)
    t.equal("counts once", reason(anna.send("/api/passkeys/login", once, "")), (403, "passkey_too_late"))
    t.equal("and its challenge, too", reason(anna.login(begun=begun)), (403, "passkey_too_late"))
    cleo = Person(server, "Cleo")  # whose authenticator counts nothing, as those that are synchronised
    cleo.key.counts = False
    cleo.create()
    once = {"passkey": cleo.answer("/api/passkeys/login")}
    replies = [reason(cleo.send("/api/passkeys/login", once, "")) for _ in range(2)]
    t.equal("a passkey that counts nothing is not replayed either", replies, [(200, None), (403, "passkey_too_late")])
    forged = {**begun, "challenge": text64(b"9999999999999." + b"0" * 32 + b"." + b"0" * 16)}
    t.equal("an invented challenge", reason(anna.login(begun=forged)), (403, "passkey_too_late"))
    t.equal("a challenge of another device", reason(anna.login(begun=eve.begin("/api/passkeys/login"))), (403, "passkey_too_late"))
    # An answer for one request does nothing else, and nothing in another session.
    answer = anna.answer("/api/export")
    t.equal("an answer for the export deletes nothing", reason(anna.send("/api/me/delete", {"passkey": answer})), (403, "passkey_too_late"))
    t.equal("and does not log in", reason(anna.send("/api/passkeys/login", {"passkey": anna.answer("/api/export")}, "")), (403, "passkey_too_late"))
    other = cookie_of(anna.login()[2])
    t.equal("nor in another session", reason(anna.send("/api/export", {"passkey": answer}, other)), (403, "passkey_too_late"))
    t.equal("Anna's answer in Eve's session", reason(eve.send("/api/me/delete", {"passkey": anna.key.answer(eve.begin("/api/me/delete"))})), (403, "passkey_unknown"))
    made = anna.key.make(eve.begin("/api/passkeys/add"))
    answer = eve.answer("/api/passkeys/add")
    t.equal("a passkey of another account is not added", reason(eve.send("/api/passkeys/add", {"called": "mine", **made, "passkey": answer})), (400, "passkey_known"))
    stranger = Person(server, "Zora")
    made = stranger.key.make(stranger.begin("/api/passkeys/add"))
    t.equal("a name that is taken", reason(stranger.send("/api/passkeys/add", {"name": "ANNA", "called": "x", **made})), (400, "name_claimed"))
    made = stranger.key.make(stranger.begin("/api/passkeys/add"), origin="https://evil.example")
    t.equal("made on another page", reason(stranger.send("/api/passkeys/add", {"name": "Zoe", "called": "x", **made})), (403, "passkey_elsewhere"))
    t.equal("Anna has what she had", (len(anna.listed()["passkeys"]), server.get("/api/me", anna.token)[1]["guest"]), (1, anna.guest))
    server.stop()


def thief(t, folder, serve):
    """A thief adds a passkey with a stolen password: the old address undoes that, and so does a new password by email."""
    mail = MailServer()
    server = serve(folder, "--smtp", mail.address, "--mail-from", "tide@example.org")
    for name, way in (("Anna", "cancel"), ("Ben", "recover")):
        owner = Person(server, name)
        status, _, headers = owner.send("/api/claim", {"name": name, "password": PASSWORD})
        assert status == 200
        owner.token, address = cookie_of(headers), f"{name.lower()}@example.org"
        confirm(server, mail, owner.token, address)
        there, eve = len(mail.letters), Authenticator(owner.origin)
        made = eve.make(owner.begin("/api/passkeys/add"))
        t.equal("Eve adds a passkey", owner.send("/api/passkeys/add", {"called": "x", "password": PASSWORD, **made})[0], 200)
        t.check("the address learns of it", "list of passkeys" in mail.wait(there + 1)[there][2] and mail.letters[there][1] == [address], mail.letters[-1])
        t.equal("it opens the account", owner.login(eve)[0], 200)
        if way == "cancel":
            link = owner.send("/api/mail/cancel", {"link": letters_to(mail, address, "cancel")[-1]}, "")[1]["link"]
            t.equal("cancelled: it opens nothing", reason(owner.login(eve)), (403, "passkey_unknown"))
        else:
            owner.send("/api/recover", {"name": name}, "")
            mail.wait(there + 2)
            link = letters_to(mail, address, "recover")[-1]
        status, answer, headers = owner.send("/api/recover/finish", {"link": link, "password": PASSWORD}, "")
        owner.token = cookie_of(headers)
        t.equal("a new password: it opens nothing", (status, reason(owner.login(eve)), owner.listed()["passkeys"]), (200, (403, "passkey_unknown"), []))
    server.stop()
    mail.close()


def elsewhere(t, folder, serve, another):
    """A challenge of one node is answered at another, and counts once for both."""
    one, two = serve(folder), another()
    anna = Person(one, "Anna")
    anna.create()
    begun = anna.begin("/api/passkeys/login")
    anna.server, anna.origin = two, f"http://127.0.0.1:{two.port}"
    answer = {"passkey": anna.key.answer(begun, origin=anna.origin)}
    t.equal("answered at the other node", anna.send("/api/passkeys/login", answer, "")[0], 200)
    anna.server, anna.origin = one, anna.key.origin
    again = {"passkey": anna.key.answer(begun)}
    t.equal("its challenge counts once for both", reason(anna.send("/api/passkeys/login", again, "")), (403, "passkey_too_late"))
    for server in (one, two):
        server.stop()
