"""The examples run, say what they promise, and draw what they draw."""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(name, *arguments):
    answer = subprocess.run([sys.executable, str(ROOT / "examples" / "python" / name), *arguments],
                            capture_output=True, text=True, check=False)
    if answer.returncode:
        raise AssertionError(f"{name}: {answer.stdout}{answer.stderr}")
    return answer.stdout


class Examples(unittest.TestCase):
    def test_all_are_tested(self):
        here = pathlib.Path(__file__).read_text(encoding="utf-8")
        for path in (ROOT / "examples" / "python").glob("*.py"):
            self.assertIn(f'run("{path.name}"', here)

    def test_random_playouts(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "picture.svg"
            self.assertEqual(run("random_playouts.py", str(path)).count("2000 games"), 3)
            picture = xml.etree.ElementTree.parse(path)
            self.assertGreater(len(picture.findall(".//{http://www.w3.org/2000/svg}rect")), 20)

    def test_learn_endings(self):
        right, asked = map(int, re.search(r"(\d+) of (\d+) moves", run("learn_endings.py")).groups())
        self.assertGreaterEqual(right, 0.9 * asked)

    def test_train_says_what_is_wrong(self):
        for words, sentence in ((["champion"], "there is no level 'champion'; the levels are random, "),
                                (["easy", "many"], "the number of updates is a whole number from 1, not 'many'"),
                                (["easy", "0"], "the number of updates is a whole number from 1, not '0'"), (["easy", "1", "2"], "usage: ")):
            ended = subprocess.run([sys.executable, str(ROOT / "examples" / "python" / "train.py"), *words], capture_output=True, text=True,
                                   check=False)
            self.assertEqual(ended.returncode, 1)
            self.assertTrue(ended.stderr.startswith(sentence) and ended.stderr.count("\n") == 1, ended.stderr)
        self.assertIn("The levels are random, ", run("train.py", "--help"))

    def test_own_bot(self):
        shares = [float(share) for share in re.findall(r"wins (\d\.\d+)", run("own_bot.py", "10"))]
        self.assertEqual(len(shares), 3)
        self.assertGreater(min(shares[:2]), 1 / 3)

    def test_train(self):
        before, after = re.search(r"(\d\.\d+) of the games before, (\d\.\d+)", run("train.py")).groups()
        self.assertGreater(float(after), float(before) + 0.1)


if __name__ == "__main__":
    unittest.main()
