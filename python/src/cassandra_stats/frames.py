# SPDX-License-Identifier: Apache-2.0
"""What all own formats have in common: preamble, big-endian words, checksum."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cassandra_stats.checksum import Places, Words, checksums
from cassandra_stats.errors import InvalidState

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Family:
    """A family of states in an own format: its third byte, the sizes of its states, versions."""

    name: str
    number: int
    smallest: int
    largest: int
    newest: int = 2

    def refuse(self, wrong: Flags, expected: str, found: Sequence[object] | NDArray) -> None:  # type: ignore[type-arg]
        """Raises the error of the first state that is wrong, if there is one."""
        if wrong.any():
            index = int(wrong.argmax())
            invalid = InvalidState(self.name, expected, found[index], index)
            invalid.wrong = wrong
            raise invalid


@dataclass(frozen=True)
class Frames:
    """States whose preamble and checksum are right, one behind the other.

    ``words`` are all their eight-byte words, most significant byte first; ``starts`` and
    ``lengths`` say in words where each state is.
    """

    data: bytes
    words: Words
    starts: Places
    lengths: Places

    def bytes_of(self, index: int) -> bytes:
        """The bytes of one state."""
        begin = 8 * int(self.starts[index])
        return self.data[begin : begin + 8 * int(self.lengths[index])]

    @property
    def ends(self) -> Places:
        """Where the checksums are."""
        return self.starts + self.lengths - 1

    def word(self, at: int) -> Words:
        """A word of each state."""
        return self.words[self.starts + at]

    def double(self, at: int) -> NDArray[np.float64]:
        """A word of each state as a double."""
        return self.word(at).view(np.float64)

    def signed(self, at: int) -> NDArray[np.int64]:
        """A word of each state as an i64."""
        return self.word(at).view(np.int64)


def opened(family: Family, blobs: Sequence[bytes]) -> Frames:
    """Looks at the preambles, the sizes and the checksums of states.

    Raises InvalidState where one is not what a state of the family has.
    """
    sizes = np.array([len(blob) for blob in blobs], np.int64)
    expected = f"{family.smallest} to {family.largest} bytes, a multiple of 8"
    wrong = (sizes < family.smallest) | (sizes > family.largest) | (sizes % 8 != 0)
    family.refuse(wrong, expected, [f"{size}" for size in sizes.tolist()])
    data = b"".join(blobs)
    lengths = sizes // 8
    starts = np.cumsum(lengths) - lengths
    words = np.frombuffer(data, ">u8").astype(np.uint64)
    preamble = words[starts] >> np.uint64(40)
    start = 0x010200 | family.number
    versions = [start + 0x100 * more for more in range(family.newest - 1)]
    family.refuse(
        ~np.isin(preamble, np.array(versions, np.uint64)),
        f"the preamble 0x{start:06x} (one long, format version 2, family {family.number})",
        [f"0x{found:06x}" for found in preamble.tolist()] if len(blobs) < 99 else preamble,
    )
    made = checksums(np.frombuffer(data, "<u8").astype(np.uint64), starts, lengths - 1)
    family.refuse(
        made != words[starts + lengths - 1],
        "the checksum of its bytes",
        ["another one: bytes were changed"] * len(blobs),
    )
    return Frames(data, words, starts, lengths)


def sealed(states: Sequence[Words]) -> list[bytes]:
    """States of their words: writes the checksum behind each."""
    lengths = np.array([len(state) for state in states], np.int64)
    starts = np.cumsum(lengths) - lengths
    words = np.concatenate(states) if len(states) > 0 else np.zeros(0, np.uint64)
    sums = checksums(words.byteswap(), starts, lengths)
    data = words.astype(">u8").tobytes()
    bounds = zip((8 * starts).tolist(), (8 * (starts + lengths)).tolist(), strict=True)
    ends = sums.astype(">u8").tobytes()
    return [data[a:b] + ends[8 * i : 8 * i + 8] for i, (a, b) in enumerate(bounds)]


def words_of(data: bytes) -> Words:
    """The big-endian words of bytes whose number is a multiple of 8."""
    return np.frombuffer(data, ">u8").astype(np.uint64)
