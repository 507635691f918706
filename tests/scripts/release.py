#!/usr/bin/env python3
"""A release of the sources: the same commit gives the same bytes, and a host who follows docs/how-to/upgrading.md notices every change."""
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from client import ROOT, Checks  # noqa: E402

VERSION = re.search(r"project\(springtide VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
ARCHIVE = f"springtide-{VERSION}.tar.gz"


def made(out, *options, umask=0o022, **environment):
    """Only the sources: tools/check_reproducible compares the rest."""
    return subprocess.run([ROOT / "tools/release", "--untagged", "--without", "container,deb,wheel,embed", "--out", out, *options, VERSION],
                          capture_output=True, text=True, check=False, umask=umask, env={**os.environ, **environment})


def key(folder, name):
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", folder / name], check=True)
    return folder / name


def commands():
    """The commands of docs/how-to/upgrading.md."""
    page = (ROOT / "docs/how-to/upgrading.md").read_text()
    block = next(block for block in re.findall(r"```\n(.*?)```", page, re.DOTALL) if "ssh-keygen" in block)
    return block.strip().splitlines()


def holds(folder, signers):
    """Whether each of these commands is content, in the folder of the download."""
    return [subprocess.run(["bash", "-c", line.replace("release_signers", str(signers), 1)], cwd=folder, capture_output=True,
                           check=False).returncode == 0 for line in commands()]


def release(t, folder):
    folder = pathlib.Path(folder)
    signing, other = key(folder, "signing"), key(folder, "other")
    one, two = folder / "one", folder / "two"
    done = made(one, "--sign", signing)
    t.equal("a release is made", (done.returncode, done.stderr[-300:] if done.returncode else ""), (0, ""))
    again = made(two, TZ="Pacific/Chatham", LC_ALL="C", umask=0o077)
    t.equal("and again, elsewhere", again.returncode, 0)
    for name in (ARCHIVE, "NOTES.md", "SHA256SUMS"):
        t.check(f"{name} is the same", (one / name).read_bytes() == (two / name).read_bytes())
    t.check("without a key it says so", "not signed" in again.stderr and not (two / "SHA256SUMS.sig").exists(), again.stderr)

    signers = folder / "signers"
    signers.write_text((ROOT / "deploy/release_signers").read_text() + 'releases@springtide namespaces="springtide-release" '
                       + signing.with_suffix(".pub").read_text())
    t.equal("signature and sums hold", holds(one, signers), [True, True])
    (one / ARCHIVE).write_bytes((one / ARCHIVE).read_bytes() + b"x")
    t.equal("a changed file has another sum", holds(one, signers), [True, False])
    (one / "SHA256SUMS").write_text((two / "SHA256SUMS").read_text().replace("0", "1", 1))
    t.equal("changed sums have no signature", holds(one, signers)[0], False)
    (one / "SHA256SUMS").write_bytes((two / "SHA256SUMS").read_bytes())
    (one / "SHA256SUMS.sig").unlink()
    subprocess.run(["ssh-keygen", "-Y", "sign", "-q", "-f", other, "-n", "springtide-release", one / "SHA256SUMS"], check=True,
                   stdin=subprocess.DEVNULL, capture_output=True)
    t.equal("another key signs nothing", holds(one, signers)[0], False)

    tagged = subprocess.run([ROOT / "tools/release", "--sign", other, "9.9.9"], capture_output=True, text=True, check=False)
    t.check("a version without a tag is refused", tagged.returncode == 1 and "there is no tag v9.9.9" in tagged.stderr, tagged.stderr)
    wrong = made(folder / "three", "--sign", folder / "nowhere")
    t.check("so is a key that is none", wrong.returncode == 1 and "no SSH key" in wrong.stderr, wrong.stderr)


def unknown_key(t, folder):
    """A tagged release is signed only with a key that the commit names."""
    folder = pathlib.Path(folder)
    clone = folder / "clone"
    subprocess.run(["git", "clone", "--quiet", "--depth", "1", f"file://{ROOT}", clone], check=True)
    subprocess.run(["git", "-C", clone, "tag", f"v{VERSION}"], check=True)
    done = subprocess.run([clone / "tools/release", "--without", "container,deb,wheel,embed", "--sign", key(folder, "unknown"), VERSION],
                          capture_output=True, text=True, check=False)
    t.check("it says which line is missing", done.returncode == 1 and "add the line 'releases@springtide namespaces=" in done.stderr, done.stderr)


t = Checks()
t.run(release, unknown_key)
