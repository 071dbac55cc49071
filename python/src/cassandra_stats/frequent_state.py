# SPDX-License-Identifier: Apache-2.0
"""The states of the family ``frequent``: read, made, merged and written."""

import operator
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, TypeAlias
from uuid import UUID

import numpy as np

from cassandra_stats import columns, inputs
from cassandra_stats.columns import Column, State
from cassandra_stats.errors import InvalidState

# A bigint, or the bytes of a text.
Value: TypeAlias = int | bytes

MOST = 384
_LONGEST = 255
_BIGINT, _TEXT = 1, 2
_LG_MOST, _LG_MOST_READ = 10, 14
_LARGEST_COUNT = 2**63 - 1
_HEAD = struct.Struct("<8BIIqq")


@dataclass(frozen=True)
class Frequent:
    """One state: values with their counters, in the order of its bytes."""

    lg_max: int
    kind: int
    max: int
    rows: int
    error: int
    counters: list[tuple[Value, int]]


_NOTHING = Frequent(_LG_MOST_READ, 0, 0, 0, 0, [])


def _room(lg: int) -> int:
    return 3 << (lg - 2)


def _invalid(expected: str, found: object) -> InvalidState:
    return InvalidState("frequent", expected, found)


def _texts(state: bytes, at: int, count: int) -> list[Value] | None:
    texts: list[Value] = []
    for _ in range(count):
        length = struct.unpack_from("<i", state, at)[0] if at + 4 <= len(state) else -1
        at += 4
        if not 0 <= length <= len(state) - at:
            return None
        texts.append(state[at : at + length])
        at += length
    return texts if at == len(state) else None


def _values(state: bytes, said: int, count: int) -> tuple[int, list[Value]] | None:
    """What the values are, and these: as the state says, or what fits its bytes."""
    at = 32 + 8 * count
    texts = None if said == _BIGINT else _texts(state, at, count)
    may_be_bigints = said != _TEXT and len(state) == at + 8 * count
    if texts is not None and not (may_be_bigints and any(0 in text for text in texts)):  # type: ignore[operator]
        return (_TEXT if said or count else 0), texts
    if not may_be_bigints:
        return None
    return _BIGINT, list(struct.unpack_from(f"<{count}q", state, at))


def _read(state: bytes) -> Frequent:
    expected = "an image of frequent items, version 1"
    if len(state) < 8:
        raise _invalid(expected, f"{len(state)} bytes")
    longs, version, number, lg_max, lg, flags, said, _ = state[:8]
    is_empty = flags & 5 != 0
    right = (longs, version, number) == (1 if is_empty else 4, 1, 10)
    right = right and 3 <= lg <= lg_max <= _LG_MOST_READ
    if not right or (len(state) != 8 if is_empty else len(state) < 32):
        raise _invalid(expected, f"0x{state[:8].hex()}")
    if is_empty:
        return Frequent(lg_max, 0, 0, 0, 0, [])
    *_, count, most, rows, error = _HEAD.unpack_from(state)
    fits = count <= _room(lg_max) and 32 + 8 * count <= len(state) and said <= _TEXT
    found = _values(state, said, count) if fits else None
    counters = struct.unpack_from(f"<{count}q", state, 32) if found else ()
    rest = rows - error - sum(counters)
    fits = found is not None and most <= MOST and 0 <= error <= rows and rest >= 0
    if found is None or not fits or min(counters, default=1) <= 0 or (error == 0 and rest):
        raise _invalid(
            "bigints or texts with counters above 0, and the number of their rows",
            f"{count} counters, an error of {error} and {rows} rows in {len(state)} bytes",
        )
    kind, values = found
    return Frequent(lg_max, kind, most, rows, error, list(zip(values, counters, strict=True)))


def read(states: Sequence[bytes]) -> list[Frequent]:
    """The fields of states. Raises InvalidState where one is none."""
    found = []
    for index, state in enumerate(states):
        try:
            found.append(_read(state))
        except InvalidState as invalid:
            raise invalid.at(index) from None
    return found


def _counted(
    lg_max: int, rows: Iterable[tuple[Value, int]], counters: dict[Value, int]
) -> tuple[dict[Value, int], int]:
    """Counters with more rows, and how many were taken from each because a map was full."""
    error = 0
    for value, count in rows:
        counters[value] = counters.get(value, 0) + count
        while len(counters) > _room(lg_max):
            median = sorted(counters.values())[len(counters) // 2]
            counters = {one: left - median for one, left in counters.items() if left > median}
            error += median
    return counters, error


def _written(state: Frequent) -> bytes:
    kept = sorted(state.counters, key=lambda pair: (-pair[1], pair[0]))
    lg = state.lg_max if state.error > 0 else 3
    while _room(lg) < len(kept):
        lg += 1
    head = _HEAD.pack(
        4, 1, 10, state.lg_max, lg, 0, state.kind, 0, len(kept), state.max, state.rows, state.error
    )
    return b"".join(
        [head, *(struct.pack("<q", count) for _, count in kept), *(_packed(v) for v, _ in kept)]
    )


def _packed(value: Value) -> bytes:
    if isinstance(value, int):
        return struct.pack("<q", value)
    return struct.pack("<I", len(value)) + value


def _cut(text: bytes) -> bytes:
    """The first bytes of a text that is too long, whole characters."""
    length = min(len(text), _LONGEST)
    for _ in range(3):
        if length < len(text) and text[length] & 0xC0 == 0x80:
            length -= 1
    return text[:length]


def _value(value: object) -> Value:
    if isinstance(value, bool | np.bool_):
        return b"\1" if value else b"\0"
    if isinstance(value, int | np.integer):
        if not -(2**63) <= value < 2**63:
            raise ValueError(f"frequent: expected integers from -2^63 to 2^63-1, found {value}")
        return int(value)
    if isinstance(value, str):
        return _cut(value.encode())
    if isinstance(value, bytes | bytearray | memoryview):
        return _cut(bytes(value))
    if isinstance(value, UUID):
        return value.bytes
    raise TypeError(
        "frequent: expected integers, booleans, texts, bytes or UUIDs, found "
        + type(value).__name__
    )


def of(values: Any, most: int) -> bytes:
    """The state of integers, or of texts, bytes, booleans or UUIDs; of none the empty blob.

    So many values are asked for, from 1 to 384. Null and NaN are left out. Raises ValueError for
    another number and for integers beyond 64 bits, TypeError for other values and for integers
    beside texts.
    """
    if not 1 <= operator.index(most) <= MOST:
        raise ValueError(f"frequent: expected a number of values from 1 to {MOST}, found {most}")
    given = [_value(v) for v in inputs.objects(values) if v is not None and v == v]
    if not given:
        return b""
    if len({type(value) for value in given}) > 1:
        raise TypeError("frequent: expected integers or texts, found both")
    lg_max = 8 if most <= 96 else 9 if most <= 192 else _LG_MOST
    counters, error = _counted(lg_max, ((value, 1) for value in given), {})
    kind = _BIGINT if isinstance(given[0], int) else _TEXT
    return _written(Frequent(lg_max, kind, most, len(given), error, list(counters.items())))


def _both(left: Frequent, right: Frequent) -> Frequent:
    if right.rows == 0:
        return left
    if left.kind and right.kind and left.kind != right.kind:
        raise ValueError(
            "frequent: expected states of one type, found one of bigints and one of texts"
        )
    if left.rows + right.rows > _LARGEST_COUNT:
        raise ValueError("frequent: the count would exceed 2^63-1")
    lg_max = min(right.lg_max, _LG_MOST)
    if left.rows > 0:
        lg_max = min(lg_max, left.lg_max) if right.counters else left.lg_max
    added = (
        (_cut(value) if isinstance(value, bytes) else value, count)
        for value, count in right.counters
    )
    counters, error = _counted(lg_max, added, dict(left.counters))
    known = [state.max for state in (left, right) if state.max]
    return Frequent(
        lg_max,
        left.kind | right.kind,
        min(known, default=0),
        left.rows + right.rows,
        left.error + error + right.error,
        list(counters.items()),
    )


def merge(states: Column) -> bytes | None:
    """The state of the rows of all states of a column; None where all are None or empty.

    Raises InvalidState for an invalid state, ValueError where one is of integers and another one
    of texts, or where there are more than 2^63-1 rows.
    """
    column = columns.blobs(states)
    indexes = [index for index, state in enumerate(column) if state]
    if not indexes:
        return None
    sum_ = reduce(_both, columns.read_at(read, column, indexes), _NOTHING)
    return _written(sum_) if sum_.rows else b""


def union(left: State, right: State) -> bytes | None:
    """The state of the rows of two states; None if either is None. Raises as merge does."""
    if left is None or right is None:
        return None
    return merge([left, right]) or b""
