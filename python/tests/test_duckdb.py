# SPDX-License-Identifier: Apache-2.0
"""The golden states, asked in DuckDB."""

from typing import Any

import duckdb
import pytest

import cassandra_stats.duckdb
import golden

# What has no type in DuckDB: values that are integers, doubles or bytes, and a tuple.
UNTYPED = {"extremes_first", "extremes_last", "extremes_values", "moments_summary"}


@pytest.fixture(scope="module")
def connection() -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect()
    cassandra_stats.duckdb.register(connection)
    cassandra_stats.duckdb.register(connection)
    return connection


def questions(family: str) -> list[tuple[str, list[Any], list[tuple[bytes, Any]]]]:
    """Each call with its arguments, and the states of which it is asked with the answers."""
    asked: dict[str, tuple[str, list[Any], list[tuple[bytes, Any]]]] = {}
    for state in golden.load(family)["states"]:
        for answer in state["answers"]:
            if "answer" in answer:
                arguments = [golden.given(one) for one in answer.get("arguments", [])]
                key = repr((answer["call"], arguments))
                row = (golden.blob(state["state"]), answer["answer"])
                asked.setdefault(key, (answer["call"], arguments, []))[2].append(row)
    return list(asked.values())


@pytest.mark.parametrize("family", golden.FAMILIES)
def test_should_answer_as_cql_does(connection: duckdb.DuckDBPyConnection, family: str) -> None:
    for call, arguments, rows in questions(family):
        # Functions of Python have no overloads in DuckDB.
        if call in UNTYPED or (call == "histogram_text" and arguments):
            continue
        query = f"SELECT {call}({', '.join(['s'] + ['?'] * len(arguments))}) FROM unnest(?) t(s)"
        answers = connection.execute(query, [*arguments, [state for state, _ in rows]]).fetchall()
        assert len(answers) == len(rows)
        for (_, expected), (found,) in zip(rows, answers, strict=True):
            assert golden.agrees(expected, found), (call, arguments, expected, found)


@pytest.mark.parametrize("family", golden.FAMILIES)
def test_should_merge_as_cql_does(connection: duckdb.DuckDBPyConnection, family: str) -> None:
    document = golden.load(family)
    states = {state["name"]: golden.blob(state["state"]) for state in document["states"]}
    for merge in document["merges"]:
        both = [states[merge["left"]], states[merge["right"]]]
        for query, arguments in (
            (f"SELECT {family}_union(?, ?)", both),
            (f"SELECT {family}_merge_list(?)", [both]),
            (f"SELECT {family}_merge(s) FROM unnest(?) t(s)", [both]),
        ):
            if merge.get("refused"):
                with pytest.raises(duckdb.Error):
                    connection.execute(query, arguments)
            else:
                ((found,),) = connection.execute(query, arguments).fetchall()
                assert golden.same(golden.blob(merge["merged"]), found or b""), merge


def test_should_give_null_for_null(connection: duckdb.DuckDBPyConnection) -> None:
    query = (
        "SELECT moments_mean(NULL), moments_mean(''::BLOB), tdigest_quantile(s, NULL),"
        " tdigest_quantiles(s, []), tdigest_union(s, NULL), tdigest_is_valid(NULL)"
        " FROM (SELECT tdigest_add(''::BLOB, 1.5) AS s)"
    )
    assert connection.execute(query).fetchall() == [(None, None, None, [], None, None)]


def test_should_refuse_what_is_not_a_state(connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(duckdb.Error, match=r"not a moments state.*: expected .*, found 2"):
        connection.execute("SELECT moments_mean('\\x01\\x02'::BLOB)")


def test_should_ask_each_group(connection: duckdb.DuckDBPyConnection) -> None:
    query = (
        "SELECT hour % 2 AS half, tdigest_count(tdigest_merge(state)) AS n,"
        " tdigest_quantile(tdigest_merge(state), 0.5) AS median"
        " FROM (SELECT hour, tdigest_add(''::BLOB, hour) AS state FROM range(6) t(hour))"
        " GROUP BY half ORDER BY half"
    )
    assert connection.execute(query).fetchall() == [(0, 3, 2.0), (1, 3, 3.0)]
