# SPDX-License-Identifier: Apache-2.0
"""The family ``counter``: what a counter or a gauge grew by, resets included, and how fast."""

from collections.abc import Callable, Sequence

import numpy as np

from cassandra_stats import ordered, questions
from cassandra_stats.columns import Doubles, Integers, State
from cassandra_stats.counter_state import (
    FIRST,
    LAST,
    LAST_BUT_ONE,
    SECOND,
    Counter,
    gauge,
    merge,
    of,
    read,
    require_one_kind,
    union,
)
from cassandra_stats.exact import sum_rest
from cassandra_stats.text import number

__all__ = [
    "count", "delta", "extrapolated_delta", "extrapolated_rate", "first_time", "first_value",
    "gauge", "idelta_left", "idelta_right", "interpolated_delta", "irate_left", "irate_right",
    "is_valid", "last_time", "last_value", "merge", "num_changes", "num_resets", "of", "rate",
    "state", "text", "union",
]  # fmt: skip

# Prometheus takes a border for reached that is nearer than this many usual distances.
_NEAR = 1.1


def _defined(answers: Doubles) -> Doubles:
    """NaN where no double holds the answer."""
    return np.where(np.isfinite(answers), answers, np.nan)


def _seconds(start: Integers | int, stop: Integers | int) -> Doubles:
    return (np.asarray(stop, np.float64) - np.asarray(start, np.float64)) / 1000


def _delta(fields: Counter) -> Doubles:
    with np.errstate(all="ignore"):
        first, last = fields.value(FIRST), fields.value(LAST)
        growth = last - first
        rest: Doubles = sum_rest(last, -first, growth) + fields.rest
        return (growth + fields.lost) + rest


def _growth(fields: Counter, before: Doubles, after: Doubles) -> Doubles:
    """What it grew by from one value to the next: a counter after a reset, by that one."""
    with np.errstate(all="ignore"):
        return np.where((after < before) & ~fields.is_gauge, after, after - before)


def _step(fields: Counter, point: int, following: int) -> Doubles:
    growth = _growth(fields, fields.value(point), fields.value(following))
    return np.where(fields.count > 1, growth, np.nan)


def _step_rate(fields: Counter, point: int, following: int) -> Doubles:
    with np.errstate(all="ignore"):
        seconds = _seconds(fields.time(point), fields.time(following))
        return _step(fields, point, following) / seconds


def _doubles(answer: Callable[[Counter], Doubles]) -> questions.Question[[], float, Doubles]:
    def defined(fields: Counter, /) -> Doubles:
        return _defined(answer(fields))

    defined.__doc__, defined.__name__ = answer.__doc__, answer.__name__
    return questions.doubles(read)(defined)


@questions.integers(read)
def count(fields: Counter) -> Integers:
    """Number of values. A point that came twice counts once."""
    return fields.count


@_doubles
def delta(fields: Counter) -> Doubles:
    """What it grew by from the first value to the last; 0 where there is one."""
    return _delta(fields)


@_doubles
def rate(fields: Counter) -> Doubles:
    """The same for each second; None where there is one value."""
    with np.errstate(all="ignore"):
        return _delta(fields) / _seconds(fields.time(FIRST), fields.time(LAST))


@questions.integers(read)
def num_resets(fields: Counter) -> Integers:
    """Number of resets: of values below the one before."""
    return fields.resets


@questions.integers(read)
def num_changes(fields: Counter) -> Integers:
    """Number of changes: of values that differ from the one before."""
    return fields.changes


@questions.integers(read)
def first_time(fields: Counter) -> Integers:
    """Time of the first value, in milliseconds since 1970."""
    return fields.time(FIRST)


@questions.integers(read)
def last_time(fields: Counter) -> Integers:
    """Time of the last value, in milliseconds since 1970."""
    return fields.time(LAST)


@_doubles
def first_value(fields: Counter) -> Doubles:
    """The first value."""
    return fields.value(FIRST)


@_doubles
def last_value(fields: Counter) -> Doubles:
    """The last value."""
    return fields.value(LAST)


@_doubles
def idelta_left(fields: Counter) -> Doubles:
    """What the counter grew by from the first value to the second; None where there is one."""
    return _step(fields, FIRST, SECOND)


@_doubles
def idelta_right(fields: Counter) -> Doubles:
    """What the counter grew by from the last value but one to the last; None where there is one."""
    return _step(fields, LAST_BUT_ONE, LAST)


@_doubles
def irate_left(fields: Counter) -> Doubles:
    """The same as idelta_left for each second."""
    return _step_rate(fields, FIRST, SECOND)


@_doubles
def irate_right(fields: Counter) -> Doubles:
    """The same as idelta_right for each second, as irate() of Prometheus."""
    return _step_rate(fields, LAST_BUT_ONE, LAST)


def _interpolated_delta(
    state: State, start: int, stop: int, before: State = None, after: State = None
) -> float | None:
    """What a counter grew by in a bucket, with its part of what it grew by to its neighbours.

    Times are milliseconds since 1970; before and after are the states of the nearest buckets that
    have values, None if there are none. Raises InvalidState for an invalid state, ValueError where
    the kinds of the states differ, or their values are not before, in and behind the bucket.
    """
    earlier, own, later = ordered.bucket("counter", read, (before, state, after), start, stop)
    require_one_kind([one for one in (earlier, own, later) if one is not None])
    if own is None:
        if earlier is None or later is None:
            return None
        total = _part(earlier, later, start, stop)
    else:
        total = float(_delta(own)[0])
        if earlier is not None:
            total += _part(earlier, own, start, int(own.time(FIRST)[0]))
        if later is not None:
            total += _part(own, later, int(own.time(LAST)[0]), stop)
    return total if np.isfinite(total) else None


interpolated_delta = questions.Mapped(_interpolated_delta)


def _part(earlier: Counter, later: Counter, start: int, stop: int) -> float:
    """The part of the growth between two states in a span of time between them."""
    with np.errstate(all="ignore"):
        growth = _growth(earlier, earlier.value(LAST), later.value(FIRST))
        between = _seconds(earlier.time(LAST), later.time(FIRST))
        return float((growth * (_seconds(start, stop) / between))[0])


def _extrapolation(fields: Counter, start: int, stop: int) -> Doubles:
    """What growth is multiplied by to be that of a whole span, as Prometheus 3 does it."""
    first, last = fields.time(FIRST), fields.time(LAST)
    wrong = (first < start) | (last > stop) | (start >= stop)
    if wrong.any():
        index = int(wrong.argmax())
        raise ValueError(
            f"counter: expected values in a span from {start} to {stop}, found"
            f" {first[index]} to {last[index]}"
        )
    sampled = _seconds(first, last)
    usual = sampled / (fields.count - 1)
    to_start, to_end = (
        np.where(distance >= usual * _NEAR, usual / 2, distance)
        for distance in (_seconds(start, first), _seconds(last, stop))
    )
    growth, value = _delta(fields), fields.value(FIRST)
    ends = (growth > 0) & (value >= 0) & ~fields.is_gauge
    to_zero = np.where(ends, sampled * (value / growth), np.inf)
    factors = (sampled + np.minimum(to_start, to_zero) + to_end) / sampled
    return np.where(fields.count > 1, factors, np.nan)


@questions.doubles(read)
def extrapolated_delta(fields: Counter, start: int, stop: int) -> Doubles:
    """What a counter grew by in a span of time, as increase() of Prometheus 3 has it.

    Of a gauge it is delta(). Times are milliseconds since 1970; None where there is one value.
    Raises ValueError for values outside of the span.
    """
    with np.errstate(all="ignore"):
        return _defined(_delta(fields) * _extrapolation(fields, start, stop))


@questions.doubles(read)
def extrapolated_rate(fields: Counter, start: int, stop: int) -> Doubles:
    """The same for each second, as rate() of Prometheus 3 has it."""
    with np.errstate(all="ignore"):
        factors = _extrapolation(fields, start, stop) / _seconds(start, stop)
        return _defined(_delta(fields) * factors)


@questions.objects(read)
def text(fields: Counter) -> Sequence[str]:
    """The state in one line of words."""
    growths = _defined(_delta(fields)).tolist()
    return [
        f"{'gauge' if is_gauge else 'counter'} count={values} first={first} last={last}"
        f" delta={number(None if growth != growth else growth)} resets={resets} changes={changes}"
        for values, first, last, growth, resets, changes, is_gauge in zip(
            *(part.tolist() for part in (fields.count, fields.time(FIRST), fields.time(LAST))),
            growths,
            *(part.tolist() for part in (fields.resets, fields.changes, fields.is_gauge)),
            strict=True,
        )
    ]


is_valid = questions.is_valid(read)
state = questions.final(read)
