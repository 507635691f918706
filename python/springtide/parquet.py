"""Writes columns of whole numbers, floats and text as a Parquet file, without any other package.

One row group, PLAIN encoding, gzip: what every reader understands. For reading, use one of the libraries there are.

>>> import tempfile, pathlib
>>> path = pathlib.Path(tempfile.mkdtemp()) / "small.parquet"
>>> write(path, {"seed": [1, 2], "words": ["low", "high"]})
>>> path.read_bytes()[:4]
b'PAR1'
"""
from __future__ import annotations

import gzip
import os
import struct
from collections.abc import Mapping, Sequence

INT64, DOUBLE, BYTE_ARRAY = 2, 5, 6
GZIP, PLAIN, RLE, UTF8, REQUIRED = 2, 0, 3, 0, 0


class _Struct:
    """A struct in Thrift's compact protocol, in which Parquet writes what it says about itself."""

    def __init__(self):
        self.bytes, self.last = b"", 0

    def _field(self, number, kind):
        self.bytes += bytes([(number - self.last) << 4 | kind])
        self.last = number

    def i32(self, number, value):
        self._field(number, 5)
        self.bytes += _varint(_zigzag(value))
        return self

    def i64(self, number, value):
        self._field(number, 6)
        self.bytes += _varint(_zigzag(value))
        return self

    def text(self, number, value):
        self._field(number, 8)
        self.bytes += _text(value)
        return self

    def struct(self, number, value):
        self._field(number, 12)
        self.bytes += value.done()
        return self

    def list(self, number, kind, items):
        self._field(number, 9)
        self.bytes += bytes([len(items) << 4 | kind]) if len(items) < 15 else bytes([0xF0 | kind]) + _varint(len(items))
        self.bytes += b"".join(items)
        return self

    def done(self):
        return self.bytes + b"\0"


def _zigzag(value):
    return value << 1 if value >= 0 else (-value << 1) - 1


def _varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _text(value):
    encoded = value.encode()
    return _varint(len(encoded)) + encoded


def _encoded(values):
    """The type of a column, and its values as PLAIN writes them."""
    if all(isinstance(value, str) for value in values):
        pieces = []
        for value in values:
            encoded = value.encode()
            pieces.append(struct.pack("<I", len(encoded)) + encoded)
        return BYTE_ARRAY, b"".join(pieces)
    if any(isinstance(value, float) for value in values):
        return DOUBLE, struct.pack(f"<{len(values)}d", *values)
    return INT64, struct.pack(f"<{len(values)}q", *(int(value) for value in values))


def write(path: str | os.PathLike, columns: Mapping[str, Sequence]) -> None:
    """Writes the columns, all of one length, to a file. The same columns give the same bytes."""
    rows = {len(values) for values in columns.values()}
    if len(rows) != 1:
        raise ValueError("columns must all have the same length, and there must be one at least")
    count = rows.pop()
    body, chunks, schema = b"PAR1", [], [_Struct().text(4, "schema").i32(5, len(columns)).done()]
    for name, values in columns.items():
        kind, plain = _encoded(values)
        packed = gzip.compress(plain, 9, mtime=0)
        page = _Struct().i32(1, count).i32(2, PLAIN).i32(3, RLE).i32(4, RLE)
        head = _Struct().i32(1, 0).i32(2, len(plain)).i32(3, len(packed)).struct(5, page).done()
        offset = len(body)
        body += head + packed
        about = (_Struct().i32(1, kind).list(2, 5, [_varint(_zigzag(PLAIN))]).list(3, 8, [_text(name)]).i32(4, GZIP)
                 .i64(5, count).i64(6, len(head) + len(plain)).i64(7, len(head) + len(packed)).i64(9, offset))
        chunks.append(_Struct().i64(2, offset).struct(3, about).done())
        element = _Struct().i32(1, kind).i32(3, REQUIRED).text(4, name)
        schema.append((element.i32(6, UTF8) if kind == BYTE_ARRAY else element).done())
    group = _Struct().list(1, 12, chunks).i64(2, len(body) - 4).i64(3, count).done()
    footer = (_Struct().i32(1, 1).list(2, 12, schema).i64(3, count).list(4, 12, [group]).text(6, "springtide").done())
    with open(path, "wb") as file:
        file.write(body + footer + struct.pack("<I", len(footer)) + b"PAR1")
