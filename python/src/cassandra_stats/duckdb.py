# SPDX-License-Identifier: Apache-2.0
"""The functions of all families in DuckDB, by their names in CQL.

After ``register(connection)``, ``tdigest_quantile(tdigest_merge(digest), 0.99)`` is SQL of that
connection. States are BLOB; NULL is NULL, and the empty blob the state of no rows.
"""

import inspect
from collections.abc import Callable
from types import UnionType
from typing import Any, get_args

import numpy as np

from cassandra_stats.columns import Doubles, Integers, State
from cassandra_stats.errors import missing_extra
from cassandra_stats.families import FAMILIES
from cassandra_stats.quantiles import QuantileQuestion, Several
from cassandra_stats.questions import Mapped, Question

try:
    import duckdb
    import pyarrow as pa
except ImportError as missing:
    raise missing_extra(missing, "duckdb") from None

# How Python, DuckDB and Arrow call a type.
_TYPES: list[tuple[Any, str, Any]] = [
    (float, "DOUBLE", pa.float64()),
    (int, "BIGINT", pa.int64()),
    (bool, "BOOLEAN", pa.bool_()),
    (str, "VARCHAR", pa.string()),
    (bytes, "BLOB", pa.binary()),
    (State, "BLOB", pa.binary()),
    (Several, "DOUBLE[]", pa.list_(pa.float64())),
    (list[float], "DOUBLE[]", pa.list_(pa.float64())),
    (Doubles, "DOUBLE[]", pa.list_(pa.float64())),
    (list[int], "BIGINT[]", pa.list_(pa.int64())),
    (list[str], "VARCHAR[]", pa.list_(pa.string())),
    (Integers, "BIGINT[]", pa.list_(pa.int64())),
    (dict[float, int], "MAP(DOUBLE, BIGINT)", pa.map_(pa.float64(), pa.int64())),
    (dict[str, float], "MAP(VARCHAR, DOUBLE)", pa.map_(pa.string(), pa.float64())),
    (dict[int, int], "MAP(BIGINT, BIGINT)", pa.map_(pa.int64(), pa.int64())),
    (dict[str, int], "MAP(VARCHAR, BIGINT)", pa.map_(pa.string(), pa.int64())),
    (dict[int, str], "MAP(BIGINT, VARCHAR)", pa.map_(pa.int64(), pa.string())),
]


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Makes the functions of all families functions of a connection, if they are none yet.

    These are all questions whose answers have a type in DuckDB, with the arguments that they cannot
    do without, ``_union`` and other sets, and ``_merge`` as an aggregate; ``_merge_list`` is the
    same of a list, whose order is that of the states. An invalid state is an error of DuckDB that
    says what was expected and found.
    """
    known = "SELECT count(*) FROM duckdb_functions() WHERE function_name = 'tdigest_merge_list'"
    if connection.execute(known).fetchall() != [(0,)]:
        return
    for family, module in FAMILIES.items():
        for name in module.__all__:
            function = getattr(module, name)
            returned = getattr(function, "returns", None)
            if returned is not None and (kind := _type(returned)) is not None:
                _create(connection, f"{family}_{name}", function, _parameters(function), kind)
        for name in ("union", "intersection", "a_not_b"):
            if function := getattr(module, name, None):
                _create(connection, f"{family}_{name}", _of_two(function), ["BLOB", "BLOB"], _BLOB)
        _create(connection, f"{family}_merge_list", _merge(module.merge), ["BLOB[]"], _BLOB)
        connection.execute(
            f"CREATE TEMP MACRO {family}_merge(states) AS {family}_merge_list(list(states))"
        )


def _type(annotation: Any) -> tuple[str, Any] | None:
    """What DuckDB and Arrow call a type, None of which they know none."""
    if isinstance(annotation, UnionType) and annotation not in (State, Several):
        of = [one for one in get_args(annotation) if one is not type(None)]
        return _type(of[0]) if len(of) == 1 else None
    return next((names for one, *names in _TYPES if one == annotation), None)  # type: ignore[return-value]


_BLOB = ("BLOB", pa.binary())


def _parameters(function: Any) -> list[str]:
    """The types of a question: the state, and the arguments that it cannot do without."""
    if isinstance(function, QuantileQuestion):
        return ["BLOB", "DOUBLE"]
    if not isinstance(function, Question | Mapped):
        return ["BLOB"]
    behind = list(inspect.signature(function).parameters.values())[1:]
    needed = [one for one in behind if one.default is one.empty or one.annotation == State]
    return ["BLOB"] + [(_type(one.annotation) or _BLOB)[0] for one in needed]


def _create(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    function: Callable[..., Any],
    parameters: list[str],
    kind: tuple[str, Any],
) -> None:
    def answer(*columns: Any) -> Any:
        rows = list(zip(*(column.to_pylist() for column in columns), strict=True))
        answers: list[Any] = [None] * len(rows)
        for indexes, arguments in _alike([row[1:] for row in rows]):
            found = function([rows[index][0] for index in indexes], *arguments)
            for index, one in zip(indexes, _plain(found), strict=True):
                answers[index] = one
        return pa.array(answers, kind[1])

    # DuckDB counts the parameters of a function.
    places = [
        inspect.Parameter(f"c{i}", inspect.Parameter.POSITIONAL_ONLY)
        for i in range(len(parameters))
    ]
    answer.__dict__["__signature__"] = inspect.Signature(places)
    # The types of its arguments differ from one release of DuckDB to another; their names do not.
    create: Any = connection.create_function
    create(name, answer, parameters, kind[0], type="arrow", null_handling="special")


def _alike(rows: list[tuple[Any, ...]]) -> list[tuple[list[int], tuple[Any, ...]]]:
    """The indexes of rows with the same arguments, and these; not of those with a null."""
    alike: dict[str, tuple[list[int], tuple[Any, ...]]] = {}
    for index, arguments in enumerate(rows):
        if None not in arguments:
            alike.setdefault(repr(arguments), ([], arguments))[0].append(index)
    return list(alike.values())


def _plain(answers: Any) -> list[Any]:
    """Answers as Arrow takes them: None for NaN among doubles, pairs for dictionaries."""
    if isinstance(answers, np.ndarray) and answers.dtype.kind == "f":
        nothing = [np.isnan(one).any() for one in answers.reshape(len(answers), -1)[:, :1]]
        return [None if no else one for no, one in zip(nothing, answers.tolist(), strict=True)]
    return [list(one.items()) if isinstance(one, dict) else one for one in answers]


def _of_two(function: Callable[[State, State], bytes | None]) -> Callable[..., Any]:
    return lambda states, other: [function(state, other) for state in states]


def _merge(merge: Callable[[Any], bytes | None]) -> Callable[..., Any]:
    return lambda lists: [None if states is None else merge(states) for states in lists]
