# SPDX-License-Identifier: Apache-2.0
"""Frequent items: counted and merged in Python."""

import random
from collections import Counter

import pytest

import golden
from cassandra_stats import frequent

SEED = 20261127


def test_should_make_the_golden_states() -> None:
    for state in golden.load("frequent")["states"]:
        if state["rows"]:
            kind = state["aggregate"].removeprefix("frequent_items(").split(", ")[0]
            made = frequent.of(golden.column(state["rows"], kind), *state["arguments"])
            assert made == golden.blob(state["state"]), state["name"]


@pytest.mark.parametrize("most", [1, 10, 96, 384])
def test_should_find_every_value_above_its_share(most: int) -> None:
    chance = random.Random(SEED)
    values = [f"page {int(chance.paretovariate(0.6))}" for _ in range(20_000)]
    counts = Counter(values)
    for parts in (1, 7):
        state = frequent.merge([frequent.of(values[at::parts], most) for at in range(parts)])
        found = frequent.values(state) or []
        assert len(found) <= most
        assert {value for value, n in counts.items() if n * most > len(values)} <= set(found)
        bounds = zip(
            found,
            frequent.lower_bounds(state) or [],
            frequent.estimates(state) or [],
            strict=True,
        )
        assert all(low <= counts[value] <= high for value, low, high in bounds)


def test_should_cut_long_texts_behind_a_whole_character() -> None:
    state = frequent.of(["x" * 254 + "é", "x" * 254 + "è", "x" * 300, "x" * 255, b"\xff"], 3)
    assert frequent.values(state) == ["x" * 254, "x" * 255, "0xff"]
    assert frequent.estimates(state) == [2, 2, 1]


def test_should_refuse_other_parameters_and_values() -> None:
    with pytest.raises(ValueError, match="expected a number of values from 1 to 384, found 385"):
        frequent.of([1], 385)
    with pytest.raises(TypeError, match="frequent: expected integers or texts, found both"):
        frequent.of([1, "1"], 10)
    with pytest.raises(ValueError, match="expected integers from -2"):
        frequent.of([2**63], 10)
    with pytest.raises(TypeError, match="found float"):
        frequent.of([1.5], 10)
    with pytest.raises(ValueError, match="expected states of one type"):
        frequent.union(frequent.of([1], 10), frequent.of(["1"], 10))
    with pytest.raises(ValueError, match="expected a share from 0 to 1, found 1"):
        frequent.above(frequent.of([1], 10), 1.5)
