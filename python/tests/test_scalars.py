# SPDX-License-Identifier: Apache-2.0
"""Functions that take no state."""

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
