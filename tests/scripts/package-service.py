#!/usr/bin/env python3
"""The scripts of the Debian package: they never revive a service that the administrator disabled or stopped, and purging leaves nothing.

They run with Debian's own deb-systemd-helper in a root of the test; stand-ins note what would be done to users and running services.
tools/check_package does the same with the whole package on a bare Debian."""
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import ROOT, Checks  # noqa: E402

UNIT = "springtide.service"
STAND_INS = {
    "getent": 'exit 0',
    "userdel": 'echo "userdel $*" >>"$NOTES"',
    "systemctl": 'echo "systemctl $*" >>"$NOTES"',
    "deb-systemd-invoke": 'echo "$1" >>"$NOTES"',
    "install": 'shift 7; exec mkdir -p "$1"',  # without the owner, whom this machine does not have
}


class Machine:
    """A root with systemd running in it, and the package's scripts."""

    def __init__(self, folder):
        self.root, self.notes = pathlib.Path(folder, "root"), pathlib.Path(folder, "notes")
        for name in ("run/systemd/system", "etc/systemd/system", "var/lib", "usr/bin", "lib/systemd/system"):
            (self.root / name).mkdir(parents=True)
        (self.root / "usr/bin/deb-systemd-helper").write_text("#!/bin/sh\n")  # the test looks for this file
        (self.root / "usr/bin/deb-systemd-helper").chmod(0o755)
        self.unit = self.root / "lib/systemd/system" / UNIT
        self.link = self.root / "etc/systemd/system/multi-user.target.wants" / UNIT
        tools = pathlib.Path(folder, "tools")
        tools.mkdir()
        for name, body in STAND_INS.items():
            (tools / name).write_text(f"#!/bin/sh\n{body}\n")
            (tools / name).chmod(0o755)
        self.environment = {**os.environ, "DPKG_ROOT": str(self.root), "NOTES": str(self.notes), "PATH": f"{tools}:{os.environ['PATH']}"}

    def script(self, name, *words):
        """Runs it as dpkg does; returns what it did to the service."""
        self.notes.write_text("")
        subprocess.run([ROOT / "deploy" / "debian" / name, *words], check=True, env={**self.environment, "DPKG_MAINTSCRIPT_PACKAGE": "springtide"})
        return [line for line in self.notes.read_text().splitlines() if "daemon-reload" not in line]

    def install(self, old=""):
        self.unit.write_text((ROOT / "deploy" / UNIT).read_text())
        return self.script("postinst", "configure", old)

    def upgrade(self, old="0.3.0"):
        return self.script("prerm", "upgrade", "0.4.0") + self.script("postrm", "upgrade", "0.4.0") + self.install(old)

    def remove(self):
        done = self.script("prerm", "remove")
        self.unit.unlink()
        return done + self.script("postrm", "remove")

    def left(self):
        return sorted(str(path.relative_to(self.root)) for path in self.root.rglob("*springtide*"))


def life(t, folder):
    machine = Machine(folder)
    t.equal("a new service is started", machine.install(), ["start"])
    t.check("and enabled", machine.link.is_symlink(), machine.left())
    t.check("its folder is made", (machine.root / "var/lib/springtide").is_dir())
    t.equal("an upgrade restarts it if it runs", machine.upgrade(), ["try-restart"])
    t.check("and it stays enabled", machine.link.is_symlink())
    machine.link.unlink()  # systemctl disable springtide
    machine.upgrade()
    t.check("an upgrade does not enable it again", not machine.link.is_symlink(), machine.left())
    machine.upgrade()
    t.check("nor does the next one", not machine.link.is_symlink(), machine.left())
    machine.link.symlink_to(f"/lib/systemd/system/{UNIT}")  # systemctl enable springtide
    machine.upgrade()
    t.check("enabled by the administrator it stays enabled", machine.link.is_symlink())
    t.equal("removing stops it", machine.remove(), ["stop"])
    mask = machine.root / "etc/systemd/system" / UNIT
    t.check("and masks it; the games stay", os.readlink(mask) == "/dev/null" and (machine.root / "var/lib/springtide").is_dir(), machine.left())
    machine.install("0.3.0")
    t.check("installed again it is enabled and no longer masked", machine.link.is_symlink() and not mask.is_symlink(), machine.left())
    machine.remove()
    t.equal("purging removes its user", machine.script("postrm", "purge"), ["userdel springtide"])
    t.equal("and leaves nothing", machine.left(), [])


def before_it_was_noted(t, folder):
    """Version 0.2.0 enabled the service with systemctl, which nothing noted."""
    machine = Machine(folder)
    machine.unit.write_text((ROOT / "deploy" / UNIT).read_text())
    machine.upgrade("0.2.0")
    t.check("disabled there it stays disabled", not machine.link.is_symlink(), machine.left())
    machine.upgrade("0.3.0")
    t.check("also later", not machine.link.is_symlink(), machine.left())
    machine.link.parent.mkdir(exist_ok=True)
    machine.link.symlink_to(f"/lib/systemd/system/{UNIT}")
    machine.upgrade("0.2.0")
    t.check("enabled there it stays enabled", machine.link.is_symlink(), machine.left())


Checks().run(life, before_it_was_noted)
