# SPDX-License-Identifier: Apache-2.0
"""The family ``time_weight``: means and integrals of values that count as long as they hold."""

from collections.abc import Callable, Sequence

import numpy as np

from cassandra_stats import ordered, questions
from cassandra_stats.columns import Doubles, Integers, State
from cassandra_stats.text import number
from cassandra_stats.time_weight_state import (
    FIRST,
    LAST,
    LINEAR,
    LOCF,
    TimeWeight,
    linear,
    locf,
    merge,
    read,
    union,
)

__all__ = [
    "average", "count", "first_time", "first_value", "integral", "interpolated_average",
    "interpolated_integral", "is_valid", "last_time", "last_value", "linear", "locf", "merge",
    "state", "text", "union",
]  # fmt: skip

_MILLIS = 1000


def _defined(answers: Doubles) -> Doubles:
    """NaN where no double holds the answer."""
    return np.where(np.isfinite(answers), answers, np.nan)


def _doubles(answer: Callable[[TimeWeight], Doubles]) -> questions.Question[[], float, Doubles]:
    def defined(fields: TimeWeight, /) -> Doubles:
        with np.errstate(all="ignore"):
            return _defined(answer(fields))

    defined.__doc__, defined.__name__ = answer.__doc__, answer.__name__
    return questions.doubles(read)(defined)


def _millis(start: Integers | int, stop: Integers | int) -> Doubles:
    return np.asarray(stop, np.float64) - np.asarray(start, np.float64)


def _integral(fields: TimeWeight) -> Doubles:
    return fields.integral + fields.rest


def _average(fields: TimeWeight) -> Doubles:
    return _integral(fields) / _millis(fields.time(FIRST), fields.time(LAST))


@questions.integers(read)
def count(fields: TimeWeight) -> Integers:
    """Number of values. A point that came twice counts once."""
    return fields.count


@_doubles
def average(fields: TimeWeight) -> Doubles:
    """The mean of the values, each weighted by the time for which it holds; None of one value."""
    return _average(fields)


@_doubles
def integral(fields: TimeWeight) -> Doubles:
    """The integral of the values, value by seconds; 0 where there is one value."""
    return _integral(fields) / _MILLIS


@questions.integers(read)
def first_time(fields: TimeWeight) -> Integers:
    """Time of the first value, in milliseconds since 1970."""
    return fields.time(FIRST)


@questions.integers(read)
def last_time(fields: TimeWeight) -> Integers:
    """Time of the last value, in milliseconds since 1970."""
    return fields.time(LAST)


@_doubles
def first_value(fields: TimeWeight) -> Doubles:
    """The first value."""
    return fields.value(FIRST)


@_doubles
def last_value(fields: TimeWeight) -> Doubles:
    """The last value."""
    return fields.value(LAST)


def _interpolated_integral(
    state: State, start: int, stop: int, before: State = None, after: State = None
) -> float | None:
    """The integral over a bucket, value by seconds, with the time to its neighbours.

    Times are milliseconds since 1970; before and after are the states of the nearest values,
    None if there are none. Raises InvalidState for an invalid state, ValueError where methods
    differ or the values of the states are not before, in and behind the bucket.
    """
    total, _ = _over(state, start, stop, before, after)
    return total / _MILLIS if np.isfinite(total / _MILLIS) else None


def _interpolated_average(
    state: State, start: int, stop: int, before: State = None, after: State = None
) -> float | None:
    """The mean over a bucket, weighted by time, with the time to its neighbours; likewise."""
    total, millis = _over(state, start, stop, before, after)
    return total / millis if millis > 0 and np.isfinite(total / millis) else None


interpolated_integral = questions.Mapped(_interpolated_integral)
interpolated_average = questions.Mapped(_interpolated_average)


def _over(state: State, start: int, stop: int, before: State, after: State) -> tuple[float, float]:
    """The integral over a bucket and the time that it is over, by milliseconds; NaN if none."""
    states = ordered.bucket("time_weight", read, (before, state, after), start, stop)
    methods = {int(one.method[0]) for one in states if one is not None}
    if len(methods) > 1:
        raise ValueError("time_weight: expected states of one method, found locf and linear")
    earlier, own, later = states
    is_open = later is not None or LOCF in methods
    with np.errstate(all="ignore"):
        if own is not None:
            first, last = int(own.time(FIRST)[0]), int(own.time(LAST)[0])
            total = float(_integral(own)[0])
            total += 0.0 if earlier is None else _between(earlier, own, start, first)
            total += _between(own, later, last, stop) if is_open else 0.0
            begin, end = first if earlier is None else start, stop if is_open else last
            return total, float(_millis(begin, end))
        if earlier is not None and is_open:
            return _between(earlier, later, start, stop), float(_millis(start, stop))
    return np.nan, np.nan


def _between(state: TimeWeight, following: TimeWeight | None, start: int, stop: int) -> float:
    """The integral over a span between the last value of a state and the first of the next."""
    value = height = float(state.value(LAST)[0])
    if following is not None and state.method[0] == LINEAR:
        last = state.time(LAST)
        gap = _millis(last, following.time(FIRST))
        share = float(((_millis(last, start) / gap + _millis(last, stop) / gap) / 2)[0])
        height = value * (1 - share) + float(following.value(FIRST)[0]) * share
    return height * float(_millis(start, stop))


@questions.objects(read)
def text(fields: TimeWeight) -> Sequence[str]:
    """The state in one line of words."""
    with np.errstate(all="ignore"):
        averages = _defined(_average(fields)).tolist()
    return [
        f"time_weight {'linear' if method == LINEAR else 'locf'} count={values} first={first}"
        f" last={last} average={number(None if mean != mean else mean)}"
        for method, values, first, last, mean in zip(
            *(part.tolist() for part in (fields.method, fields.count)),
            *(part.tolist() for part in (fields.time(FIRST), fields.time(LAST))),
            averages,
            strict=True,
        )
    ]


is_valid = questions.is_valid(read)
state = questions.final(read)
