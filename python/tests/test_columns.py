# SPDX-License-Identifier: Apache-2.0
"""What is asked of columns of states, whatever they are."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from cassandra_stats import ddsketch, tdigest
from cassandra_stats.families import FAMILIES
from cassandra_stats.questions import Asked

DIGEST = tdigest.of([1.0, 2.0, 3.0])


@pytest.mark.parametrize("column", [[None, None], [None, b""], []])
def test_should_answer_lists_for_columns_without_a_state(column: list[Any]) -> None:
    for found in (
        tdigest.quantile(column, [0.5, 0.9]),
        ddsketch.quantile(column, [0.5, 0.9]),
        tdigest.cdf(column, [1.0]),
        tdigest.pmf(column, [1.0]),
    ):
        assert found.shape == (len(column), 2)
        assert np.isnan(found).all()
    assert tdigest.quantile(column, 0.5).shape == (len(column),)


@pytest.mark.parametrize("family", FAMILIES)
def test_should_pickle_every_question_as_its_name(family: str) -> None:
    module = FAMILIES[family]
    for name in module.__all__:
        one = getattr(module, name)
        assert pickle.loads(pickle.dumps(one)) is one, name
        assert copy.deepcopy(one) is one


@pytest.mark.parametrize(
    "column",
    [
        np.array([DIGEST]),
        np.array([[DIGEST, DIGEST]], object),
        np.array(DIGEST, object),
        ["0x" + DIGEST.hex()],
        [5],
        5,
    ],
)
def test_should_refuse_what_is_no_column(column: Any) -> None:
    for function in (tdigest.count, tdigest.merge, tdigest.is_valid, tdigest.text):
        with pytest.raises(TypeError, match="expected"):
            function(column)


@pytest.mark.parametrize("one", [DIGEST, None])
def test_should_refuse_to_merge_one_state(one: Any) -> None:
    with pytest.raises(TypeError, match="expected a column of states, found"):
        tdigest.merge(one)


@pytest.mark.parametrize("quantile", ["0.5", None, 2.0, [0.5, None], [0.5, 2.0], [[0.5]]])
def test_should_refuse_other_quantiles(quantile: Any) -> None:
    for states in (DIGEST, [DIGEST], [None]):
        with pytest.raises((TypeError, ValueError), match="expected"):
            tdigest.quantile(states, quantile)


def test_should_take_quantiles_of_every_kind() -> None:
    zero_dimensions: Any = np.array(0.5)
    assert tdigest.quantile(DIGEST, zero_dimensions) == 2.0
    assert tdigest.quantile([DIGEST], np.float32(0.5)).tolist() == [2.0]
    assert tdigest.quantile(DIGEST, np.array([0.5, 1.0])) == [2.0, 3.0]
    assert not isinstance(tdigest.of, Asked)
