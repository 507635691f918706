#!/usr/bin/env python3
"""What a host has to do with: measures and who may read them, logs, files that are private, backups."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import PROGRAM, Checks, Server, table_of  # noqa: E402


def value(text, name):
    return float(re.search(rf"^{re.escape(name)} (\S+)$", text, re.M).group(1))


def measures(t, folder):
    """Histograms add up, HTTP is counted by route and code, the version is there, and no address of a table."""
    server = Server(folder)
    anna, ben = server.client(), server.client()
    table = table_of([anna, ben], "high_tide_leiman", 2)
    for client in (anna, ben):
        client.must("watch", table=table)
    server.http("GET", "/api/nothing")
    server.http("GET", "/replay/" + table + ".txt")
    text = server.http("GET", "/metrics")[1]
    events = value(text, "springtide_events_total")
    t.check("every event was timed", 0 < value(text, "springtide_event_seconds_count") <= events, text)
    t.equal("buckets hold all", value(text, 'springtide_event_seconds_bucket{le="+Inf"}'),
            value(text, "springtide_event_seconds_count"))
    buckets = [float(n) for n in re.findall(r'^springtide_commit_seconds_bucket\{le="[^"]+"\} (\d+)$', text, re.M)]
    t.check("buckets grow", buckets == sorted(buckets) and buckets[-1] > 0, buckets)
    t.equal("what is not there", value(text, 'springtide_http_requests_total{route="api",code="404"}'), 1)
    t.equal("nothing waits", value(text, "springtide_events_waiting"), 0)
    version = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True).stdout.strip()
    t.check("the version", f'springtide_build_info{{version="{version}"' in text, text)
    t.check("no secret address", table not in text)
    if shutil.which("promtool"):
        done = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True)
        t.check("promtool finds nothing wrong", done.returncode == 0, done.stdout + done.stderr)
    server.stop()


def token(t, folder):
    """From other machines, that is with a forwarded address, only requests with the token are admitted."""
    elsewhere = {"X-Forwarded-For": "198.51.100.7"}
    server = Server(folder, "--behind-proxy", "true")
    t.equal("nobody without a token", server.http("GET", "/metrics", headers=elsewhere)[0], 403)
    t.equal("an empty one is none", server.http("GET", "/metrics", headers={**elsewhere, "Authorization": "Bearer "})[0], 403)
    server.stop()
    server = Server(folder, "--behind-proxy", "true", env={"SPRINGTIDE_METRICS_TOKEN": "a long secret"})
    for given, status in (("a long secret", 200), ("a long secreT", 403), ("a long", 403), ("", 403)):
        headers = {**elsewhere, "Authorization": "Bearer " + given}
        t.equal(f"with {given!r}", server.http("GET", "/metrics", headers=headers)[0], status)
    scraped = {"Host": "node-two:8470", "Authorization": "Bearer a long secret"}
    t.equal("a monitor may call a node by its own name", server.http("GET", "/metrics", headers=scraped)[0], 200)
    t.equal("with the token", server.http("GET", "/metrics", headers={"Host": "node-two:8470"})[0], 403)
    t.equal("this machine needs none", server.http("GET", "/metrics")[0], 200)
    server.stop()


def logs(t, folder):
    """As text for people, and only what is serious enough."""
    log = pathlib.Path(folder, "log")
    Server(folder, "--log-format", "text").stop()
    lines = log.read_text().splitlines()
    started = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z info started  url=http")
    t.check("text", any(started.match(line) for line in lines), lines)
    log.write_text("")
    Server(folder, "--log-level", "warning").stop()
    t.equal("nothing to warn of", log.read_text(), "")


def warned(t, folder):
    """Any client that reaches a server which believes X-Forwarded-For chooses its address: the server warns at the
    start."""
    log = pathlib.Path(folder, "log")
    server = Server(folder, "--behind-proxy", "true")
    server.stop()
    t.check("on this machine alone there is nothing to warn of", '"warning"' not in log.read_text(), log.read_text())
    for listen in ("0.0.0.0:0", "[::]:0"):
        log.write_text("")
        server.start(listen)
        server.stop()
        t.check(f"{listen} answers others", "chooses its address" in log.read_text(), log.read_text())
    checked = subprocess.run([PROGRAM, "serve", "--check-config", "--listen", "0.0.0.0:8470", "--behind-proxy", "true", "--data", folder],
                             capture_output=True, text=True, check=False)
    t.check("--check-config says it too", checked.returncode == 0 and checked.stderr.startswith("warning: --behind-proxy"), checked)
    log.write_text("")
    server = Server(folder)
    server.stop()
    server.start("0.0.0.0:0")
    server.stop()
    t.check("without a proxy any address will do", '"warning"' not in log.read_text(), log.read_text())


def private(t, folder):
    """Database and backups are for their owner alone, whatever the umask; a backup needs no arguments."""
    data, elsewhere = pathlib.Path(folder, "data"), pathlib.Path(folder, "elsewhere")
    data.mkdir()
    elsewhere.mkdir()
    before = os.umask(0)
    server = Server(data)
    done = subprocess.run([PROGRAM, "backup"], cwd=elsewhere, capture_output=True, text=True,
                          env={**os.environ, "SPRINGTIDE_DATA": str(data)})
    os.umask(before)
    t.equal("backed up", (done.returncode, done.stderr), (0, ""))
    copies = list(elsewhere.glob("springtide-*.backup"))
    t.equal("one copy", len(copies), 1)
    for file in (*copies, data / "springtide.sqlite"):
        t.equal(f"{file.name} is private", oct(file.stat().st_mode & 0o777), "0o600")
    server.stop()
    restored = pathlib.Path(folder, "restored")
    done = subprocess.run([PROGRAM, "restore", "--data", str(restored), str(copies[0])], capture_output=True, text=True)
    t.equal("restored", (done.returncode, done.stderr), (0, ""))
    t.equal("also private", oct((restored / "springtide.sqlite").stat().st_mode & 0o777), "0o600")


if __name__ == "__main__":
    Checks().run(measures, token, logs, warned, private)
