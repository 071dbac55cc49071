# SPDX-License-Identifier: Apache-2.0
"""Values that states are made of, whatever holds them."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from cassandra_stats import (
    chunk,
    counter,
    ddsketch,
    extremes,
    frequent,
    heartbeat,
    histogram,
    hll,
    inputs,
    moments,
    regression,
    state_time,
    tdigest,
    theta,
    time_weight,
)

BIG = 2**62 + 1

# The integers BIG, null and 3, in all that may have them.
INTEGERS: list[Any] = [
    [BIG, None, 3],
    (BIG, pd.NA, np.int8(3)),
    np.array([BIG, None, 3], object),
    np.ma.masked_array([BIG, 7, 3], mask=[False, True, False]),
    pd.Series([BIG, None, 3], dtype="Int64"),
    pd.Series([BIG, None, 3], dtype=object),
    pd.Series([BIG, None, 3], dtype=pd.ArrowDtype(pa.int64())),
    pd.Index([BIG, None, 3], dtype="Int64"),
    pl.Series([BIG, None, 3]),
    pl.Series([BIG, None, 3], dtype=pl.UInt64),
    pa.array([BIG, None, 3]),
    pa.chunked_array([[BIG], [None, 3]]),
]

MAKERS: dict[str, Callable[[Any], bytes]] = {
    "moments": moments.of,
    "tdigest": tdigest.of,
    "ddsketch": lambda values: ddsketch.of(values, 0.01),
    "histogram": lambda values: histogram.of(values, 0, 1e19, 5),
    "hll": hll.of,
    "theta": theta.of,
    "min_n": lambda values: extremes.min_n_state(values, 5),
    "max_n": lambda values: extremes.max_n_state(values, 5),
    "first_last": extremes.first_last,
    "min_max_by": lambda values: extremes.min_max_by(values, np.arange(3)[: len(list(values))]),
    "keys": lambda values: extremes.min_max_by(np.ones(len(list(values))), values),
}


@pytest.mark.parametrize("values", INTEGERS, ids=lambda values: type(values).__name__)
def test_should_leave_null_out_and_integers_exact(values: Any) -> None:
    for name, make in MAKERS.items():
        if name not in ("min_max_by", "keys"):
            assert make(values) == make(np.array([BIG, 3])), name
    assert extremes.values(extremes.min_max_by(values, [1, 2, 3])) == [BIG, 3]
    assert extremes.values(extremes.min_max_by([1, 2, 3], values)) == [3, 1]
    assert moments.skipped(moments.of(values)) == 0
    assert regression.skipped(regression.of(values, [1, 2, 3])) == 0
    assert regression.count(regression.of([1, 2, 3], values)) == 2
    assert chunk.values(chunk.of(values, [1, 2, 3])).tolist() == [3, 1]  # type: ignore[union-attr]
    assert chunk.values(chunk.of([1, 2, 3], values)).tolist() == [float(BIG), 3]  # type: ignore[union-attr]
    assert counter.count(counter.of([1, 2, 3], values)) == 2
    assert time_weight.count(time_weight.locf(values, [1, 2, 3])) == 2


@pytest.mark.parametrize(
    "values",
    [
        [1.5, None, np.nan],
        np.ma.masked_array([1.5, 7, np.nan], mask=[False, True, False]),
        pl.Series([1.5, None, np.nan]),
        pa.array([1.5, None, np.nan]),
        pa.chunked_array([[1.5], [None, np.nan]]),
        [Decimal("1.5"), None, Decimal("NaN")],
    ],
)
def test_should_tell_nan_from_null(values: Any) -> None:
    assert moments.skipped(moments.of(values)) == 1
    assert chunk.count(chunk.of([1, 2, 3], values)) == 2
    assert tdigest.count(tdigest.of(values)) == 1
    assert extremes.count(extremes.first_last(values)) == 1


def test_should_take_nan_of_pandas_as_pandas_does() -> None:
    assert moments.skipped(moments.of(pd.Series([1.5, None]))) == 1
    assert moments.skipped(moments.of(pd.Series([1.5, None], dtype="Float64"))) == 0


NUMBERS: list[Any] = [
    ["1", "2"],
    np.array(["1", "2"]),
    [1 + 2j],
    np.array([1 + 2j]),
    [b"1"],
    [10**400],
    np.array(["2026-01-01"], "datetime64[ms]"),
    np.array([1, 2], "timedelta64[s]"),
    [np.timedelta64(1, "s")],
    [timedelta(1)],
    [datetime(2026, 1, 1)],
    [[1, 2], [3, 4]],
    np.array([[1, 2], [3, 4]]),
    pd.DataFrame({"a": [1, 2]}),
    pl.DataFrame({"a": [1, 2]}),
    np.array(5.0),
    5.0,
    "12",
    None,
    object(),
]


@pytest.mark.parametrize("values", NUMBERS, ids=lambda values: type(values).__name__)
def test_should_refuse_what_is_no_array_of_numbers(values: Any) -> None:
    for name in ("moments", "tdigest", "ddsketch", "histogram", "min_n", "max_n", "first_last"):
        with pytest.raises((TypeError, ValueError), match="expected"):
            MAKERS[name](values)
    for pair in ((values, [1]), ([1], values)):
        with pytest.raises((TypeError, ValueError), match="expected"):
            regression.of(*pair)


@pytest.mark.parametrize(
    "values",
    [
        np.array([2**63, 1], np.uint64),
        [2**63, 1],
        [-(2**63) - 1],
        [-(2**63), 2**63],
        [BIG, 1.5],
        [10**30],
    ],
)
def test_should_refuse_integers_that_would_change(values: Any) -> None:
    for name in ("hll", "theta", "min_n", "max_n", "first_last", "keys"):
        with pytest.raises(ValueError, match="expected integers"):
            MAKERS[name](values)
    assert moments.max(moments.of(values)) == max(map(float, values))


def test_should_take_numbers_of_every_type() -> None:
    for values in (
        [Fraction(1, 2), 2],
        [Decimal("0.5"), 2],
        [0.5, 2],
        [np.float16(0.5), np.int8(2)],
    ):
        assert extremes.values(extremes.max_n_state(values, 2)) == [2.0, 0.5]
        assert moments.mean(moments.of(values)) == 1.25
    assert extremes.values(extremes.max_n_state([True, 2], 2)) == [2, 1]
    assert moments.sum(moments.of(np.array([1, 2], ">i4"))) == 3.0
    assert moments.sum(moments.of(one for one in (1, 2))) == 3.0
    assert all(make([]) == b"" for make in MAKERS.values())


def test_should_keep_bytes_whole() -> None:
    values = [b"a\0", None, memoryview(b""), bytearray(b"b")]
    for column in (values, pd.Series(values, dtype=object), pa.array([b"a\0", None, b"", b"b"])):
        state = extremes.first_last_as_blob(column)
        assert extremes.count(state) == 3
        assert extremes.values(state) == [b"a\0", b"b"]
        keyed = extremes.min_max_by_as_blob(column, [1, 0, 2, 3])
        assert extremes.values(keyed) == [b"a\0", b"b"]
    assert extremes.first_last_as_blob([None]) == b""
    for wrong in ([5], ["a"], [1.5], [[1]], np.array([b"a\0"]), b"ab"):
        with pytest.raises(TypeError, match="expected"):
            extremes.first_last_as_blob(wrong)


BERLIN = timezone(timedelta(hours=2))
DAY = 1767225600000

# 2026-01-01 in UTC and null, in all that may have them.
TIMES: list[Any] = [
    [DAY, None],
    np.array(["2026-01-01", "NaT"], "datetime64[D]"),
    np.array(["2026-01-01T00:00:00.000999999", "NaT"], "datetime64[ns]"),
    np.array([DAY // 25000, -(2**63)], "datetime64[25s]"),
    [datetime(2026, 1, 1), None],
    [datetime(2026, 1, 1, 2, tzinfo=BERLIN), None],
    [date(2026, 1, 1), None],
    [np.datetime64("2026-01-01"), np.datetime64("NaT")],
    [pd.Timestamp("2026-01-01T02:00", tz=BERLIN), pd.NaT],
    pd.Series([datetime(2026, 1, 1), None]),
    pd.Series([datetime(2026, 1, 1, tzinfo=UTC), None]).dt.tz_convert("Europe/Berlin"),
    pd.Series([date(2026, 1, 1), None], dtype=pd.ArrowDtype(pa.date32())),
    pl.Series([datetime(2026, 1, 1), None]),
    pl.Series([datetime(2026, 1, 1), None], dtype=pl.Datetime("ns", "Europe/Berlin")),
    pl.Series([date(2026, 1, 1), None]),
    pa.array([datetime(2026, 1, 1), None], pa.timestamp("s", "Europe/Berlin")),
]


@pytest.mark.parametrize("times", TIMES, ids=lambda values: type(values).__name__)
def test_should_take_times_as_milliseconds(times: Any) -> None:
    assert chunk.times(chunk.of(times, [1, 2])).tolist() == [DAY]  # type: ignore[union-attr]
    assert counter.of(times, [1, 2]) == counter.of([DAY], [1])
    assert time_weight.linear(times, [1, 2]) == time_weight.linear([DAY], [1])
    assert extremes.min_max_by([1, 2], times) == extremes.min_max_by([1], [DAY])
    assert hll.of(times) == hll.of([DAY])
    assert theta.of(times) == theta.of([DAY])
    assert state_time.of(times, ["a", "b"]) == state_time.of([DAY], ["a"])
    assert heartbeat.of(times, 5) == heartbeat.of([DAY], 5)


def test_should_round_times_down() -> None:
    for unit, shift in (("us", 1000), ("ns", 10**6)):
        times = np.array([-shift - 1, -1, shift + 1], f"datetime64[{unit}]")
        assert inputs.times(times)[0].tolist() == [-2, -1, 1]
    early = [datetime(1969, 12, 31, 23, 59, 59, 999999), datetime(1, 1, 1), datetime(9999, 12, 31)]
    assert inputs.times(early)[0].tolist() == [-1, -62135596800000, 253402214400000]


@pytest.mark.parametrize(
    "times",
    [
        [1.0, 2.0],
        [True, False],
        ["2026-01-01", "2026-01-02"],
        np.array([1, 2], "timedelta64[s]"),
        np.array([1, 2**63 + 5], np.uint64),
        np.array([0, 2**61], "datetime64[s]"),
        [1, datetime(2026, 1, 1)],
        [1, 2**63],
        [[1], [2]],
    ],
)
def test_should_refuse_other_times(times: Any) -> None:
    for make in (chunk.of, counter.of, time_weight.locf, time_weight.linear, state_time.of):
        with pytest.raises((TypeError, ValueError), match="expected"):
            make(times, [1, 2])
    with pytest.raises((TypeError, ValueError), match="expected"):
        heartbeat.of(times, 5)


def test_should_refuse_arrays_of_different_lengths() -> None:
    for make in (
        chunk.of,
        counter.of,
        time_weight.locf,
        regression.of,
        state_time.of,
        extremes.min_max_by,
        lambda left, right: extremes.min_max_by_as_blob([b"a"] * len(left), right),
    ):
        for lengths in ((1, 2), (3, 2), (0, 1)):
            with pytest.raises(ValueError, match="expected as many"):
                make(*map(range, lengths))


@pytest.mark.parametrize(
    "values",
    [
        ["on", None, b"on", bytearray(b"off")],
        pd.Series(["on", None, "on", "off"]),
        pd.Series(["on", np.nan, "on", "off"], dtype=object),
        pl.Series(["on", None, "on", "off"]),
        pa.array(["on", None, "on", "off"]),
        np.ma.masked_array(["on", "x", "on", "off"], mask=[False, True, False, False]),
    ],
    ids=lambda values: type(values).__name__,
)
def test_should_take_states_of_every_kind(values: Any) -> None:
    times = np.array([0, 5, 10, 20])
    assert state_time.of(times, values) == state_time.of([0, 10, 20], ["on", "on", "off"])
    for wrong in ([1.5], [[1]], [object()], "on", [Decimal(1)]):
        with pytest.raises(TypeError, match="expected"):
            state_time.of([1], wrong)


@pytest.mark.parametrize("number", [12.0, 12.5, "12"])
def test_should_refuse_numbers_that_are_not_whole(number: Any) -> None:
    for make in (
        lambda: extremes.max_n_state([1, 2], number),
        lambda: tdigest.of([1], number),
        lambda: tdigest.of([1, 2], number),
        lambda: tdigest.histogram(tdigest.of([1, 2]), number),
        lambda: hll.of([1], number),
        lambda: hll.lower_bound(hll.of([1]), number),
        lambda: histogram.of([1], 0, 1, number),
        lambda: theta.of([1], number),
        lambda: frequent.of([1], number),
        lambda: chunk.lttb(chunk.of([1], [2]), number),
    ):
        with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
            make()
