# SPDX-License-Identifier: Apache-2.0
"""The states of the family ``heartbeat``: read, made, merged and written."""

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import Any

import numpy as np

from cassandra_stats import columns, inputs
from cassandra_stats.columns import Column, State
from cassandra_stats.frames import Family, opened, sealed, words_of

_FAMILY = Family("heartbeat", 139, 56, 1080)
_HEAD = struct.Struct(">4sIQqqQQ")
_GAP = struct.Struct(">qq")
_START = bytes((1, 2, 139, 0))
# The gaps that are kept.
MOST = 64
_LARGEST_INTERVAL, _LARGEST_COUNT = 2**31 - 1, 2**63 - 1

Gap = tuple[int, int]


@dataclass(frozen=True)
class Heartbeat:
    """The fields of a state; of the longest gaps, the longest first, begin and end."""

    interval: int
    count: int
    first: int
    last: int
    down: int
    gaps: int
    longest: list[Gap]


def _length(gap: Gap) -> int:
    return gap[1] - gap[0]


def _order(gap: Gap) -> Gap:
    return -_length(gap), gap[0]


def _kept(gaps: list[Gap]) -> list[Gap]:
    """The longest gaps; of those of one length, the earlier ones."""
    return sorted(gaps, key=_order)[:MOST]


def read(states: Sequence[bytes]) -> list[Heartbeat]:
    """The fields of states. Raises InvalidState where one is none."""
    opened(_FAMILY, states)
    tables = [_opened(state) for state in states]
    sizes = [_HEAD.size + _GAP.size * min(table.gaps, MOST) + 8 for table in tables]
    wrong = [size != len(state) or state[3] != 0 for size, state in zip(sizes, states, strict=True)]
    _FAMILY.refuse(
        np.array(wrong), "no flags, and the size of its gaps", [table.gaps for table in tables]
    )
    _FAMILY.refuse(
        np.array([not (_fits(table) and _are_gaps(table)) for table in tables]),
        "an interval and a count of at least 1, times that rise, fewer gaps than beats, and the"
        " longest of them in the order of their lengths",
        [table.count for table in tables],
    )
    return tables


def _opened(state: bytes) -> Heartbeat:
    _, interval, count, first, last, down, gaps = _HEAD.unpack_from(state)
    rest = len(state) - _HEAD.size - 8
    end = _HEAD.size + rest // _GAP.size * _GAP.size
    longest = list(_GAP.iter_unpack(state[_HEAD.size : end]))
    return Heartbeat(interval, count, first, last, down, gaps, longest)


def _fits(table: Heartbeat) -> bool:
    up = table.last - table.first - table.down
    others = table.count - 1 - table.gaps
    # A gap has a whole interval before it; between other beats there are 1 to interval ms.
    return (
        0 < table.interval <= _LARGEST_INTERVAL
        and 0 < table.count <= _LARGEST_COUNT
        and others >= 0
        and table.gaps * table.interval + others <= up <= (table.count - 1) * table.interval
    )


def _are_gaps(table: Heartbeat) -> bool:
    if any(
        begin < table.first + table.interval or not begin < stop <= table.last
        for begin, stop in table.longest
    ) or any(_order(gap) >= _order(after) for gap, after in pairwise(table.longest)):
        return False
    more = table.gaps - len(table.longest)
    rest = table.down - sum(map(_length, table.longest))
    # Those that are not kept are not longer than those that are.
    return more <= rest <= more * _length(table.longest[-1]) if more else rest == 0


def _written(table: Heartbeat) -> bytes:
    head = _HEAD.pack(
        _START, table.interval, table.count, table.first, table.last, table.down, table.gaps
    )
    return sealed([words_of(head + b"".join(_GAP.pack(*gap) for gap in table.longest))])[0]


def of(times: Any, interval: int) -> bytes:
    """The state of beats that count for ``interval`` milliseconds; of none the empty blob.

    Times are milliseconds since 1970, datetime64 or datetime, ascending or descending. Null is
    left out; beats at one time count once. Raises ValueError where times neither rise nor fall, or
    where the interval is not from 1 to 2^31-1, TypeError for what is no time.
    """
    if not 0 < interval <= _LARGEST_INTERVAL:
        raise ValueError(
            f"heartbeat: expected an interval from 1 to {_LARGEST_INTERVAL} milliseconds, found"
            f" {interval}"
        )
    at, timeless = inputs.times(times)
    beats: list[int] = at[~timeless].tolist()
    if beats and beats[0] > beats[-1]:
        beats.reverse()
    beats = beats[:1] + [beat for before, beat in pairwise(beats) if beat != before]
    if any(before >= beat for before, beat in pairwise(beats)):
        raise ValueError("heartbeat: expected one series in the order of time")
    if not beats:
        return b""
    gaps = [gap for before, beat in pairwise(beats) for gap in _between(before, beat, interval)]
    down = sum(map(_length, gaps))
    return _written(
        Heartbeat(interval, len(beats), beats[0], beats[-1], down, len(gaps), _kept(gaps))
    )


def _between(before: int, beat: int, interval: int) -> Iterator[Gap]:
    """The gap between two neighbouring beats, if there is one."""
    if before + interval < beat:
        yield before + interval, beat


def _join(early: Heartbeat, late: Heartbeat) -> Heartbeat:
    """The beats of a state with those of another one behind it."""
    if early.interval != late.interval:
        raise ValueError(
            f"heartbeat: expected states of one interval, found {early.interval} and"
            f" {late.interval} milliseconds"
        )
    if early.last > late.first:
        raise ValueError(
            "heartbeat: expected ranges of time that do not overlap, found"
            f" {early.first} to {early.last} and {late.first} to {late.last}"
        )
    count = early.count + late.count - (early.last == late.first)
    if count > _LARGEST_COUNT:
        raise ValueError("heartbeat: the count would exceed 2^63-1")
    between = list(_between(early.last, late.first, early.interval))
    return Heartbeat(
        early.interval,
        count,
        early.first,
        late.last,
        early.down + late.down + sum(map(_length, between)),
        early.gaps + late.gaps + len(between),
        _kept(early.longest + between + late.longest),
    )


def merge(states: Column) -> bytes | None:
    """The state of the beats of all states of a column; None where all are None or empty.

    The states may come in any order. Raises InvalidState for an invalid state, ValueError where
    intervals differ, ranges of time overlap or a count would exceed 2^63-1.
    """
    column = columns.blobs(states)
    indexes = [index for index, state in enumerate(column) if state]
    if not indexes:
        return None
    tables = columns.read_at(read, column, indexes)
    return _written(reduce(_join, sorted(tables, key=lambda table: (table.first, table.last))))


def union(left: State, right: State) -> bytes | None:
    """The state of the beats of two states; None if either is None."""
    if left is None or right is None:
        return None
    return merge([left, right]) or b""
