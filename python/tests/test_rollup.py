# SPDX-License-Identifier: Apache-2.0
"""Rollup and chunk tables as data frames."""

from datetime import datetime
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from cassandra_stats import chunk, extremes, moments, rollup, tdigest


class Session:
    """What read_rollup asks of a session of the driver: metadata and rows."""

    def __init__(self, columns: list[str], rows: list[tuple[Any, ...]], key: int = 2) -> None:
        table = SimpleNamespace(
            partition_key=[SimpleNamespace(name="sensor")],
            clustering_key=[SimpleNamespace(name=name) for name in columns[1:key]],
        )
        keyspace = SimpleNamespace(tables={"hourly": table})
        self.cluster = SimpleNamespace(metadata=SimpleNamespace(keyspaces={"ks": keyspace}))
        self.columns, self.rows = columns, rows
        self.asked: list[Any] = []

    def execute(self, query: str, parameters: Any) -> Any:
        self.asked.append((query, parameters))

        class Result(list[Any]):
            column_names = self.columns

        return Result(self.rows)


def test_should_read_rollups_and_merge_them_to_coarser_buckets() -> None:
    rows: list[tuple[Any, ...]] = [
        ("roof", datetime(2026, 7, 1, hour), 2, tdigest.of([hour, 1.0]), moments.of([hour]))
        for hour in (9, 10)
    ]
    rows.append(("roof", datetime(2026, 7, 2, 9), 1, None, moments.of([3.0])))
    session = Session(["sensor", "bucket", "rows", "digest", "moments_value"], rows)
    frame = rollup.read_rollup(session, "ks.hourly", "sensor = %s", ["roof"])
    assert session.asked == [("SELECT * FROM ks.hourly WHERE sensor = %s", ["roof"])]
    assert frame["rows"].tolist() == [2, 2, 1]
    daily = rollup.read_rollup(session, "ks.hourly", bucket="1d")
    assert daily["bucket"].dt.day.tolist() == [1, 2]
    assert daily["rows"].tolist() == [4, 1]
    assert moments.mean(daily["moments_value"]).tolist() == [9.5, 3.0]
    assert tdigest.count(daily["digest"]).tolist() == [4, None]
    for table in ("ks.other", "other.hourly", "hourly", "ks.hourly; DROP TABLE ks.hourly"):
        with pytest.raises(ValueError):
            rollup.read_rollup(session, table)


def test_should_read_points() -> None:
    part = chunk.of([0, 1000, 2000], [1.5, 2.5, float("nan")])
    rows = [("roof", datetime(2026, 7, 1), part), ("cellar", datetime(2026, 7, 1), part)]
    frame = rollup.read_points(Session(["sensor", "bucket", "value"], rows), "ks.hourly")
    assert frame["sensor"].tolist() == ["roof"] * 3 + ["cellar"] * 3
    assert frame["value"].tolist()[:2] == [1.5, 2.5]
    assert frame["time"].iloc[1] == pd.Timestamp("1970-01-01T00:00:01")


def at(day: int, hour: int = 0) -> datetime:
    return datetime(2026, 7, day, hour)


def test_should_merge_in_the_order_of_time() -> None:
    rows = [("roof", at(1, hour), 2, extremes.first_last([hour, -hour])) for hour in (9, 8, 7)]
    frame = rollup.read_rollup(
        Session(["sensor", "bucket", "rows", "ends"], rows), "ks.hourly", bucket="1d"
    )
    assert frame["rows"].tolist() == [6]
    assert extremes.values(frame["ends"]).tolist() == [[7, -9]]


def test_should_keep_series_of_clustering_columns_apart() -> None:
    rows = [
        ("roof", "north", at(1, 8), 2, moments.of([1.0])),
        ("roof", "north", at(1, 9), 3, None),
        ("roof", "south", at(1, 8), 4, moments.of([3.0])),
        ("cellar", None, None, None, None),  # a static column without rows
    ]
    session = Session(["sensor", "side", "bucket", "rows", "moments_value"], rows, 3)
    frame = rollup.read_rollup(session, "ks.hourly", bucket="1d")
    assert frame["side"].tolist() == ["north", "south"]
    assert frame["rows"].tolist() == [5, 4]
    assert moments.count(frame["moments_value"]).tolist() == [1, 1]


def test_should_refuse_columns_that_do_not_merge() -> None:
    columns = ["sensor", "bucket", "mean"]
    for value, name in ((1.5, "float"), ("warm", "str")):
        session = Session(columns, [("roof", at(1), value), ("roof", at(2), None)])
        assert len(rollup.read_rollup(session, "ks.hourly")) == 2
        with pytest.raises(ValueError, match=f"states or integers in mean, found {name}"):
            rollup.read_rollup(session, "ks.hourly", bucket="1d")
    with pytest.raises(ValueError, match="expected a width"):
        rollup.read_rollup(Session(columns, []), "ks.hourly", bucket="1x")
    empty = rollup.read_rollup(Session(columns, []), "ks.hourly", bucket="1d")
    assert empty.columns.tolist() == columns
    assert empty.empty


def test_should_read_points_of_one_time_and_of_two_columns() -> None:
    both = chunk.of([0, 0, 5], [1, 2, 3.0]), chunk.of([0, 7], [9.0, 8.0])
    rows = [("roof", at(1), 0, 1, *both), ("cellar", at(1), 0, 1, None, both[1])]
    session = Session(["sensor", "bucket", "part", "version", "a", "b"], rows, 3)
    frame = rollup.read_points(session, "ks.hourly")
    assert frame.columns.tolist() == ["sensor", "time", "a", "b"]
    assert frame["sensor"].tolist() == ["roof"] * 4 + ["cellar"] * 2
    assert frame["a"].fillna(-1).tolist() == [1, 2, 3, -1, -1, -1]
    assert frame["b"].fillna(-1).tolist() == [9, -1, -1, 8, 9, 8]


def test_should_read_points_at_the_edges() -> None:
    columns = ["sensor", "bucket", "value"]
    for rows in ([], [("roof", at(1), None)]):
        frame = rollup.read_points(Session(columns, rows), "ks.hourly")
        assert frame.columns.tolist() == ["sensor", "time"]
        assert frame.empty
    far = [("roof", at(1), chunk.of([2**62], [1.0]))]
    assert len(rollup.read_points(Session(columns, far), "ks.hourly")) == 1
    session = Session(["sensor", "bucket", "time"], [("roof", at(1), chunk.of([1], [1.0]))])
    with pytest.raises(ValueError, match="no column time"):
        rollup.read_points(session, "ks.hourly")
