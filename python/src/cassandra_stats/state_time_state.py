# SPDX-License-Identifier: Apache-2.0
"""The states of the family ``state_time``: read, made, merged and written."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import Any

import numpy as np

from cassandra_stats import columns, inputs
from cassandra_stats.columns import Column, State
from cassandra_stats.frames import Family, opened, sealed, words_of

_FAMILY = Family("state_time", 138, 216, 4296)
_HEAD = struct.Struct(">4sHHqqqq48s48s")
_SLOT = struct.Struct(">Q48s")
_RUN = struct.Struct(">qQ")
_START = bytes((1, 2, 138, 0))
# The states that are told apart, the bytes of the longest, and the runs that are kept.
MOST, _LONGEST, _MOST_RUNS = 64, 47, 32
_LARGEST_COUNT = 2**63 - 1
OTHER = b"\xff" * 48


@dataclass(frozen=True)
class StateTime:
    """The fields of a state.

    The milliseconds of each state by its key, in their order; the last runs of rows with one state,
    the time and the key of each.
    """

    count: int
    first: int
    last: int
    transitions: int
    first_key: bytes
    last_key: bytes
    millis: dict[bytes, int]
    runs: list[tuple[int, bytes]]


def name(key: bytes) -> str:
    """A state in words."""
    if key == OTHER:
        return "(other)"
    text = key[: key[-1]]
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError:
        return f"0x{text.hex()}"


def _key(value: Any) -> bytes | None:
    """The key of a value; None of one without bytes."""
    if isinstance(value, bool | np.bool_):
        text = b"true" if value else b"false"
    elif isinstance(value, int | np.integer):
        text = str(int(value)).encode()
    elif isinstance(value, str):
        text = value.encode("utf-8")
    elif value is None or value != value:
        return None
    elif not isinstance(value, bytes | bytearray | memoryview):
        raise TypeError(
            "state_time: expected integers, texts, booleans or bytes, found " + type(value).__name__
        )
    else:
        text = bytes(value)
        text = {b"\0": b"false", b"\1": b"true"}.get(text, text)
    if len(text) > _LONGEST:
        return OTHER
    return text.ljust(_LONGEST, b"\0") + bytes((len(text),)) if text else None


def _is_key(key: bytes) -> bool:
    length = key[-1]
    return key == OTHER or (0 < length <= _LONGEST and not any(key[length:-1]))


def _has_slot(key: bytes, keys: list[bytes]) -> bool:
    return key in keys or (len(keys) > MOST and key > keys[MOST - 1])


def read(states: Sequence[bytes]) -> list[StateTime]:
    """The fields of states. Raises InvalidState where one is none."""
    opened(_FAMILY, states)
    heads = [_HEAD.unpack_from(state) for state in states]
    ends = [_HEAD.size + _SLOT.size * head[2] for head in heads]
    sizes = [end + _RUN.size * head[1] + 8 for end, head in zip(ends, heads, strict=True)]
    wrong = [size != len(state) or state[3] != 0 for size, state in zip(sizes, states, strict=True)]
    _FAMILY.refuse(
        np.array(wrong), "no flags, and the size of its slots and runs", [h[2] for h in heads]
    )
    slots = [
        list(_SLOT.iter_unpack(state[_HEAD.size : end]))
        for end, state in zip(ends, states, strict=True)
    ]
    _FAMILY.refuse(
        np.array(
            [not _are_keys(head[7], head[8], slot) for head, slot in zip(heads, slots, strict=True)]
        ),
        "up to 64 states of 1 to 47 bytes and zeros, in their order, and other ones",
        [head[2] for head in heads],
    )
    runs = [list(_RUN.iter_unpack(state[end:-8])) for end, state in zip(ends, states, strict=True)]
    _FAMILY.refuse(
        np.array([not _are_runs(*each) for each in zip(heads, slots, runs, strict=True)]),
        "the last 32 runs of states with slots, in the order of time",
        [head[1] for head in heads],
    )
    tables = [
        StateTime(
            count,
            first,
            last,
            changes,
            start,
            end,
            {key: millis for millis, key in slot},
            [(time, slot[number][1]) for time, number in run],
        )
        for (_, _, _, count, first, last, changes, start, end), slot, run in zip(
            heads, slots, runs, strict=True
        )
    ]
    _FAMILY.refuse(
        np.array([not _fits(table) for table in tables]),
        "times that rise, fewer changes than rows, and milliseconds that are the time in total",
        [table.count for table in tables],
    )
    return tables


def _are_runs(
    head: tuple[Any, ...], slots: list[tuple[int, bytes]], runs: list[tuple[int, int]]
) -> bool:
    first, last, changes = head[4:7]
    return (
        len(runs) == min(changes + 1, _MOST_RUNS)
        and all(number < len(slots) for _, number in runs)
        and all(early[0] < late[0] for early, late in pairwise(runs))
        and (first == runs[0][0] if changes < _MOST_RUNS else first <= runs[0][0])
        and runs[-1][0] <= last
    )


def _are_keys(first: bytes, last: bytes, slots: list[tuple[int, bytes]]) -> bool:
    keys = [key for _, key in slots]
    return (
        all(map(_is_key, (first, last, *keys)))
        and all(a < b for a, b in pairwise(keys))
        and (len(keys) <= MOST or keys[-1] == OTHER)
        and _has_slot(first, keys)
        and _has_slot(last, keys)
    )


def _fits(table: StateTime) -> bool:
    span = table.last - table.first
    return (
        table.count > 0
        and span >= table.count - 1
        and (table.count == 1) == (span == 0)
        and len(table.millis) - 1 <= table.transitions < table.count
        and (len(table.millis) > 1 or table.transitions == 0)
        and (table.transitions > 0 or table.first_key == table.last_key)
        and sum(table.millis.values()) == span
    )


def _bounded(millis: dict[bytes, int]) -> dict[bytes, int]:
    """The states that are told apart, and all others as one."""
    keys = sorted(key for key in millis if key != OTHER)
    kept = {key: millis[key] for key in keys[:MOST]}
    if OTHER in millis or len(keys) > MOST:
        kept[OTHER] = millis.get(OTHER, 0) + sum(millis[key] for key in keys[MOST:])
    return kept


def _written(table: StateTime) -> bytes:
    head = _HEAD.pack(
        _START, len(table.runs), len(table.millis), table.count, table.first, table.last,
        table.transitions, table.first_key, table.last_key,
    )  # fmt: skip
    slots = b"".join(_SLOT.pack(millis, key) for key, millis in table.millis.items())
    numbers = {key: number for number, key in enumerate(table.millis)}
    runs = b"".join(_RUN.pack(time, numbers.get(key, len(numbers) - 1)) for time, key in table.runs)
    return sealed([words_of(head + slots + runs)])[0]


def of(times: Any, values: Any) -> bytes:
    """The state of states, each of which lasts until the next one; of none the empty blob.

    Times are milliseconds since 1970, datetime64 or datetime, ascending or descending; states are
    integers, texts, booleans or bytes. Null and what has no bytes are left out; a row that comes
    again counts once. Raises ValueError where times neither rise nor fall, where two states have
    one time, or where there are other times than states, TypeError for what is no time or no state.
    """
    (at, timeless), keys = inputs.times(times), [_key(value) for value in inputs.objects(values)]
    if len(at) != len(keys):
        raise ValueError(f"expected as many times as values, found {len(at)} and {len(keys)}")
    rows = [
        (time, key)
        for time, no_time, key in zip(at.tolist(), timeless.tolist(), keys, strict=True)
        if key is not None and not no_time
    ]
    if len(rows) > 1 and rows[0][0] > rows[-1][0]:
        rows.reverse()
    rows = rows[:1] + [row for before, row in pairwise(rows) if row != before]
    pairs = list(pairwise(rows))
    if any(before[0] >= row[0] for before, row in pairs):
        raise ValueError("state_time: expected one series in the order of time")
    if not rows:
        return b""
    millis = {key: 0 for _, key in rows}
    for (start, key), (stop, _) in pairs:
        millis[key] += stop - start
    changes = sum(before[1] != row[1] for before, row in pairs)
    first, last = rows[0], rows[-1]
    runs = rows[:1] + [row for before, row in pairs if before[1] != row[1]]
    return _written(
        StateTime(
            len(rows), first[0], last[0], changes, first[1], last[1], _bounded(millis),
            runs[-_MOST_RUNS:],
        )
    )  # fmt: skip


def _join(early: StateTime, late: StateTime) -> StateTime:
    """The rows of a state with those of another one behind it."""
    gap, is_same = late.first - early.last, early.last_key == late.first_key
    if gap < 0 or (gap == 0 and not is_same):
        raise ValueError(
            "state_time: expected ranges of time that do not overlap, found"
            f" {early.first} to {early.last} and {late.first} to {late.last}"
        )
    count = early.count + late.count - (gap == 0)
    if count > _LARGEST_COUNT:
        raise ValueError("state_time: the count would exceed 2^63-1")
    millis = dict(early.millis)
    for key, lasted in (*late.millis.items(), (early.last_key, gap)):
        millis[key] = millis.get(key, 0) + lasted
    transitions = early.transitions + late.transitions + (not is_same)
    is_whole = late.transitions < _MOST_RUNS
    runs = early.runs + late.runs[is_same and is_whole :] if is_whole else late.runs
    return StateTime(
        count, early.first, late.last, transitions, early.first_key, late.last_key,
        _bounded(millis), runs[-_MOST_RUNS:],
    )  # fmt: skip


def merge(states: Column) -> bytes | None:
    """The state of the rows of all states of a column; None where all are None or empty.

    The states may come in any order. Raises InvalidState for an invalid state, ValueError where
    ranges of time overlap or a count would exceed 2^63-1.
    """
    column = columns.blobs(states)
    indexes = [index for index, state in enumerate(column) if state]
    if not indexes:
        return None
    tables = columns.read_at(read, column, indexes)
    return _written(reduce(_join, sorted(tables, key=lambda table: (table.first, table.last))))


def union(left: State, right: State) -> bytes | None:
    """The state of the rows of two states; None if either is None."""
    if left is None or right is None:
        return None
    return merge([left, right]) or b""
