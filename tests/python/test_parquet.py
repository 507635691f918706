"""Parquet files: what is written can be read back, and a data set is the same however many processes make it."""
import gzip
import hashlib
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

from springtide import parquet

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Reader:
    """Just enough of Thrift's compact protocol to read a footer: structs as dicts by field number."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def value(self, kind):
        if kind in (5, 6):
            number = self.varint()
            return number >> 1 if number % 2 == 0 else -(number >> 1) - 1
        if kind == 8:
            length = self.varint()
            self.at += length
            return self.data[self.at - length:self.at].decode()
        if kind == 9:
            head = self.byte()
            count = head >> 4 if head >> 4 < 15 else self.varint()
            return [self.value(head & 15) for _ in range(count)]
        fields, number = {}, 0
        while (head := self.byte()) != 0:
            number += head >> 4
            fields[number] = self.value(head & 15)
        return fields


def read(path):
    data = path.read_bytes()
    assert data[:4] == data[-4:] == b"PAR1"
    length = struct.unpack("<I", data[-8:-4])[0]
    about = Reader(data[-8 - length:-8]).value(12)
    columns = {}
    for chunk in about[4][0][1]:
        column = chunk[3]
        page = Reader(data[column[9]:])
        head = page.value(12)
        plain = gzip.decompress(page.data[page.at:page.at + head[3]])
        assert len(plain) == head[2] and head[5][1] == column[5] == about[3]
        if column[1] == parquet.BYTE_ARRAY:
            values = []
            while plain:
                size = struct.unpack("<I", plain[:4])[0]
                values.append(plain[4:4 + size].decode())
                plain = plain[4 + size:]
        else:
            values = list(struct.unpack(f"<{column[5]}{'q' if column[1] == parquet.INT64 else 'd'}", plain))
        columns[column[3][0]] = values
    return columns, [element[4] for element in about[2]]


class Parquet(unittest.TestCase):
    def test_what_is_written_can_be_read(self):
        columns = {"seed": [1, -2, 2**40], "share": [0.5, 1.0, -2.25], "words": ["low", "höher", "x" * 1000],
                   **{f"column_{i}": [i, i, i] for i in range(20)}}
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "some.parquet"
            parquet.write(path, columns)
            got, names = read(path)
            self.assertEqual(got, columns)
            self.assertEqual(names, ["schema", *columns])
            with self.assertRaises(ValueError):
                parquet.write(path, {"a": [1], "b": [1, 2]})

    def test_a_data_set_does_not_depend_on_the_processes(self):
        sums = []

        def make(folder, processes, level="easy", *more):
            return subprocess.run([sys.executable, str(ROOT / "tools" / "make_dataset"), f"{folder}/{processes}", "--games", "3",
                                   "--level", level, "--nodes", "10", "--only", "high_tide_henn", "--processes", processes,
                                   "--archive", f"{folder}/{processes}.tar", *more],
                                  check=False, capture_output=True, text=True, env=os.environ)
        with tempfile.TemporaryDirectory() as folder:
            for processes in ("1", "3", "3"):  # the last one finds everything played
                self.assertEqual((made := make(folder, processes)).returncode, 0, made.stderr)
                sums.append(hashlib.sha256(pathlib.Path(folder, f"{processes}.tar").read_bytes()).hexdigest())
            out_of_time = make(folder, "2", "easy", "--seconds", "0")
            self.assertEqual(out_of_time.returncode, 3, out_of_time.stderr)
            self.assertIn("high_tide_henn, 6 players: 0 of 3 games\nnot all games are played yet", out_of_time.stdout)
            self.assertFalse(pathlib.Path(folder, "2.tar").exists())
            blocks = pathlib.Path(folder, "2", "blocks")
            half = sorted(pathlib.Path(folder, "1", "blocks").glob("*.jsonl"))[:2]
            for path in half:  # as if it had been broken off after these
                (blocks / path.name).write_bytes(path.read_bytes())
            some = make(folder, "2", "easy", "--seconds", "0")
            self.assertIn("high_tide_henn, 3 players: 3 of 3 games", some.stdout)
            self.assertEqual(make(folder, "2").returncode, 0)
            sums.append(hashlib.sha256(pathlib.Path(folder, "2.tar").read_bytes()).hexdigest())
            mixed = sorted(blocks.glob("high_tide_henn-4p-*.jsonl"))[0]
            mixed.write_text(mixed.read_text(encoding="utf-8").replace('"decisions": ', '"decisions": 1', 1), encoding="utf-8")
            other_sources = make(folder, "2")
            self.assertEqual(other_sources.returncode, 2)
            self.assertIn("these sources play otherwise than those that made", other_sources.stderr)
            self.assertIn("high_tide_henn-4p-*: remove them", other_sources.stderr)
            refused = make(folder, "1", "random")
            self.assertEqual(refused.returncode, 2)
            self.assertIn("were made with Springtide", refused.stderr)
            got, _ = read(pathlib.Path(folder) / "1" / "high_tide_henn-4p.parquet")
        self.assertEqual(len(set(sums)), 1)
        self.assertEqual(got["number"], [0, 1, 2])
        self.assertTrue(all(text.startswith('[Springtide "1"]') for text in got["record"]))

    def test_the_sample_is_what_these_sources_play(self):
        """Who changes how `best` plays makes the sample anew, as its card says."""
        sample = ROOT / "data" / "best_sample"
        with tempfile.TemporaryDirectory() as folder:
            made = subprocess.run([sys.executable, str(ROOT / "tools" / "make_dataset"), folder, "--games", "2"], check=False,
                                  capture_output=True, text=True, env=os.environ)
            self.assertEqual(made.returncode, 0, made.stderr)
            for path in sorted(sample.glob("*.jsonl.gz")):
                shipped = gzip.decompress(path.read_bytes()).splitlines()[:2]
                self.assertEqual(gzip.decompress(pathlib.Path(folder, path.name).read_bytes()).splitlines(), shipped,
                                 f"{path.name}: ./springtide python tools/make_dataset FOLDER --games 10, then its files without blocks to {sample}")


if __name__ == "__main__":
    unittest.main()
