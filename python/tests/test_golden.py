# SPDX-License-Identifier: Apache-2.0
"""Every golden state, merge and refusal; one state at a time and as a column."""

import importlib
from typing import Any

import numpy as np
import pytest

import golden
from cassandra_stats import InvalidState

CASES = [
    pytest.param(family, state, id=state["name"])
    for family in golden.FAMILIES
    for state in golden.load(family)["states"]
]


def module(family: str) -> Any:
    return importlib.import_module(f"cassandra_stats.{family}")


def question(family: str, call: str) -> Any:
    return getattr(module(family), call.removeprefix(f"{family}_"))


@pytest.mark.parametrize(("family", "state"), CASES)
def test_should_answer_as_cql_does(family: str, state: dict[str, Any]) -> None:
    for answer in state["answers"]:
        ask = question(family, answer["call"])
        arguments = [golden.given(argument) for argument in answer.get("arguments", [])]
        if answer.get("refused"):
            with pytest.raises(ValueError):
                ask(golden.blob(state["state"]), *arguments)
        else:
            found = ask(golden.blob(state["state"]), *arguments)
            assert golden.agrees(answer["answer"], found), (answer, found)


@pytest.mark.parametrize("family", golden.FAMILIES)
def test_should_answer_for_columns_as_for_states(family: str) -> None:
    states = golden.load(family)["states"]
    asked: dict[str, list[tuple[bytes, Any, Any]]] = {}
    for state in states:
        for answer in state["answers"]:
            if "answer" in answer:
                key = repr((answer["call"], answer.get("arguments", [])))
                row = (golden.blob(state["state"]), answer, answer["answer"])
                asked.setdefault(key, []).append(row)
    for rows in asked.values():
        answer = rows[0][1]
        arguments = [golden.given(argument) for argument in answer.get("arguments", [])]
        column = [row[0] for row in rows] + [None]
        found = question(family, answer["call"])(column, *arguments)
        assert len(found) == len(column)
        for row, one in zip(rows, found, strict=False):
            nothing = row[2] is None and isinstance(one, float | np.ndarray)
            assert golden.agrees(row[2], None if nothing and np.isnan(one).all() else one), (
                row,
                one,
            )


@pytest.mark.parametrize("family", golden.FAMILIES)
def test_should_merge_as_cql_does(family: str) -> None:
    document = golden.load(family)
    states = {state["name"]: golden.blob(state["state"]) for state in document["states"]}
    for merge in document["merges"]:
        left, right = states[merge["left"]], states[merge["right"]]
        if merge.get("refused"):
            with pytest.raises(ValueError):
                module(family).union(left, right)
            continue
        found, merged = module(family).union(left, right), golden.blob(merge["merged"])
        assert len(found) == len(merged), merge
        assert module(family).is_valid(found)
        assert golden.same(merged, found), merge


@pytest.mark.parametrize("family", golden.FAMILIES)
def test_should_refuse_what_cql_refuses(family: str) -> None:
    for refusal in golden.load(family)["refusals"]:
        state = golden.blob(refusal["state"])
        assert module(family).is_valid(state) is False, refusal
        with pytest.raises(InvalidState) as refused:
            module(family).text(state)
        assert refused.value.family == family
        assert refused.value.expected and refused.value.found
        with pytest.raises(InvalidState) as of_column:
            module(family).text([None, b"", state])
        assert of_column.value.index == 2
        with pytest.raises(InvalidState):
            module(family).merge([state])
