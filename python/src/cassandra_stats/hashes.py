# SPDX-License-Identifier: Apache-2.0
"""The MurmurHash3_x64_128 of values, with the seed that every library of DataSketches has."""

from collections.abc import Sequence
from typing import Any, TypeAlias
from uuid import UUID

import numpy as np

from cassandra_stats.checksum import Words

# The halves of hashes.
Hashes: TypeAlias = tuple[Words, Words]

_SEED = 9001
_FIRST, _SECOND = np.uint64(0x87C37B91114253D5), np.uint64(0x4CF5AD432745937F)


def hashes_of(family: str, values: Any) -> Hashes:
    """Of an array of numbers, booleans, times, texts, bytes or UUIDs; what is no value has none."""
    array = np.asarray(values)
    if array.dtype.kind == "M":
        times = array.reshape(-1)
        array = times[~np.isnat(times)].astype("datetime64[ms]").astype(np.int64)
    if array.dtype.kind in "iu":
        return _of_words([array.reshape(-1).astype(np.int64).view(np.uint64)], 8)
    if array.dtype.kind == "f":
        numbers = array.reshape(-1).astype(np.float64)
        numbers = numbers[np.isfinite(numbers)] + 0.0
        return _of_words([numbers.view(np.uint64)], 8)
    given = [value for value in list(values) if value is not None]
    if array.dtype.kind == "O" and len(given) < array.size:
        return hashes_of(family, given)
    return _of_bytes([_bytes(family, value) for value in given])


def _bytes(family: str, value: object) -> bytes:
    if isinstance(value, bool | np.bool_):
        return b"\1" if value else b"\0"
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value)
    if isinstance(value, UUID):
        return value.bytes
    raise TypeError(
        f"{family}: expected numbers, booleans, times, texts, bytes or UUIDs, found "
        + type(value).__name__
    )


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
