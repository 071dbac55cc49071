# SPDX-License-Identifier: Apache-2.0
"""The states of the family ``extremes``: read, made, merged and written."""

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cassandra_stats import columns, inputs
from cassandra_stats.columns import Column, Integers, State
from cassandra_stats.frames import Family, Flags, Frames, opened, sealed, words_of
from cassandra_stats.runs import owners, positions

_FAMILY = Family("extremes", 129, 32, 8024)
ROWS, HEAP, FLOATING, FLOATING_KEYS, LARGEST, BYTES = 1, 2, 4, 8, 16, 32
_MOST_BYTES = 1024
_MOST_N = 1000
_BELOW_SIGN = np.int64(2**63 - 1)


@dataclass
class Extremes:
    """States by their words: the first value of rows is at word 3, of the n best at word 2."""

    flags: Integers
    n: Integers
    count: Integers
    kept: Integers
    frames: Frames

    def is_heap(self, index: int) -> bool:
        """Whether a state has the n best values."""
        return bool(self.flags[index] & HEAP)

    def values(self, index: int) -> list[int] | list[float] | list[bytes]:
        """The values of one state: best first, or of the first and the last row."""
        start, flags = int(self.frames.starts[index]), int(self.flags[index])
        if flags & BYTES:
            first, last = int(self.frames.words[start + 3]), int(self.frames.words[start + 5])
            at = 8 * start + 48
            middle = at + first
            return [self.frames.data[at:middle], self.frames.data[middle : middle + last]]
        if flags & HEAP:
            heap = self.frames.words[start + 2 : start + 2 + int(self.kept[index])]
            ranks = np.sort(ordered(heap.view(np.int64), bool(flags & FLOATING)))
            bits = unordered(ranks[::-1] if flags & LARGEST else ranks, bool(flags & FLOATING))
        else:
            bits = self.frames.words[[start + 3, start + 5]].view(np.int64)
        numbers: list[int] | list[float] = bits.view(
            np.float64 if flags & FLOATING else np.int64
        ).tolist()
        return numbers

    def key(self, index: int, at: int) -> int | float:
        """The smallest key (0) or the largest one (1) of a state of rows."""
        word = self.frames.words[int(self.frames.starts[index]) + 2 + 2 * at]
        bits = np.array([word]).view(np.int64)
        if self.flags[index] & FLOATING_KEYS:
            return float(unordered(bits, True).view(np.float64)[0])
        return int(bits[0])


def ordered(bits: Integers, floating: bool) -> Integers:
    """Values as i64 that are ordered like them; bits of doubles are turned below zero."""
    return bits ^ ((bits >> 63) & _BELOW_SIGN) if floating else bits


def unordered(ranks: Integers, floating: bool) -> Integers:
    """The bits of values that are ordered so: it is the same exchange."""
    return ordered(ranks, floating)


def _is_finite(bits: Integers) -> Flags:
    return np.isfinite(bits.view(np.float64))


def read(states: Sequence[bytes]) -> Extremes:
    """The fields of states. Raises InvalidState where one is none."""
    frames = opened(_FAMILY, states)
    head, count = frames.word(0), frames.signed(1)
    flags = ((head >> np.uint64(32)) & np.uint64(0xFF)).astype(np.int64)
    n = (head & np.uint64(2**32 - 1)).astype(np.int64)
    heap, rows, blobs = (flags & HEAP) != 0, (flags & ROWS) != 0, (flags & BYTES) != 0
    allowed = np.where(heap, HEAP | LARGEST, np.where(rows, ROWS, FLOATING_KEYS))
    allowed = allowed | np.where(blobs & ~heap, BYTES, FLOATING)
    wrong = (flags & ~allowed) != 0
    wrong |= np.where(heap, (n < 1) | (n > _MOST_N), n != 0) | (count < 1)
    _FAMILY.refuse(
        wrong, "flags of one statistic, n from 1 to 1000 where there is one, rows from 1 on", flags
    )
    kept = np.where(heap, np.minimum(n, count), 2)
    size = np.where(heap, 3 + kept, 7)
    long_enough = frames.lengths >= np.where(blobs, 7, size)
    _FAMILY.refuse(~long_enough, "the size that the header implies", 8 * frames.lengths)
    # Of the n best there may be no such words.
    last = frames.ends
    values = [frames.words[np.minimum(frames.starts + at, last)].view(np.int64) for at in (3, 5)]
    for length in values:
        _FAMILY.refuse(
            blobs & ((length < 0) | (length > _MOST_BYTES)), "values of 0 to 1024 bytes", length
        )
    together = np.where(blobs, values[0] + values[1], 0)
    size = np.where(blobs, 7 + (together + 7) // 8, size)
    _FAMILY.refuse(frames.lengths != size, "the size that the header implies", 8 * frames.lengths)
    table = Extremes(flags, n, count, kept, frames)
    if heap.any():
        _check_heaps(table, heap)
    if not heap.all():
        _check_rows(table, ~heap, values)
    return table


def _check_heaps(table: Extremes, heap: Flags) -> None:
    lengths = np.where(heap, table.kept, 0)
    owner, slot = owners(lengths), positions(lengths)
    start = table.frames.starts[owner] + 2
    floating = (table.flags[owner] & FLOATING) != 0
    bits = table.frames.words[start + slot].view(np.int64)
    above = table.frames.words[start + np.maximum(slot - 1, 0) // 2].view(np.int64)
    direction = np.where((table.flags[owner] & LARGEST) != 0, np.int64(-1), np.int64(0))
    ranks = [np.where(floating, ordered(b, True), b) ^ direction for b in (bits, above)]
    bad = (floating & ~_is_finite(bits)) | (ranks[0] > ranks[1])
    wrong = np.bincount(owner, bad, len(heap)) > 0
    _FAMILY.refuse(wrong, "a heap of finite values", table.n)


def _check_rows(table: Extremes, rows: Flags, values: list[Integers]) -> None:
    last_word = table.frames.ends
    keys = [
        table.frames.words[np.minimum(table.frames.starts + at, last_word)].view(np.int64)
        for at in (2, 4)
    ]
    flags = table.flags
    wrong = np.zeros(len(flags), np.bool_)
    for key, value in zip(keys, values, strict=True):
        wrong |= ((flags & FLOATING_KEYS) != 0) & ~_is_finite(unordered(key, True))
        wrong |= ((flags & FLOATING) != 0) & ~_is_finite(value)
    numbered = (keys[0] == 0) & (keys[1] == table.count - 1)
    wrong |= ~np.where((flags & ROWS) != 0, numbered, keys[0] <= keys[1])
    wrong |= (table.count == 1) & ((keys[0] != keys[1]) | (values[0] != values[1]))
    for index in np.flatnonzero(rows & ((flags & BYTES) != 0) & ~wrong).tolist():
        first, last = table.values(index)
        at = 8 * int(table.frames.starts[index]) + 48 + len(first) + len(last)  # type: ignore[arg-type]
        padding = table.frames.data[at : 8 * int(last_word[index])]
        wrong[index] = any(padding) or (table.count[index] == 1 and first != last)
    _FAMILY.refuse(rows & wrong, "rows in order, the same twice if there is one", table.count)


def _state(flags: int, n: int, count: int, longs: Any, behind: bytes = b"") -> bytes:
    words = np.array([0x0102810000000000 | flags << 32 | n, count], np.uint64)
    numbers = np.asarray(longs, np.int64).view(np.uint64)
    return sealed([np.concatenate((words, numbers, words_of(behind)))])[0]


def _bits(values: Any, or_times: bool = False) -> tuple[Integers, int, Flags]:
    """The bits of numbers, whether they are floating-point ones, and which are values."""
    numbers, null = inputs.exact(values, or_times)
    if numbers.dtype == np.int64:
        return numbers.view(np.int64), 0, ~null
    return numbers.view(np.int64), 1, np.isfinite(numbers) & ~null


def _ends(flags: int, count: int, first: int, last: int, keys: Sequence[int], values: Any) -> bytes:
    """The state of rows whose first and last are at these places of the values."""
    if flags & BYTES:
        pair = values[first], values[last]
        if max(map(len, pair)) > _MOST_BYTES:
            raise ValueError("extremes: expected values of at most 1024 bytes")
        joined = pair[0] + pair[1]
        longs = [keys[0], len(pair[0]), keys[1], len(pair[1])]
        return _state(flags, 0, count, longs, joined + bytes(-len(joined) % 8))
    return _state(flags, 0, count, [keys[0], int(values[first]), keys[1], int(values[last])])


def _by(values: Any, flags: int, usable: Flags, keys: Any) -> bytes:
    bits, floating, finite = _bits(keys, or_times=True)
    if len(bits) != len(values):
        raise ValueError(
            f"extremes: expected as many keys as values, found {len(bits)} and {len(values)}"
        )
    some = np.flatnonzero(finite & usable)
    if len(some) == 0:
        return b""
    ranks = ordered(bits, bool(floating))[some]
    first = int(some[ranks.argmin()])
    last = int(some[len(some) - 1 - ranks[::-1].argmax()])
    flags |= FLOATING_KEYS * floating
    return _ends(flags, len(some), first, last, [int(ranks.min()), int(ranks.max())], values)


def min_max_by(values: Any, keys: Any) -> bytes:
    """The state of the rows with the smallest and the largest key, of numbers and their keys.

    Of equal keys the first row has the smallest and the last one the largest. Rows with a value or
    key that is null, NaN or infinite are left out; of no others the state is the empty blob.
    Integers stay integers; keys that are datetime64 or datetime become milliseconds since 1970.
    Raises ValueError for other keys than values and for integers beyond 64 bits.
    """
    bits, floating, finite = _bits(values)
    return _by(bits, FLOATING * floating, finite, keys)


def min_max_by_as_blob(values: Any, keys: Any) -> bytes:
    """As min_max_by, of values of any type as their bytes, at most 1024."""
    given, null = inputs.blobs(values)
    return _by(given, BYTES, ~null, keys)


def first_last(values: Any) -> bytes:
    """The state of the first and the last of some numbers, without null, NaN and infinities."""
    bits, floating, finite = _bits(values)
    some = bits[finite]
    keys = [0, len(some) - 1]
    return _ends(ROWS | FLOATING * floating, len(some), 0, -1, keys, some) if len(some) else b""


def first_last_as_blob(values: Any) -> bytes:
    """As first_last, of values of any type as their bytes, at most 1024."""
    given, null = inputs.blobs(values)
    some = [value for value, no in zip(given, null.tolist(), strict=True) if not no]
    return _ends(ROWS | BYTES, len(some), 0, -1, [0, len(some) - 1], some) if some else b""


def _best(bits: Integers, flags: int, n: int, count: int) -> bytes:
    """A heap of the n best values: from the worst on they are one."""
    ranks = np.sort(ordered(bits, bool(flags & FLOATING)))
    best = ranks[-n:] if flags & LARGEST else ranks[:n][::-1]
    return _state(flags, n, count, unordered(best, bool(flags & FLOATING)))


def _n_state(values: Any, n: int, direction: int) -> bytes:
    if not 1 <= operator.index(n) <= _MOST_N:
        raise ValueError(f"extremes: expected n from 1 to 1000, found {n}")
    bits, floating, finite = _bits(values)
    some = bits[finite]
    return _best(some, HEAP | direction | FLOATING * floating, n, len(some)) if len(some) else b""


def max_n_state(values: Any, n: int) -> bytes:
    """The state of the n largest of some numbers, n from 1 to 1000; integers stay integers."""
    return _n_state(values, n, LARGEST)


def min_n_state(values: Any, n: int) -> bytes:
    """The state of the n smallest of some numbers, n from 1 to 1000; integers stay integers."""
    return _n_state(values, n, 0)


def merge(states: Column) -> bytes | None:
    """The state of the rows of all states, in the order of the column; None without any.

    Exact. Of equal keys, the smallest is that of the first state and the largest that of the last.
    Raises InvalidState for an invalid state, ValueError for states of different statistics.
    """
    column = columns.blobs(states)
    merged: list[bytes] = []
    for indexes in columns.portions(column, read):
        merged.append(_merged(columns.read_at(read, column, indexes)))
    if len(merged) > 1:
        return merge(merged)
    return merged[0] if merged else None


def _merged(table: Extremes) -> bytes:
    flags, n = int(table.flags[0]), int(table.n[0])
    if (table.flags != flags).any() or (table.n != n).any():
        raise ValueError("extremes: expected states of one statistic, with the same types and n")
    count = sum(table.count.tolist())
    if count >= 2**63:
        raise ValueError("extremes: the count would exceed 2^63-1")
    frames = table.frames
    if flags & HEAP:
        at = frames.starts[owners(table.kept)] + 2 + positions(table.kept)
        return _best(frames.words[at].view(np.int64), flags, n, count)
    first, last = 0, len(table.flags) - 1
    keys = [0, count - 1]
    if not flags & ROWS:
        low, high = frames.signed(2), frames.signed(4)
        first, last = int(low.argmin()), last - int(high[::-1].argmax())
        keys = [int(low[first]), int(high[last])]
    if flags & BYTES:
        values: Any = [table.values(first)[0], table.values(last)[1]]
    else:
        values = [int(frames.signed(3)[first]), int(frames.signed(5)[last])]
    return _ends(flags, count, 0, 1, keys, values)


def union(left: State, right: State) -> bytes | None:
    """The state of the rows of two states, the left ones first; None if either is None."""
    if left is None or right is None:
        return None
    return merge([left, right]) or b""
