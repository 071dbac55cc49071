# SPDX-License-Identifier: Apache-2.0
"""Rollup and chunk tables as DataFrames, read by the Python driver of Cassandra."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from cassandra_stats import chunk
from cassandra_stats.families import FAMILIES, family_of_column
from cassandra_stats.scalars import time_bucket

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
    return pd.DataFrame([tuple(row) for row in result], columns=list(names))


def _name_of_bucket(found: Any) -> str:
    return str(found.clustering_key[0].name)


def read_rollup(
    session: Any,
    table: str,
    where: str | None = None,
    parameters: Sequence[Any] = (),
    bucket: str | None = None,
    zone: str | None = None,
) -> Any:
    """The rows of a rollup table: partition key, bucket, rows, and a column for each state.

    ``where`` is CQL with %s for each of ``parameters``. With ``bucket``, such as 1d, the states of
    each partition are merged to these coarser buckets, by the days of UTC or of a ``zone``, and the
    rows are added up. Raises ValueError for another table, InvalidState for an invalid state.
    """
    found = _table(session, table)
    frame = _rows(session, table, where, parameters)
    if bucket is None or frame.empty:
        return frame
    at = _name_of_bucket(found)
    keys = [column.name for column in found.partition_key]
    times = frame[at].to_numpy("datetime64[ms]").astype(np.int64)
    starts = time_bucket(bucket, times, zone=zone)
    frame[at] = pd.to_datetime(starts, unit="ms")
    others = [name for name in frame.columns if name not in (*keys, at)]
    return frame.groupby([*keys, at], sort=False, as_index=False)[others].agg(_merged)


def _merged(column: Any) -> Any:
    """The sum of numbers, the merged state of states."""
    given = column.tolist()
    if any(isinstance(value, int | np.integer) for value in given):
        return sum(given)
    family = family_of_column(given)
    return FAMILIES[family].merge(given) if family else None


def read_points(
    session: Any, table: str, where: str | None = None, parameters: Sequence[Any] = ()
) -> Any:
    """The points of a table of chunks: partition key, time, and a column for each of chunks.

    ``where`` is as for read_rollup. Times are timestamps, of milliseconds since 1970. Raises
    ValueError for another table, InvalidState for an invalid chunk.
    """
    found = _table(session, table)
    frame = _rows(session, table, where, parameters)
    keys = [column.name for column in found.partition_key]
    clustering = [column.name for column in found.clustering_key]
    chunks = [
        name
        for name in frame.columns
        if name not in (*keys, *clustering) and family_of_column(_blobs(frame[name])) == "chunk"
    ]
    parts = []
    for key, group in frame.groupby(keys, sort=False):
        columns = []
        for name in chunks:
            times, values = chunk.points(group[name])
            columns.append(pd.Series(values, index=pd.to_datetime(times, unit="ms"), name=name))
        part = pd.concat(columns, axis=1).rename_axis("time").reset_index()
        for name, value in reversed(list(zip(keys, key, strict=True))):
            part.insert(0, name, [value] * len(part))
        parts.append(part)
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()


def _blobs(column: Any) -> list[Any]:
    return [value for value in column if isinstance(value, bytes)]
