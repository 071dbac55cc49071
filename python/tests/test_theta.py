# SPDX-License-Identifier: Apache-2.0
"""Theta sketches: made, joined and intersected in Python."""

import random

import pytest

import golden
from cassandra_stats import theta

SEED = 20261127


def test_should_make_the_golden_states() -> None:
    for state in golden.load("theta")["states"]:
        if state["rows"]:
            kind = state["aggregate"].removeprefix("theta(").removesuffix(")").split(", ")[0]
            made = theta.of(golden.column(state["rows"], kind), *state["arguments"])
            assert made == golden.blob(state["state"]), state["name"]


@pytest.mark.parametrize("lg_k", [4, 8, 12])
def test_should_merge_parts_to_the_whole(lg_k: int) -> None:
    chance = random.Random(SEED)
    values = [chance.randrange(2**60) for _ in range(9000)]
    parts = [theta.of(values[at::7], lg_k) for at in range(7)]
    chance.shuffle(parts)
    assert theta.merge(parts) == theta.of(values, lg_k)


def test_should_know_what_is_in_both_and_in_one_alone() -> None:
    left, right = theta.of(range(0, 3000)), theta.of(range(2000, 4000))
    assert theta.intersection(left, right) == theta.of(range(2000, 3000))
    assert theta.a_not_b(left, right) == theta.of(range(0, 2000))
    assert theta.estimate(theta.a_not_b(left, left)) == 0.0
    assert theta.intersection(left, b"") == b""
    assert theta.a_not_b(left, b"") == left
    assert theta.a_not_b(None, left) is None


def test_should_estimate_what_large_sets_have_in_common() -> None:
    left, right = theta.of(range(0, 300_000)), theta.of(range(100_000, 400_000))
    both = theta.intersection(left, right)
    low, high = theta.lower_bound(both, 3), theta.upper_bound(both, 3)
    assert low is not None and high is not None
    assert low < 200_000 < high < 230_000


def test_should_refuse_other_parameters() -> None:
    with pytest.raises(ValueError, match="expected an lg_k from 4 to 15, found 16"):
        theta.of([1], 16)
    with pytest.raises(ValueError, match="expected 1, 2 or 3 standard deviations, found 4"):
        theta.upper_bound(theta.of([1]), 4)
    with pytest.raises(TypeError, match="theta: expected numbers"):
        theta.of([object()])
