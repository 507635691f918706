"""Builds wheels of the module (PEP 517) with what Debian has: CMake, Ninja, a compiler and pybind11.

`pip install .` works without a network, because building requires no package from an index. A build that
`./springtide python` made is brought up to date and used; it is for this machine's processor. For other machines:
`pip wheel . --config-settings=portable=true`; for 64-bit ARM: `pip wheel . --config-settings=machine=aarch64` (tools/check_wheel
runs such a wheel in an emulator). A finished build can be packed as it is with the setting build-dir, as in
`pip wheel . --config-settings=build-dir=build/release`.
"""
import base64
import hashlib
import io
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAME = "springtide"
MACHINES = {62: "x86_64", 183: "aarch64"}  # the numbers in a file's ELF header
LONG_AGO = (2020, 1, 1, 0, 0, 0)  # wheels of the same content are the same bytes


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """Without this an installer builds everything just to learn the name."""
    folder = pathlib.Path(metadata_directory) / _info()
    folder.mkdir()
    (folder / "METADATA").write_text(_metadata())
    (folder / "WHEEL").write_text(_wheel(_local_tag()))
    return folder.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    folder, portable = _build(config_settings or {})
    tag = portable_tag(_module(folder)) if portable else _local_tag()
    files = {f"{NAME}/{path.relative_to(folder)}": path.read_bytes() for path in sorted(folder.rglob("*"))
             if path.is_file() and "__pycache__" not in path.parts}
    info = _info()
    files[f"{info}/METADATA"] = _metadata().encode()
    files[f"{info}/WHEEL"] = _wheel(tag).encode()
    for name in _project()["license-files"]:
        files[f"{info}/licenses/{name}"] = (ROOT / name).read_bytes()
    rows = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    name = f"{NAME}-{_version()}-{tag}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, content)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """The files known to git, and the metadata that installers look for."""
    top = f"{NAME}-{_version()}"
    known = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=True, capture_output=True).stdout.decode()
    name = f"{top}.tar.gz"
    with tarfile.open(pathlib.Path(sdist_directory) / name, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for path in filter(None, known.split("\0")):
            archive.add(ROOT / path, f"{top}/{path}", recursive=False)
        info = tarfile.TarInfo(f"{top}/PKG-INFO")
        content = _metadata().encode()
        info.size = len(content)
        archive.addfile(info, io.BytesIO(content))
    return name


def _build(settings):
    """The folder of the package, and whether it runs on other machines too."""
    if "build-dir" in settings:
        folder = pathlib.Path(settings["build-dir"]) / "python" / NAME
        if _module(folder) is None:
            sys.exit(f"there is no finished module in {folder}")
        return folder, False
    machine = settings.get("machine", os.uname().machine)
    if machine not in MACHINES.values():
        sys.exit(f"there is no compiler for {machine}; the machines are {', '.join(MACHINES.values())}")
    portable = str(settings.get("portable", "false")).lower() in ("true", "1", "yes", "on") or machine != os.uname().machine
    ready = pathlib.Path(os.environ.get("SPRINGTIDE_BUILD", ROOT / "build")) / "release"
    if not portable and _is_configured(ready):
        build = ready
    else:
        foreign = [] if machine == os.uname().machine else _settings_for(machine)
        build = ROOT / "build" / ("wheel-" + machine if foreign else "wheel")
        # The C++ runtime goes into the module: then only the C library decides where it runs.
        subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                        "-DSPRINGTIDE_PYTHON=ON", f"-DPYTHON_EXECUTABLE={sys.executable}",
                        "-DCMAKE_MODULE_LINKER_FLAGS=-static-libstdc++ -static-libgcc -Wl,--exclude-libs,ALL -s", *foreign], check=True)
        portable = True
    subprocess.run(["cmake", "--build", build, "--target", "springtide_python"], check=True)
    return build / "python" / NAME, portable


def _settings_for(machine):
    """For CMake: Debian's compiler for another machine, and that machine's Python."""
    made = subprocess.run([ROOT / "tools" / "arm64_system"], check=True, capture_output=True, text=True).stdout.strip()
    python = f"python{sys.version_info.major}.{sys.version_info.minor}"
    suffix = f".cpython-{sys.version_info.major}{sys.version_info.minor}-{machine}-linux-gnu.so"
    return ["-DCMAKE_SYSTEM_NAME=Linux", f"-DCMAKE_SYSTEM_PROCESSOR={machine}", f"-DCMAKE_CXX_COMPILER={machine}-linux-gnu-g++-12",
            f"-DPYTHON_MODULE_EXTENSION={suffix}", f"-DPYTHON_INCLUDE_DIR={made}/usr/include/{python}",
            f"-DCMAKE_CXX_FLAGS=-isystem {made}/headers", "-DSPRINGTIDE_PRECOMPILE=OFF", "-DSPRINGTIDE_MOLD=OFF",
            # The server's libraries are looked for, but the module links none of them: this machine's will do.
            f"-DCMAKE_INCLUDE_PATH=/usr/include/{os.uname().machine}-linux-gnu",
            f"-DCMAKE_LIBRARY_PATH=/usr/lib/{os.uname().machine}-linux-gnu"]


def _is_configured(build):
    """A build of this folder's sources with the module, for a Python of this version."""
    cache = build / "CMakeCache.txt"
    if not cache.exists():
        return False
    entries = dict(re.findall(r"^(\w+):\w+=(.*)$", cache.read_text(), re.MULTILINE))
    module = _module(build / "python" / NAME)
    return (entries.get("CMAKE_HOME_DIRECTORY") == str(ROOT) and entries.get("SPRINGTIDE_PYTHON") == "ON"
            and module is not None and module.name == "_core" + sysconfig.get_config_var("EXT_SUFFIX"))


def _module(folder):
    return next(iter(sorted(folder.glob("_core*.so"))), None)


def portable_tag(module):
    """The oldest manylinux that has all the symbols the module wants: read from the file, not promised."""
    with open(module, "rb") as file:
        machine = MACHINES[int.from_bytes(file.read(20)[18:], "little")]
    program = "objdump" if machine == os.uname().machine else f"{machine}-linux-gnu-objdump"
    listed = subprocess.run([program, "--dynamic-syms", module], check=True, capture_output=True, text=True).stdout
    foreign = set(re.findall(r"\b(GLIBCXX|CXXABI|GCC)_[0-9.]+", listed))
    if foreign:
        sys.exit(f"the module wants symbols of {', '.join(sorted(foreign))}, which other systems may lack")
    major, minor = max(tuple(map(int, version.split(".")[:2])) for version in re.findall(r"\bGLIBC_([0-9.]+)", listed))
    return f"{_python_tag()}-manylinux_{major}_{minor}_{machine}"


def _version():
    return re.search(r"project\(springtide VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def _info():
    return f"{NAME}-{_version()}.dist-info"


def _python_tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}"


def _local_tag():
    """For this kind of machine alone."""
    return f"{_python_tag()}-{re.sub(r'[-.]', '_', sysconfig.get_platform())}"


def _wheel(tag):
    return f"Wheel-Version: 1.0\nGenerator: springtide\nRoot-Is-Purelib: false\nTag: {tag}\n"


def _project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def _metadata():
    project = _project()
    lines = ["Metadata-Version: 2.4", f"Name: {NAME}", f"Version: {_version()}", f"Summary: {project['description']}",
             f"Keywords: {','.join(project['keywords'])}", f"License-Expression: {project['license']}",
             *(f"License-File: {name}" for name in project["license-files"]),
             f"Requires-Python: {project['requires-python']}",
             *(f"Requires-Dist: {needed}" for needed in project["dependencies"]),
             "Description-Content-Type: text/markdown"]
    return "\n".join([*lines, "", (ROOT / project["readme"]).read_text()])


def _digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
