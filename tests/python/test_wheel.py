"""A wheel can be packed offline, installed by pip into a place of its own, and imported there; and the launcher."""
import email
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ["SPRINGTIDE_BUILD"]) / "release"
sys.path.insert(0, str(ROOT / "python"))
import build_backend  # noqa: E402  (it lies beside the package, not in it)


class Wheel(unittest.TestCase):
    def test_pip_installs_what_was_built(self):
        """pip itself packs the build and installs the wheel; without an index, in a fresh environment."""
        clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["/usr/bin/python3", "-m", "venv", "--system-site-packages", folder], check=True)
            python = f"{folder}/bin/python3"
            installed = subprocess.run(
                [python, "-m", "pip", "install", "--no-index", "--disable-pip-version-check", "--quiet", str(ROOT),
                 f"--config-settings=build-dir={BUILD}"], capture_output=True, text=True, env=clean, check=False)
            self.assertEqual(installed.returncode, 0, installed.stderr)
            played = subprocess.run(
                [python, "-c", "import springtide, springtide.data\n"
                               "state = springtide.load_position(springtide.data.puzzles()[0]['position'])\n"
                               "print(springtide.__file__, len(state.legal_actions()) > 5)"],
                capture_output=True, text=True, env=clean, cwd=folder, check=False)
            self.assertEqual(played.returncode, 0, played.stderr)
            self.assertTrue(played.stdout.startswith(folder), played.stdout)
            self.assertTrue(played.stdout.endswith(" True\n"), played.stdout)

    def test_the_same_build_gives_the_same_wheel(self):
        wheels = []
        for _ in range(2):
            with tempfile.TemporaryDirectory() as folder:
                name = build_backend.build_wheel(folder, {"build-dir": str(BUILD)})
                wheels.append((name, (pathlib.Path(folder) / name).read_bytes()))
        self.assertEqual(wheels[0], wheels[1])

    def test_a_wheel_says_its_licences_and_carries_them(self):
        with tempfile.TemporaryDirectory() as folder:
            with zipfile.ZipFile(pathlib.Path(folder) / build_backend.build_wheel(folder, {"build-dir": str(BUILD)})) as wheel:
                info = next(name for name in wheel.namelist() if name.endswith("/METADATA")).removesuffix("METADATA")
                metadata = email.message_from_bytes(wheel.read(info + "METADATA"))
                self.assertEqual(metadata["License-Expression"], "MIT AND CC0-1.0")
                for name in metadata.get_all("License-File"):
                    self.assertEqual(wheel.read(f"{info}licenses/{name}"), (ROOT / name).read_bytes())
                self.assertIn("Springtide from Python", metadata.get_payload())

    def test_a_build_that_is_not_there_is_refused(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(SystemExit):
            build_backend.build_wheel(folder, {"build-dir": folder})

    def test_the_sources_can_be_packed(self):
        with tempfile.TemporaryDirectory() as folder:
            with tarfile.open(pathlib.Path(folder) / build_backend.build_sdist(folder)) as archive:
                names = {name.split("/", 1)[1] for name in archive.getnames()}
        self.assertTrue({"PKG-INFO", "pyproject.toml", "CMakeLists.txt", "python/bind_state.cpp"} <= names)


class Launcher(unittest.TestCase):
    def test_springtide_python_runs_a_script_with_the_module(self):
        answer = subprocess.run([str(ROOT / "springtide"), "python", "-c", "import springtide; print(springtide.__version__)"],
                                capture_output=True, text=True, check=False)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertRegex(answer.stdout, r"^\d+\.\d+")


if __name__ == "__main__":
    unittest.main()
