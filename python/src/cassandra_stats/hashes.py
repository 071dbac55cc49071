# SPDX-License-Identifier: Apache-2.0
"""The MurmurHash3_x64_128 of values, with the seed that every library of DataSketches has."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from cassandra_stats.checksum import Words
from cassandra_stats.inputs import hashable

# The halves of hashes.
Hashes: TypeAlias = tuple[Words, Words]

_SEED = 9001
_FIRST, _SECOND = np.uint64(0x87C37B91114253D5), np.uint64(0x4CF5AD432745937F)


def hashes_of(family: str, values: Any) -> Hashes:
    """Of an array of numbers, booleans, times, texts, bytes or UUIDs; what is no value has none."""
    given = hashable(family, values)
    return _of_bytes(given) if isinstance(given, list) else _of_words([given], 8)


def _of_bytes(given: Sequence[bytes]) -> Hashes:
    lengths = np.array([len(value) for value in given], np.int64)
    halves = np.zeros((2, len(given)), np.uint64)
    for length in np.unique(lengths[lengths > 0]).tolist():
        at = np.flatnonzero(lengths == length)
        size = -(-length // 16) * 16
        joined = b"".join(given[index].ljust(size, b"\0") for index in at.tolist())
        words = np.frombuffer(joined, "<u8").reshape(len(at), -1).astype(np.uint64)
        halves[:, at] = _of_words(list(words.T), length)
    first, second = halves[:, lengths > 0]
    return first, second


def _rotated(words: Words, by: int) -> Words:
    return (words << np.uint64(by)) | (words >> np.uint64(64 - by))


def _mixed(words: Words) -> Words:
    words = (words ^ words >> np.uint64(33)) * np.uint64(0xFF51AFD7ED558CCD)
    words = (words ^ words >> np.uint64(33)) * np.uint64(0xC4CEB9FE1A85EC53)
    return words ^ words >> np.uint64(33)


def _of_words(words: Sequence[Words], length: int) -> Hashes:
    """Of values of one length; a word of each after the other, filled up with zeros."""
    first = np.full(len(words[0]), _SEED, np.uint64)
    second = first.copy()
    for block in range(0, len(words), 2):
        whole = length >= 8 * block + 16
        first = first ^ _rotated(words[block] * _FIRST, 31) * _SECOND
        if whole:
            first = (_rotated(first, 27) + second) * np.uint64(5) + np.uint64(0x52DCE729)
        if block + 1 < len(words):
            second = second ^ _rotated(words[block + 1] * _SECOND, 33) * _FIRST
        if whole:
            second = (_rotated(second, 31) + first) * np.uint64(5) + np.uint64(0x38495AB5)
    first, second = first ^ np.uint64(length), second ^ np.uint64(length)
    first = first + second
    second = second + first
    first, second = _mixed(first), _mixed(second)
    first = first + second
    return first, second + first
