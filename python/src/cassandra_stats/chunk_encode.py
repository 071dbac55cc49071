# SPDX-License-Identifier: Apache-2.0
"""Points as a chunk, in the smallest of its encodings."""

import numpy as np

from cassandra_stats import moments_state
from cassandra_stats.chunk_series import packed, step_of
from cassandra_stats.chunk_state import BITS, DECIMAL, DICTIONARY, MOST_POINTS, RAW
from cassandra_stats.columns import Doubles, Integers
from cassandra_stats.frames import sealed, words_of

# More decimals than a measurement has.
_MOST_DECIMALS = 12
_TIMES = -1
# What is tried, in turn: the series and the order in which it is packed.
_TRIALS = (
    (_TIMES, 1),
    (_TIMES, 2),
    (BITS, 3),
    (DECIMAL, 1),
    (DECIMAL, 2),
    (DICTIONARY, 0),
    (DICTIONARY, 1),
)


def encoded(times: Integers, values: Doubles) -> bytes:
    """The chunk of points in the order of their times; of none the empty blob.

    Raises ValueError for more than 8192 points.
    """
    count = len(times)
    if count > MOST_POINTS:
        raise ValueError(f"chunk: expected at most 8192 points, found {count}")
    if count == 0:
        return b""
    bits = values.view(np.uint64)
    decimals, exponent, exceptions = _decimals(values)
    entries, indexes = np.unique(bits.view(np.int64), return_inverse=True)
    series = {
        _TIMES: times,
        BITS: bits.view(np.int64),
        DECIMAL: decimals,
        DICTIONARY: indexes.astype(np.int64).reshape(-1),
    }
    extras = {
        _TIMES: b"",
        BITS: b"",
        DECIMAL: np.stack((exceptions.astype(np.uint64), bits[exceptions]), 1)
        .astype(">u8")
        .tobytes(),
        DICTIONARY: entries.astype(">i8").tobytes(),
    }
    best = {
        True: (1 << 62, b"", 0, 0, _TIMES),
        False: (8 * count, bits.astype(">u8").tobytes(), 0, 0, RAW),
    }
    for tried, order in _TRIALS:
        step = step_of(series[tried], order)
        found = packed(series[tried], order, step)
        size = len(found) + len(extras[tried])
        if size < best[tried == _TIMES][0]:
            best[tried == _TIMES] = size, found, order, step, tried
    _, packed_times, order, step, _ = best[True]
    _, packed_values, value_order, value_step, encoding = best[False]
    extra = extras.get(encoding, b"")
    start = 0 if encoding == RAW else int(series[encoding][0])
    exponent = exponent if encoding == DECIMAL else 0
    number = len(extra) // (16 if encoding == DECIMAL else 8)
    orders = order << 56 | value_order << 48 | exponent << 40
    whole = np.array([times[0], times[-1], step, start, value_step], np.int64).view(np.uint64)
    moments = words_of(moments_state.of(values))[:11]
    words = (
        np.array([0x0102850000000000 | encoding << 32 | count], np.uint64),
        moments,
        whole,
        np.array([orders | number << 16 | len(packed_times) // 8], np.uint64),
        words_of(extra + packed_times + packed_values),
    )
    return sealed([np.concatenate(words)])[0]


def _decimals(values: Doubles) -> tuple[Integers, int, Integers]:
    """Whole numbers over a power of ten, its exponent, and which values are no such decimals.

    The power is the least that all but one in eight values have; for a value that is no decimal,
    such as -0.0 and NaN, there is the number before it.
    """
    most = len(values) // 8
    for exponent in range(_MOST_DECIMALS + 1):
        power = 10.0**exponent
        with np.errstate(all="ignore"):
            nearest = np.rint(values * power)
            nearest = np.where(np.abs(nearest) < 2.0**63, nearest, 0.0)
            numbers = nearest.astype(np.int64)
            same = (numbers.astype(np.float64) / power).view(np.uint64) == values.view(np.uint64)
        if int((~same).sum()) <= most:
            break
    last = np.maximum.accumulate(np.where(same, np.arange(len(values)), -1))
    kept = np.where(last >= 0, numbers[np.maximum(last, 0)], 0)
    return (
        kept,
        exponent,
        np.flatnonzero((kept.astype(np.float64) / power).view(np.uint64) != values.view(np.uint64)),
    )
