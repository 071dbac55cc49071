# SPDX-License-Identifier: Apache-2.0
"""Functions that take no state."""

from datetime import datetime, timedelta, timezone
from typing import Any

import numpy as np
import pytest

import golden
from cassandra_stats import scalars


def asked(call: dict[str, Any]) -> Any:
    arguments = [golden.given(argument) for argument in call["arguments"]]
    if call["call"] != "time_bucket":
        return getattr(scalars, call["call"])(*arguments)
    types, (width, at, *others) = call["types"], arguments
    if types[1] == "date":
        found = scalars.time_bucket(width, np.array([at], "datetime64[D]"))
        return int(found.astype(np.int64)[0])
    if types[1] == "bigint":
        return scalars.time_bucket(width, at, unit=others[0], zone=(others[1:] or [None])[0])
    if not others:
        return scalars.time_bucket(width, at)
    if types[2] == "timestamp":
        return scalars.time_bucket(width, at, origin=others[0])
    return scalars.time_bucket(width, at, zone=others[0])


@pytest.mark.parametrize("call", golden.load("scalars")["calls"], ids=lambda call: call["call"])
def test_should_answer_as_cql_does(call: dict[str, Any]) -> None:
    if call.get("refused"):
        with pytest.raises(ValueError):
            asked(call)
    else:
        assert golden.agrees(call["answer"], asked(call)), call


def test_should_bucket_arrays() -> None:
    times = np.array(["2026-11-21T10:42", "2026-11-22T23:59"], "datetime64[ms]")
    months = scalars.time_bucket("1mo", times)
    assert months.astype(str).tolist() == ["2026-11-01T00:00:00.000"] * 2
    days = scalars.time_bucket("1d", times.astype(np.int64), zone="Europe/Berlin")
    assert days.astype("datetime64[ms]").astype(str).tolist() == [
        "2026-11-20T23:00:00.000",
        "2026-11-22T23:00:00.000",
    ]
    assert scalars.width_bucket(np.array([0.1, np.nan, 9.0]), 0.0, 1.0, 5).tolist() == [1, -1, 6]


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        (
            np.array(["NaT", "2026-01-01T01:30"], "datetime64[ms]"),
            ["NaT", "2026-01-01T01:00:00.000"],
        ),
        (np.array([1000], "datetime64[25s]"), ["1970-01-01T06:00:00"]),
        (np.array([150], "datetime64[10ms]"), ["1970-01-01T00:00:00.000"]),
        (np.array(["2026-01-01T01:30"], "datetime64[m]"), ["2026-01-01T01:00:00"]),
        ([datetime(2026, 1, 1, 1, 30), None], ["2026-01-01T01:00:00.000000", "NaT"]),
        (
            [datetime(2026, 1, 1, 1, 30, tzinfo=timezone(timedelta(hours=2)))],
            ["2025-12-31T23:00:00.000000"],
        ),
    ],
)
def test_should_bucket_times_of_every_unit(times: Any, expected: list[str]) -> None:
    found = scalars.time_bucket("1h", times)
    assert found.astype(str).tolist() == expected
    assert str(scalars.time_bucket("1h", times[0])) == expected[0]


def test_should_bucket_dates_and_null() -> None:
    days = np.array(["2026-05-05", "NaT"], "datetime64[D]")
    assert scalars.time_bucket("1mo", days).astype(str).tolist() == ["2026-05-01", "NaT"]
    months = np.array(["2026-05"], "datetime64[M]")
    assert scalars.time_bucket("1y", months).astype(str).tolist() == ["2026-01-01"]
    assert scalars.time_bucket("1h", None) is None
    assert scalars.time_bucket("1h", [1, None]).tolist() == [0, None]
    masked = np.ma.masked_array([0.5, 9.0], mask=[False, True])
    assert scalars.width_bucket(masked, 0, 1, 2).tolist() == [2, -1]


@pytest.mark.parametrize(
    ("at", "options"),
    [
        ([3600000.9], {}),
        (["1"], {}),
        (True, {}),
        (np.array([1], "timedelta64[s]"), {}),
        (np.array([2**64 - 1], np.uint64), {}),
        (2**70, {}),
        (-(2**63), {"unit": "s"}),
        (2**63 - 1, {"unit": "s"}),
        (np.array([2**61], "datetime64[h]"), {}),
        (np.array([2**50], "datetime64[D]"), {}),
        (np.array([0], "datetime64[D]"), {"zone": "Europe/Berlin"}),
        (np.array([0], "datetime64[D]"), {"origin": 0}),
        (0, {"zone": "+18:30"}),
        (0, {"zone": "+٠2"}),
        (0, {"zone": "Europe/Berlin", "origin": 5}),
        (0, {"origin": 0.5}),
    ],
)
def test_should_refuse_other_times(at: Any, options: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError)):
        scalars.time_bucket("1d", at, **options)


def test_should_refuse_numbers_that_are_not_whole() -> None:
    with pytest.raises(TypeError):
        scalars.width_bucket(0.5, 0, 1, 2.5)  # type: ignore[call-overload]
    with pytest.raises(TypeError):
        scalars.sparkline([1.9])  # type: ignore[list-item]
