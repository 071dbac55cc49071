# SPDX-License-Identifier: Apache-2.0
"""Points as a chunk, in the smallest of its encodings."""

import numpy as np

from cassandra_stats import moments_state
from cassandra_stats.checksum import Words
from cassandra_stats.chunk_fronts import fronts
from cassandra_stats.chunk_series import BLOCK, LINE, measured, packed, step_of
from cassandra_stats.chunk_state import BITS, DECIMAL, DICTIONARY, EXCEPTION, MOST_POINTS, RAW
from cassandra_stats.columns import Doubles, Integers
from cassandra_stats.frames import Flags, sealed, words_of

# More decimals than a measurement has.
_MOST_DECIMALS = 12
# As many values, or blocks, or up to twice as many, say what is worth a trial of all.
_SOME_DECIMALS, _SOME_ENTRIES, _SOME_BLOCKS = 64, 256, 16
_TIMES, _FRONTS = -1, -2
# What is tried, in turn: the series and the order in which it is packed.
_TRIALS = (
    (_TIMES, 1),
    (_TIMES, 2),
    (BITS, 3),
    (DECIMAL, 1),
    (DECIMAL, 2),
    (DECIMAL, 0),
    (DICTIONARY, 0),
    (DICTIONARY, 1),
    (_FRONTS, 0),
)


def encoded(
    times: Integers, values: Doubles, integers: Integers | None = None, has_fronts: bool = True
) -> bytes:
    """The chunk of points in the order of their times; of none the empty blob.

    Integers are those to which the values are nearest, or any other numbers; such integers stay.
    Fronts of values are tried where the function in Cassandra tries them.
    Raises ValueError for more than 8192 points.
    """
    count = len(times)
    if count > MOST_POINTS:
        raise ValueError(f"chunk: expected at most 8192 points, found {count}")
    if count == 0:
        return b""
    bits = values.view(np.uint64)
    decimals, exponent, exceptions = _decimals(values)
    is_exact = True
    if integers is not None and exponent == 0:
        nearest = integers.astype(np.float64).view(np.uint64) == bits
        is_exact = bool((integers[nearest] == decimals[nearest]).all())
        decimals = np.where(nearest, integers, decimals)
    series = {_TIMES: times, BITS: bits.view(np.int64), DECIMAL: decimals}
    extras = {
        _TIMES: b"",
        BITS: b"",
        DECIMAL: _written(exceptions, bits[exceptions]),
    }
    low = 0
    stride = max(1, count // (BLOCK * _SOME_BLOCKS))
    best = {True: (1 << 62, 0, _TIMES, 0), False: (8 * count if is_exact else 1 << 62, 0, RAW, 0)}
    for tried, order in _TRIALS:
        if not is_exact and tried not in (_TIMES, DECIMAL):
            continue
        if tried == DICTIONARY and tried not in series:
            entries = _entries(bits.view(np.int64), best[False][0])
            if entries is not None:
                series[tried] = np.searchsorted(entries, bits.view(np.int64)).astype(np.int64)
                extras[tried] = entries.astype(">i8").tobytes()
        step = None
        if tried == _FRONTS and has_fronts:
            # The most frequent front is the number 0, as is the first entry of a dictionary.
            step = 0
            if best[False][2] < DECIMAL:
                low, found = fronts(bits, best[False][0])
                if found is not None:
                    series[tried], extras[tried] = found
            else:
                tried = DICTIONARY
        if tried in series:
            step = step_of(series[tried], order) if step is None else step
            size = measured(series[tried], order, step, stride) + len(extras[tried])
            if size < best[tried == _TIMES][0]:
                best[tried == _TIMES] = size, order, tried, step
    _, order, _, step = best[True]
    packed_times = packed(times, order, step)
    order |= 0 if packed_times else LINE
    _, value_order, chosen, value_step = best[False]
    packed_values = bits.astype(">u8").tobytes()
    if chosen != RAW:
        smaller = packed(series[chosen], value_order, value_step)
        if not is_exact or len(smaller) + len(extras[chosen]) < 8 * count:
            packed_values = smaller
            value_order |= 0 if smaller else LINE
        else:
            # Some blocks let more hope than all of them hold.
            chosen, value_order, value_step = RAW, 0, 0
    extra = extras.get(chosen, b"")
    start = 0 if chosen == RAW else int(series[chosen][0])
    exponent = {DECIMAL: exponent, _FRONTS: low}.get(chosen, 0)
    encoding = DICTIONARY if chosen == _FRONTS else chosen
    number = len(exceptions) if encoding == DECIMAL else len(extra) // 8
    orders = order << 56 | value_order << 48 | exponent << 40
    whole = np.array([times[0], times[-1], step, start, value_step], np.int64).view(np.uint64)
    moments = words_of(moments_state.of(values))[:11]
    words = (
        np.array([0x0104850000000000 | encoding << 32 | count], np.uint64),
        moments,
        whole,
        np.array([orders | number << 16 | len(packed_times) // 8], np.uint64),
        words_of(extra + packed_times + packed_values),
    )
    return sealed([np.concatenate(words)])[0]


def _written(exceptions: Integers, bits: Words) -> bytes:
    pairs = np.zeros(len(exceptions), EXCEPTION)
    pairs["index"], pairs["bits"] = exceptions, bits
    return pairs.tobytes() + bytes(-pairs.nbytes % 8)


def _entries(bits: Integers, best: int) -> Integers | None:
    """The different bits, rising, if they may take fewer bytes than another encoding; or None.

    Of some of the values, as many are equal to another one as there would be among half the square
    of their number over the number of entries.
    """
    stride = max(1, len(bits) // _SOME_ENTRIES)
    entries = np.unique(bits[::stride])
    if stride == 1:
        return entries
    some = -(-len(bits) // stride)
    most = (best + 7) // 8 * 8
    return np.unique(bits) if 4 * some * some < most * (some - len(entries)) else None


def _whole(values: Doubles, exponent: int) -> tuple[Integers, Flags]:
    """Values as whole numbers over a power of ten, and which of them are such decimals."""
    power = 10.0**exponent
    with np.errstate(all="ignore"):
        nearest = np.rint(values * power)
        numbers = np.where(np.abs(nearest) < 2.0**63, nearest, 0.0).astype(np.int64)
        numbers[nearest >= 2.0**63] = 2**63 - 1
        numbers[nearest <= -(2.0**63)] = -(2**63)
        same = (numbers.astype(np.float64) / power).view(np.uint64) == values.view(np.uint64)
    return numbers, same


def _decimals(values: Doubles) -> tuple[Integers, int, Integers]:
    """Whole numbers over a power of ten, its exponent, and which values are no such decimals.

    The power is the least that all but one in eight values have; of those above 1, some of the
    values are tried first. For an exception, such as -0.0 and NaN, there is the number before it.
    Where there is no such power, all values are exceptions.
    """
    count = len(values)
    stride, exponent = 1, 0
    while exponent <= _MOST_DECIMALS:
        numbers, same = _whole(values[::stride].copy(), exponent)
        if int((~same).sum()) > count // stride >> 3:
            exponent += 1
            stride = max(1, count // _SOME_DECIMALS)
        elif stride > 1:
            stride = 1
        else:
            last = np.maximum.accumulate(np.where(same, np.arange(count), -1))
            kept = np.where(last >= 0, numbers[np.maximum(last, 0)], 0)
            found = (kept.astype(np.float64) / 10.0**exponent).view(np.uint64)
            return kept, exponent, np.flatnonzero(found != values.view(np.uint64))
    return np.zeros(count, np.int64), exponent, np.arange(count)
