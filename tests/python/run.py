"""Runs the tests of this folder, or the modules named, and counts them for `./springtide test`."""
import pathlib
import sys
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent


class TimedResult(unittest.TextTestResult):
    """Says how long the slow ones took."""

    def startTest(self, test):
        self.started = time.monotonic()
        super().startTest(test)

    def stopTest(self, test):
        seconds = time.monotonic() - self.started
        if seconds > 2:
            self.stream.writeln(f"{seconds:6.1f} s  {test.id()}")
        super().stopTest(test)


sys.path.insert(0, str(HERE))
names = sys.argv[1:] or sorted(path.stem for path in HERE.glob("test_*.py"))
suite = unittest.defaultTestLoader.loadTestsFromNames(names)
result = unittest.TextTestRunner(stream=sys.stdout, resultclass=TimedResult, verbosity=1).run(suite)
bad = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
print(f"{result.testsRun - bad} passed, {bad} failed")
sys.exit(bad > 0 or result.testsRun == 0)
