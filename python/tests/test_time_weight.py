# SPDX-License-Identifier: Apache-2.0
"""States of values that count as long as they hold: made, merged and asked in Python."""

import random
from fractions import Fraction

import numpy as np
import pytest

import golden
from cassandra_stats import time_weight

SEED = 20261130
METHODS = {"locf": time_weight.locf, "linear": time_weight.linear}


def exact(method: str, times: list[int], values: list[float]) -> Fraction:
    """The integral in seconds by its definition."""
    total = Fraction(0)
    for at in range(len(times) - 1):
        before, after = Fraction(values[at]), Fraction(values[at + 1])
        height = before if method == "locf" else (before + after) / 2
        total += height * (times[at + 1] - times[at])
    return total / 1000


def series(chance: random.Random, size: int) -> tuple[list[int], list[float]]:
    times = [chance.randrange(-10_000, 10_000)]
    while len(times) < size:
        times.append(times[-1] + 1 + chance.randrange(10_000))
    return times, [chance.gauss(20, 5) for _ in times]


def test_should_make_the_golden_states() -> None:
    for state in golden.load("time_weight")["states"]:
        for method, make in METHODS.items():
            if state["rows"] and state["aggregate"] == f"time_weight_{method}(bigint, double)":
                times = golden.column(state["rows"], "ordered bigint")
                values = golden.column(state["rows"], "double")
                for order in (1, -1):
                    made = make(times[::order], values[::order])
                    assert golden.same(golden.blob(state["state"]), made), state["name"]


@pytest.mark.parametrize("method", METHODS)
def test_should_sum_buckets_to_the_whole(method: str) -> None:
    chance = random.Random(SEED)
    for _ in range(60):
        times, values = series(chance, chance.randrange(1, 40))
        width = chance.randrange(500, 30_000)
        starts = range(times[0] - chance.randrange(width), times[-1] + 1, width)
        buckets = []
        for start in starts:
            inside = [start <= time < start + width for time in times]
            buckets.append(METHODS[method](np.array(times)[inside], np.array(values)[inside]))
        whole = METHODS[method](times, values)
        integral = time_weight.integral(whole)
        assert integral == pytest.approx(float(exact(method, times, values)), rel=1e-14)
        shuffled = buckets.copy()
        chance.shuffle(shuffled)
        merged = time_weight.merge(shuffled)
        assert time_weight.integral(merged) == pytest.approx(integral, rel=1e-14)
        assert time_weight.count(merged) == len(times)
        parts = [
            time_weight.interpolated_integral(
                bucket,
                start,
                start + width,
                next((one for one in reversed(buckets[:at]) if one), None),
                next((one for one in buckets[at + 1 :] if one), None),
            )
            for at, (start, bucket) in enumerate(zip(starts, buckets, strict=True))
        ]
        total = sum(part for part in parts if part is not None)
        over = time_weight.interpolated_integral(whole, starts[0], starts[-1] + width)
        assert total == pytest.approx(over, rel=1e-12, abs=1e-9)


def test_should_refuse_what_does_not_go_together() -> None:
    locf, linear = time_weight.locf([1, 9], [1, 2]), time_weight.linear([4, 5], [1, 2])
    with pytest.raises(ValueError, match="expected states of one method, found locf and linear"):
        time_weight.merge([locf, linear])
    with pytest.raises(ValueError, match="expected states of one method, found locf and linear"):
        time_weight.interpolated_average(linear, 4, 9, time_weight.locf([1], [1]))
    with pytest.raises(ValueError, match="do not overlap, found 1 to 9 and 4 to 5"):
        time_weight.merge([time_weight.locf([4, 5], [1, 2]), locf])
    with pytest.raises(ValueError, match="in the order of time"):
        time_weight.locf([1, 2, 2], [1, 2, 3])
    times = np.array(["2026-07-01T08:00", "2026-07-01T09:00"], "datetime64[s]")
    assert time_weight.integral(time_weight.linear(times, [0, 2])) == 3600.0
