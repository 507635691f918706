"""Builds wheels of the module (PEP 517) with what Debian has: CMake, Ninja, a compiler and pybind11.

`pip install .` works without a network, because building requires no package from an index. A finished build can be
packed again with the setting build-dir, as in `pip wheel . --config-settings=build-dir=build/release`.
"""
import base64
import hashlib
import io
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
    (folder / "WHEEL").write_text(_wheel())
    return folder.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    folder = _build((config_settings or {}).get("build-dir"))
    files = {f"{NAME}/{path.relative_to(folder)}": path.read_bytes() for path in sorted(folder.rglob("*"))
             if path.is_file() and "__pycache__" not in path.parts}
    info = _info()
    files[f"{info}/METADATA"] = _metadata().encode()
    files[f"{info}/WHEEL"] = _wheel().encode()
    for name in _project()["license-files"]:
        files[f"{info}/licenses/{name}"] = (ROOT / name).read_bytes()
    rows = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,", ""]).encode()
    name = f"{NAME}-{_version()}-{_tag()}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, content)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """What git knows of, and the metadata that installers look for."""
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


def _build(finished):
    """The folder of the package, built if nobody names a build that is finished."""
    if finished is not None:
        folder = pathlib.Path(finished) / "python" / NAME
        if not list(folder.glob("_core*.so")):
            sys.exit(f"there is no finished module in {folder}")
        return folder
    build = ROOT / "build" / "wheel"
    subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                    "-DSPRINGTIDE_PYTHON=ON", f"-DPYTHON_EXECUTABLE={sys.executable}"], check=True)
    subprocess.run(["cmake", "--build", build, "--target", "springtide_python"], check=True)
    return build / "python" / NAME


def _version():
    return re.search(r"project\(springtide VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def _info():
    return f"{NAME}-{_version()}.dist-info"


def _tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{re.sub(r'[-.]', '_', sysconfig.get_platform())}"


def _wheel():
    return f"Wheel-Version: 1.0\nGenerator: springtide\nRoot-Is-Purelib: false\nTag: {_tag()}\n"


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
