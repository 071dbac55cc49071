# SPDX-License-Identifier: Apache-2.0
"""The family ``heartbeat``: how long something was alive, and where it was not."""

from collections.abc import Sequence

import numpy as np

from cassandra_stats import ordered, questions
from cassandra_stats.columns import Doubles, Integers, State
from cassandra_stats.heartbeat_state import Heartbeat, merge, of, read, union
from cassandra_stats.text import number

__all__ = [
    "count", "downtime", "first_time", "gap_list", "gaps", "interpolated_uptime", "interval",
    "is_valid", "last_time", "longest_gap", "merge", "of", "state", "text", "union", "uptime",
]  # fmt: skip

_MILLIS = 1000


@questions.integers(read)
def count(tables: list[Heartbeat]) -> Integers:
    """Number of beats. Beats at one time count once."""
    return np.array([table.count for table in tables])


@questions.doubles(read)
def interval(tables: list[Heartbeat]) -> Doubles:
    """The seconds for which a beat counts."""
    return np.array([table.interval / _MILLIS for table in tables])


@questions.integers(read)
def first_time(tables: list[Heartbeat]) -> Integers:
    """Time of the first beat, in milliseconds since 1970."""
    return np.array([table.first for table in tables])


@questions.integers(read)
def last_time(tables: list[Heartbeat]) -> Integers:
    """Time of the last beat, in milliseconds since 1970."""
    return np.array([table.last for table in tables])


@questions.doubles(read)
def uptime(tables: list[Heartbeat]) -> Doubles:
    """The seconds from the first beat to the last in which one counts; 0 of one beat."""
    return np.array([(table.last - table.first - table.down) / _MILLIS for table in tables])


@questions.doubles(read)
def downtime(tables: list[Heartbeat]) -> Doubles:
    """The seconds from the first beat to the last in which none counts: those of all gaps."""
    return np.array([table.down / _MILLIS for table in tables])


@questions.integers(read)
def gaps(tables: list[Heartbeat]) -> Integers:
    """Number of gaps: how often the next beat came later than the interval."""
    return np.array([table.gaps for table in tables])


@questions.doubles(read)
def longest_gap(tables: list[Heartbeat]) -> Doubles:
    """The seconds of the longest gap; 0 if there is none."""
    return np.array(
        [
            (stop - begin) / _MILLIS
            for table in tables
            for begin, stop in table.longest[:1] or [(0, 0)]
        ]
    )


@questions.objects(read)
def gap_list(tables: list[Heartbeat]) -> Sequence[dict[int, int]]:
    """Begin and end of each gap in the order of time; of more than 64, of the 64 longest ones."""
    return [dict(sorted(table.longest)) for table in tables]


def _interpolated_uptime(state: State, start: int, stop: int, before: State = None) -> float | None:
    """The seconds of a bucket of time in which a beat counts, in it or the last one before it.

    Times are milliseconds since 1970; before is the state of the nearest beats, None if there are
    none. Raises InvalidState for an invalid state, ValueError where intervals differ or the beats
    of the states are not before and in the bucket.
    """
    earlier, own = ordered.before_and_in("heartbeat", read, (before, state), start, stop)
    if earlier is not None and own is not None and earlier.interval != own.interval:
        raise ValueError(
            f"heartbeat: expected states of one interval, found {earlier.interval} and"
            f" {own.interval} milliseconds"
        )
    if earlier is None and own is None:
        return None
    millis = 0
    if earlier is not None:
        end = stop if own is None else own.first
        millis += max(0, min(end, earlier.last + earlier.interval) - start)
    if own is not None:
        millis += own.last - own.first - own.down + min(stop - own.last, own.interval)
    return millis / _MILLIS


interpolated_uptime = questions.Mapped(_interpolated_uptime)


@questions.objects(read)
def text(tables: list[Heartbeat]) -> Sequence[str]:
    """The state in one line of words."""
    return [
        f"heartbeat interval={table.interval} count={table.count} first={table.first}"
        f" last={table.last} gaps={table.gaps} downtime={number(table.down / _MILLIS)}"
        for table in tables
    ]


is_valid = questions.is_valid(read)
state = questions.final(read)
