# SPDX-License-Identifier: Apache-2.0
"""Rollup and chunk tables as DataFrames, read by the Python driver of Cassandra."""

import re
from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np

from cassandra_stats import chunk
from cassandra_stats.errors import missing_extra
from cassandra_stats.families import FAMILIES, family_of_column
from cassandra_stats.scalars import time_bucket

try:
    import pandas as pd
except ImportError as missing:
    raise missing_extra(missing, "pandas") from None


# The place of a point among those of one time; no name in CQL is empty.
_PLACE = ""
_NAME = re.compile(r'(\w+|"(?:[^"]|"")+")')


def _table(session: Any, table: str) -> Any:
    """The metadata of a table ``keyspace.name``."""
    parts = re.fullmatch(rf"{_NAME.pattern}\.{_NAME.pattern}", table)
    if not parts:
        raise ValueError(f"expected keyspace.table, found {table!r}")
    plain = [p[1:-1].replace('""', '"') if p[0] == '"' else p.lower() for p in parts.groups()]
    keyspace = session.cluster.metadata.keyspaces.get(plain[0])
    found = keyspace.tables.get(plain[1]) if keyspace else None
    if found is None:
        raise ValueError(f"there is no table {table}")
    return found


def _rows(session: Any, table: str, where: str | None, parameters: Sequence[Any]) -> Any:
    query = f"SELECT * FROM {table}" + (f" WHERE {where}" if where else "")
    result = session.execute(query, parameters or None)
    names = result.column_names
    return pd.DataFrame([tuple(row) for row in result], columns=list(names), dtype=object)


def _key(found: Any, behind: int) -> list[str]:
    """The columns of the primary key of a table but for the last ones."""
    key = [str(column.name) for column in (*found.partition_key, *found.clustering_key)]
    return key[: len(key) - behind]


def read_rollup(
    session: Any,
    table: str,
    where: str | None = None,
    parameters: Sequence[Any] = (),
    bucket: str | None = None,
    zone: str | None = None,
) -> Any:
    """The rows of a rollup table: key of the series, bucket, rows, and a column for each state.

    ``where`` is CQL with %s for each of ``parameters``. With ``bucket``, such as 1d, the states of
    each series are merged in the order of time to these coarser buckets, by the days of UTC or of a
    ``zone``, and the rows are added up. Raises ValueError for another table, for another bucket,
    and for a column to merge that has neither states nor integers, InvalidState for an invalid
    state.
    """
    found = _table(session, table)
    frame = _rows(session, table, where, parameters)
    if bucket is None:
        return frame.infer_objects()
    *series, at = _key(found, 0)
    # A row of static columns only has no bucket.
    frame = frame[frame[at].notna()]
    times = frame[at].to_numpy("datetime64[ms]")
    order = np.lexsort((times, frame.groupby(series, sort=False).ngroup()))
    starts = time_bucket(bucket, times.astype(np.int64), zone=zone)
    frame = frame.assign(**{at: starts.astype("datetime64[ms]")}).iloc[order]
    groups = frame.groupby([*series, at], sort=False)
    merged = groups.size().index.to_frame(index=False)
    for name in [name for name in frame.columns if name not in merged.columns]:
        values = [_merged(name, list(group)) for _, group in groups[name]]
        merged[name] = pd.Series(values, dtype=object)
    return merged.infer_objects()


def _merged(name: str, column: list[Any]) -> Any:
    """The sum of integers, the merged state of states; None is left out."""
    given = [value for value in column if value is not None]
    if all(isinstance(value, bytes | bytearray | memoryview) for value in given):
        family = family_of_column(given)
        return FAMILIES[family].merge(given) if family else None
    if all(isinstance(value, int) for value in given):
        return sum(given)
    kinds = {type(value).__name__ for value in given}
    raise ValueError(f"expected states or integers in {name}, found {', '.join(sorted(kinds))}")


def read_points(
    session: Any, table: str, where: str | None = None, parameters: Sequence[Any] = ()
) -> Any:
    """The points of a table of chunks: key of the series, time, and a column for each of chunks.

    ``where`` is as for read_rollup. Times are timestamps, of milliseconds since 1970; points of one
    time are one row for each, and a column that has no such point has NaN there. Raises ValueError
    for another table and for times that pandas does not have, InvalidState for an invalid chunk.
    """
    found = _table(session, table)
    frame = _rows(session, table, where, parameters)
    series = _key(found, 2 if found.clustering_key[-1].name == "part" else 1)
    chunks = [
        name
        for name in frame.columns
        if name not in _key(found, 0) and family_of_column(_blobs(frame[name])) == "chunk"
    ]
    if "time" in (*series, *chunks):
        raise ValueError("expected no column time in a table of chunks, whose points have one")
    parts = [pd.DataFrame(columns=[*series, "time", *chunks])] if frame.empty or not chunks else []
    for key, group in frame.groupby(series, sort=False) if chunks else ():
        points = reduce(_together, (_points(group[name], name) for name in chunks))
        part = points.sort_values(["time", _PLACE]).drop(columns=_PLACE)
        for name, value in reversed(list(zip(series, key, strict=True))):
            part.insert(0, name, [value] * len(part))
        parts.append(part)
    return pd.concat(parts, ignore_index=True)


def _points(column: Any, name: str) -> Any:
    """The points of a column of chunks, numbered among those of one time."""
    times, values = chunk.points(column)
    frame = pd.DataFrame({"time": times.astype("datetime64[ms]"), name: values})
    return frame.assign(**{_PLACE: frame.groupby("time").cumcount()})


def _together(left: Any, right: Any) -> Any:
    return left.merge(right, how="outer", on=["time", _PLACE])


def _blobs(column: Any) -> list[Any]:
    return [value for value in column if isinstance(value, bytes)]
