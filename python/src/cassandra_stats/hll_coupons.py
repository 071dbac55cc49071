# SPDX-License-Identifier: Apache-2.0
"""The coupons of values: what an HLL sketch keeps of their MurmurHash3_x64_128."""

from collections.abc import Sequence
from typing import Any, TypeAlias
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

Words: TypeAlias = NDArray[np.uint64]
Coupons: TypeAlias = NDArray[np.uint32]

_SEED = 9001
_FIRST, _SECOND = np.uint64(0x87C37B91114253D5), np.uint64(0x4CF5AD432745937F)


def coupons_of(values: Any) -> Coupons:
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
        return coupons_of(given)
    return _of_bytes([_bytes(value) for value in given])


def _bytes(value: object) -> bytes:
    if isinstance(value, bool | np.bool_):
        return b"\1" if value else b"\0"
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value)
    if isinstance(value, UUID):
        return value.bytes
    raise TypeError(
        "hll: expected numbers, booleans, times, texts, bytes or UUIDs, found "
        + type(value).__name__
    )


def _of_bytes(given: Sequence[bytes]) -> Coupons:
    lengths = np.array([len(value) for value in given], np.int64)
    coupons = np.zeros(len(given), np.uint32)
    for length in np.unique(lengths[lengths > 0]).tolist():
        at = np.flatnonzero(lengths == length)
        size = -(-length // 16) * 16
        joined = b"".join(given[index].ljust(size, b"\0") for index in at.tolist())
        words = np.frombuffer(joined, "<u8").reshape(len(at), -1).astype(np.uint64)
        coupons[at] = _of_words(list(words.T), length)
    return coupons[lengths > 0]


def _rotated(words: Words, by: int) -> Words:
    return (words << np.uint64(by)) | (words >> np.uint64(64 - by))


def _mixed(words: Words) -> Words:
    words = (words ^ words >> np.uint64(33)) * np.uint64(0xFF51AFD7ED558CCD)
    words = (words ^ words >> np.uint64(33)) * np.uint64(0xC4CEB9FE1A85EC53)
    return words ^ words >> np.uint64(33)


def _of_words(words: Sequence[Words], length: int) -> Coupons:
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
    second = second + first
    value = np.minimum(_leading_zeros(second), 62) + 1
    return (value.astype(np.uint32) << np.uint32(26)) | (first & np.uint64(2**26 - 1)).astype(
        np.uint32
    )


def _leading_zeros(words: Words) -> NDArray[np.int64]:
    # Halves are doubles without rounding, whose exponents are the lengths.
    high = np.frexp((words >> np.uint64(32)).astype(np.float64))[1].astype(np.int64)
    low = np.frexp((words & np.uint64(2**32 - 1)).astype(np.float64))[1].astype(np.int64)
    return np.asarray(64 - np.where(high > 0, high + 32, low))
