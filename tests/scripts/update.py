#!/usr/bin/env python3
"""`springtide update --check`: sends requests only to the host's address, and trusts only versions in the answer."""
import http.server
import json
import os
import pathlib
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import PROGRAM, Checks  # noqa: E402

VERSION = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout.strip()
OWN = [int(part) for part in VERSION.split(".")]
NEWER, OLDER = f"{OWN[0]}.{OWN[1] + 10}.0", "0.0.9"


class List(http.server.ThreadingHTTPServer):
    """A list of releases on this machine; it notes the requests."""

    def __init__(self):
        server = self
        self.asked, self.answer, self.status, self.headers = [], b"[]", 200, {}

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                server.asked.append((self.path, dict(self.headers)))
                self.send_response(server.status)
                for name, value in server.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                try:
                    self.wfile.write(server.answer)
                except ConnectionError:
                    pass  # it was too long

            def log_message(self, *words):
                pass
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_port}/releases"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def has(self, *releases):
        self.answer = json.dumps(list(releases)).encode()


def update(*words, **environment):
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy") and name != "SPRINGTIDE_RELEASES"}
    done = subprocess.run([PROGRAM, "update", *words], capture_output=True, text=True, check=False, env={**kept, **environment})
    return done.returncode, done.stdout, done.stderr


def check(t, folder):
    releases, page = List(), "https://code.example.org/springtide/releases/1"
    status, out, err = update("--check")
    t.check("without the setting nothing is asked", status == 2 and "no list of releases is set" in err and not releases.asked, (status, err))
    status, _, err = update()
    t.check("without --check it only says what it can do", status == 2 and "update --check" in err, err)

    asking = ("--check", "--releases", releases.url)
    releases.has({"tag_name": f"v{OLDER}"}, {"tag_name": f"v{NEWER}", "html_url": page}, {"tag_name": f"v{VERSION}"})
    status, out, err = update(*asking)
    t.equal("a newer release", (status, out.splitlines()[:2], err), (1, [f"Springtide {NEWER} is out; this is {VERSION}.", page], ""))
    t.check("the request names neither version nor machine", VERSION not in str(releases.asked[-1]) and os.uname().nodename not in str(releases.asked[-1]),
            releases.asked[-1])
    releases.has({"tag_name": NEWER, "draft": True}, {"tag_name": NEWER, "prerelease": True}, {"tag_name": f"{NEWER}-rc1"},
                 {"tag_name": "nightly"}, {"name": NEWER}, 7, {"tag_name": VERSION})
    status, out, _ = update(*asking)
    t.equal("drafts, previews and other tags do not count", (status, out), (0, f"Springtide {VERSION} is the newest release.\n"))
    releases.has({"tag_name": f"v{NEWER}", "html_url": "https://x\n\x1b[2Jrm -rf"})
    status, out, _ = update(*asking)
    t.check("a page that is no address is not printed", status == 1 and "\x1b" not in out and "rm -rf" not in out, out)

    config = pathlib.Path(folder, "springtide.toml")
    config.write_text(f'listen = "127.0.0.1:1"\nreleases = "{releases.url}"\n')
    t.equal("set in the settings of the server", update("--check", "--config", str(config))[0], 1)
    t.equal("set in the environment", update("--check", SPRINGTIDE_RELEASES=releases.url)[0], 1)
    checked = subprocess.run([PROGRAM, "serve", "--config", str(config), "--check-config"], capture_output=True, text=True, check=False)
    t.check("the server knows the setting", checked.returncode == 0 and f'releases = "{releases.url}"' in checked.stdout, checked)
    config.write_text("")
    t.equal("and off by default", update("--check", "--config", str(config))[0], 2)
    t.equal("a file that is not there", update("--check", "--config", str(config) + "x")[0], 3)

    for wrong in ("ftp://127.0.0.1/x", "http://tide.example.org/x", "http://127.0.0.1.example.org/x", "https://", "releases.json"):
        status, _, err = update("--check", "--releases", wrong)
        t.check(f"{wrong} is refused", status == 2 and "https:// address" in err, (status, err))
    for title, answer, code, said in (("no JSON", b"<html>", 200, "no list of releases"), ("no list", b'{"tag_name":"v9.9.9"}', 200, "no list of releases"),
                                      ("an error", b"[]", 503, "status 503"), ("too long", b"[" + b" " * (1 << 21) + b"]", 200, "longer than a megabyte")):
        releases.answer, releases.status = answer, code
        status, _, err = update(*asking)
        t.check(f"{title}: a sentence", status == 3 and said in err, (status, err))
    releases.status, releases.headers = 302, {"Location": releases.url + "2"}
    before = len(releases.asked)
    t.check("it is led nowhere without TLS", update(*asking)[0] == 3 and len(releases.asked) == before + 1)
    releases.shutdown()
    releases.server_close()
    status, _, err = update(*asking)
    t.check("nobody there: a sentence", status == 3 and "no answer from" in err, (status, err))


t = Checks()
t.run(check)
