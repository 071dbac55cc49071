# SPDX-License-Identifier: Apache-2.0
"""MurmurHash64A with the seed 0, the last eight bytes of every state of an own format."""

import numpy as np
from numpy.typing import NDArray

_FACTOR = 0xC6A4A7935BD1E995
_MASK = (1 << 64) - 1
# So many runs and more are gone through in less time by numpy, all of them at once.
_MANY = 24

# Words of each run that are put below each other at once.
_ROWS = 256

Words = NDArray[np.uint64]
Places = NDArray[np.int64]


def checksum(data: bytes) -> int:
    """The checksum of bytes whose number is a multiple of 8."""
    words = np.frombuffer(data, "<u8").astype(np.uint64)
    return int(checksums(words, np.zeros(1, np.int64), np.array([len(words)], np.int64))[0])


def checksums(words: Words, starts: Places, lengths: Places) -> Words:
    """The checksums of runs of words, each from a start on; words are read as little-endian."""
    factor = np.uint64(_FACTOR)
    blocks = words * factor
    blocks ^= blocks >> np.uint64(47)
    blocks *= factor
    value = (lengths * 8).astype(np.uint64) * factor
    order = np.argsort(-lengths, kind="stable")
    value[order] = _taken(blocks, starts[order], lengths[order], value[order])
    value ^= value >> np.uint64(47)
    value *= factor
    value ^= value >> np.uint64(47)
    return value


def _taken(blocks: Words, at: Places, lengths: Places, values: Words) -> Words:
    """The values of runs, the longest first, once all their blocks are taken into them."""
    factor = np.uint64(_FACTOR)
    # A block of each run that has one, as long as these are many.
    together = int(lengths[_MANY - 1]) if len(lengths) >= _MANY else 0
    longer = np.searchsorted(-lengths, -np.arange(together), side="left").tolist()
    for begin in range(0, together, _ROWS):
        rows = np.arange(begin, min(begin + _ROWS, together))[:, None]
        table = blocks[np.minimum(at[: longer[begin]] + rows, len(blocks) - 1)]
        for row, count in zip(table, longer[begin : begin + _ROWS], strict=False):
            some = values[:count]
            np.bitwise_xor(some, row[:count], out=some)
            np.multiply(some, factor, out=some)
    for run in np.flatnonzero(lengths > together).tolist():
        start, one = int(at[run]), int(values[run])
        for block in blocks[start + together : start + int(lengths[run])].tolist():
            one = (one ^ block) * _FACTOR & _MASK
        values[run] = one
    return values
