"""What the documentation shows happens; stubs name what there is."""
import ast
import contextlib
import doctest
import importlib
import inspect
import io
import pathlib
import pkgutil
import subprocess
import sys
import unittest

import springtide
from springtide import _core

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Docstrings(unittest.TestCase):
    def test_every_example_runs(self):
        examples = 0
        modules = [springtide] + [importlib.import_module(f"springtide.{found.name}")
                                  for found in pkgutil.iter_modules(springtide.__path__)]
        for module in modules:
            result = doctest.testmod(module)
            self.assertEqual(result.failed, 0, module.__name__)
            examples += result.attempted
        self.assertGreater(examples, 40)

    def test_everything_public_is_explained(self):
        for name in springtide.__all__:
            thing = getattr(springtide, name)
            if not isinstance(thing, str):
                self.assertTrue(inspect.getdoc(thing), name)


class Guide(unittest.TestCase):
    def test_the_python_of_the_guide_runs(self):
        """The blocks of docs/reference/python.md, one after the other, as a reader would type them."""
        text = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
        blocks = [part.split("```")[0] for part in text.split("```python\n")[1:]]
        self.assertGreater(len(blocks), 4)
        names = {}
        with contextlib.redirect_stdout(io.StringIO()) as said:
            for block in blocks:
                exec(compile(block, "docs/reference/python.md", "exec"), names)
        self.assertGreater(said.getvalue().count("\n"), 10)


class Reference(unittest.TestCase):
    def test_the_reference_is_what_the_package_says(self):
        done = subprocess.run([sys.executable, ROOT / "tools" / "make_python_reference", "--check"], capture_output=True,
                              text=True, check=False)
        self.assertEqual((done.stdout, done.returncode), ("up to date\n", 0), done.stderr)


class Stubs(unittest.TestCase):
    def test_the_stub_names_what_there_is(self):
        stub = ast.parse((ROOT / "python" / "springtide" / "_core.pyi").read_text(encoding="utf-8"))
        described = {node.name: node for node in stub.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        self.assertEqual(set(described), {name for name in vars(_core) if not name.startswith("_")})
        for name, node in described.items():
            if isinstance(node, ast.ClassDef) and name != "Error":
                methods = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
                there = {method for method in vars(getattr(_core, name)) if not method.startswith("_")}
                self.assertEqual({method for method in methods if not method.startswith("_")}, there, name)


if __name__ == "__main__":
    unittest.main()
