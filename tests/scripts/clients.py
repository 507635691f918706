#!/usr/bin/env python3
"""The clients as a program elsewhere has them: the npm package is packed, installed and plays; the Python file logs in and stays so."""
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "examples"))
from client import ROOT, Checks, Server  # noqa: E402
from server_client import Http, Refused, Socket  # noqa: E402

BUILD = pathlib.Path(os.environ.get("SPRINGTIDE_BUILD", ROOT / "build"))
TYPESCRIPT, WS = "typescript@5.9.3", "ws@8.18.3"


def run(*words, cwd, **more):
    environment = {**os.environ, "npm_config_cache": str(BUILD / "npm"), "npm_config_update_notifier": "false"}
    return subprocess.run(words, capture_output=True, text=True, check=False, cwd=cwd, env=environment, timeout=600, **more)


def new_folder(folder):
    inner = pathlib.Path(folder, "data")
    inner.mkdir()
    return inner


def npm_package(t, folder):
    """Packed with TypeScript, installed into a project of its own, run by node."""
    package = pathlib.Path(folder, "package")
    package.mkdir()
    for name in subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "clients/typescript"], cwd=ROOT, capture_output=True, text=True,
                               check=True).stdout.split():
        copy = package / pathlib.Path(name).relative_to("clients/typescript")
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((ROOT / name).read_bytes())
    brought = run("npm", "install", "--no-save", "--no-audit", "--no-fund", "--no-package-lock", TYPESCRIPT, cwd=package)
    t.equal("npm brings TypeScript", brought.returncode, 0)
    packed = run("npm", "pack", "--json", cwd=package)
    t.check("it compiles strictly and is packed", packed.returncode == 0, packed.stdout[-2000:] + packed.stderr[-2000:])
    project = pathlib.Path(folder, "project")
    project.mkdir()
    project.joinpath("package.json").write_text('{"type": "module"}')
    archive = next(package.glob("springtide-client-*.tgz"))
    t.equal("a project installs it", run("npm", "install", "--no-audit", "--no-fund", str(archive), WS, cwd=project).returncode, 0)
    installed = project / "node_modules" / "springtide-client"
    t.equal("it has its code, its types and how to use it, no more",
            sorted(str(path.relative_to(installed)) for path in installed.rglob("*") if path.is_file()),
            ["README.md", "dist/index.d.ts", "dist/index.js", "package.json"])
    t.equal("it needs no other package", json.loads((installed / "package.json").read_text()).get("dependencies"), None)
    server = Server(new_folder(folder), "--bot-milliseconds", "5")
    project.joinpath("play.mjs").write_text((ROOT / "clients/typescript/test/play.mjs").read_text(encoding="utf-8"), encoding="utf-8")
    played = run("node", "play.mjs", f"http://localhost:{server.port}", cwd=project)
    for line in played.stdout.splitlines():
        word, _, rest = line.partition(" ")
        t.check(f"npm: {rest}", word == "ok", rest)
    t.check("npm: all of it was tried", played.returncode == 0 and played.stdout.count("ok ") == 8, played.stdout + played.stderr)
    server.stop()


def python_file(t, folder):
    """Http.login() stays logged in; Socket plays as the same person."""
    server = Server(new_folder(folder))
    address = f"http://localhost:{server.port}"
    first = Http(address)
    first.token = first.new_token(name="Ada")["token"]
    first.claim(name="Ada", password="a long password")
    other = Http(address)
    other.login(name="Ada", password="a long password")
    t.check("login gives a session of its own", other.token not in ("", first.token), other.token)
    t.equal("and the next question is asked as that person", (other.me()["name"], other.me()["claimed"]), ("Ada", True))
    t.equal("the line, too", Socket(address, other.token).hello()["player"], "Ada")
    before = other.token
    other.logout()
    t.check("logout ends the session", other.token != before, other.token)
    try:
        Socket(address, before).follow()
        t.check("and its token is worth nothing", False)
    except Refused as refused:
        t.check("and its token is worth nothing", refused.reason != "", refused.error)
    server.stop()


def sentences(t, folder):
    """The example bot ends with a sentence for what is not there."""
    server = Server(new_folder(folder))
    address = f"http://localhost:{server.port}"
    for words, sentence in ((["--game", "chess"], "there is no game 'chess' on this server; it has turn_the_tide, high_tide_henn, high_tide_leiman"),
                            (["--against", "champion"], "high_tide_leiman has no level 'champion'; it has random, greedy, easy, medium, hard, best, perfect"),
                            (["--table", "0" * 32], "the server says: "), (["--table", "nonsense"], "the server says: "),
                            (["--token-file", "/nowhere/token"], "cannot read the token in /nowhere/token: No such file or directory")):
        ended = subprocess.run([sys.executable, ROOT / "examples" / "bot.py", "--server", address, *words], capture_output=True, text=True,
                               check=False, timeout=120)
        t.check(f"bot.py {' '.join(words)}: a sentence, no traceback", ended.returncode == 1 and ended.stderr.startswith(sentence)
                and "Traceback" not in ended.stderr and ended.stderr.count("\n") == 1, ended.stderr)
    server.stop()


Checks().run(npm_package, python_file, sentences)
