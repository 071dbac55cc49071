# SPDX-License-Identifier: Apache-2.0
"""The family ``state_time``: how long something was in each of its states."""

import math
from collections.abc import Sequence

import numpy as np

from cassandra_stats import ordered, questions
from cassandra_stats.columns import Doubles, Integers, State
from cassandra_stats.state_time_state import OTHER, StateTime, merge, name, of, read, union

__all__ = [
    "count", "durations", "first_state", "first_time", "interpolated_seconds", "is_valid",
    "last_state", "last_time", "merge", "of", "seconds", "share", "state", "text", "timeline",
    "transitions", "union",
]  # fmt: skip

_MILLIS = 1000


@questions.integers(read)
def count(tables: list[StateTime]) -> Integers:
    """Number of rows. A row that came twice counts once."""
    return np.array([table.count for table in tables])


@questions.integers(read)
def transitions(tables: list[StateTime]) -> Integers:
    """How often the state changed from one row to the next one."""
    return np.array([table.transitions for table in tables])


@questions.integers(read)
def first_time(tables: list[StateTime]) -> Integers:
    """Time of the first row, in milliseconds since 1970."""
    return np.array([table.first for table in tables])


@questions.integers(read)
def last_time(tables: list[StateTime]) -> Integers:
    """Time of the last row, in milliseconds since 1970."""
    return np.array([table.last for table in tables])


@questions.objects(read)
def first_state(tables: list[StateTime]) -> Sequence[str]:
    """The first state; (other) if it has more than 47 bytes."""
    return [name(table.first_key) for table in tables]


@questions.objects(read)
def last_state(tables: list[StateTime]) -> Sequence[str]:
    """The last state; (other) if it has more than 47 bytes."""
    return [name(table.last_key) for table in tables]


def _durations(table: StateTime) -> dict[str, float]:
    durations: dict[str, float] = {}
    for key, millis in table.millis.items():
        durations[name(key)] = durations.get(name(key), 0.0) + millis / _MILLIS
    return durations


@questions.objects(read)
def durations(tables: list[StateTime]) -> Sequence[dict[str, float]]:
    """The seconds of each state from the first row to the last, in the order of their bytes."""
    return [_durations(table) for table in tables]


@questions.objects(read)
def timeline(tables: list[StateTime]) -> Sequence[dict[int, str]]:
    """When the last 32 states began, in milliseconds since 1970, or all if they are fewer."""
    return [
        {time: name(key if key in table.millis else OTHER) for time, key in table.runs}
        for table in tables
    ]


@questions.doubles(read)
def seconds(tables: list[StateTime], of_state: str) -> Doubles:
    """The seconds that a state lasted; 0 if it is no state of any row."""
    return np.array([_durations(table).get(of_state, 0.0) for table in tables])


@questions.doubles(read)
def share(tables: list[StateTime], of_state: str) -> Doubles:
    """The share of the time that a state lasted, from 0 to 1; None where there is one row."""
    shares = []
    for table in tables:
        whole = (table.last - table.first) / _MILLIS
        shares.append(_durations(table).get(of_state, 0.0) / whole if whole else math.nan)
    return np.array(shares)


def _interpolated_seconds(
    state: State, of_state: str, start: int, stop: int, before: State = None
) -> float | None:
    """The seconds that a state lasted in a bucket of time, with the time before its rows.

    Times are milliseconds since 1970; before is the state of the nearest rows, None if there are
    none. Raises InvalidState for an invalid state, ValueError where the rows of the states are not
    before and in the bucket.
    """
    earlier, own = ordered.before_and_in("state_time", read, (before, state), start, stop)
    if earlier is None and own is None:
        return None
    millis = 0
    if earlier is not None and name(earlier.last_key) == of_state:
        millis += (stop if own is None else own.first) - start
    if own is not None:
        millis += sum(lasted for key, lasted in own.millis.items() if name(key) == of_state)
        millis += stop - own.last if name(own.last_key) == of_state else 0
    return millis / _MILLIS


interpolated_seconds = questions.Mapped(_interpolated_seconds)


@questions.objects(read)
def text(tables: list[StateTime]) -> Sequence[str]:
    """The state in one line of words."""
    return [
        f"state_time count={table.count} first={table.first} last={table.last}"
        f" transitions={table.transitions} states={len(table.millis)} now={name(table.last_key)}"
        for table in tables
    ]


is_valid = questions.is_valid(read)
state = questions.final(read)
