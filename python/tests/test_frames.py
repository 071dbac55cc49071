# SPDX-License-Identifier: Apache-2.0
"""Columns of pandas, polars and Arrow; rollups; pictures; the command line."""

from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import matplotlib
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import cassandra_stats.pandas
import cassandra_stats.polars  # noqa: F401
from cassandra_stats import InvalidState, arrow, chunk, histogram, moments, rollup, tdigest
from cassandra_stats.__main__ import main

matplotlib.use("Agg")

DIGESTS = [tdigest.of(np.arange(n)) for n in (10, 100)]


def test_should_take_columns_of_every_kind() -> None:
    states = [*DIGESTS, None]
    columns: list[Any] = [
        states,
        tuple(states),
        np.array(states, object),
        pd.Series(states),
        pl.Series(states),
        pa.array(states),
        pa.chunked_array([pa.array(states)]),
        arrow.to_arrow(states),
        [memoryview(DIGESTS[0]), bytearray(DIGESTS[1]), float("nan")],
    ]
    for column in columns:
        medians = tdigest.median(column)
        assert np.allclose(medians, [4.5, 49.5, np.nan], equal_nan=True), type(column)
        assert tdigest.count(column).tolist() == [10, 100, None]
        assert tdigest.is_valid(column).tolist()[:2] == [True, True]
        merged = tdigest.merge(column)
        assert tdigest.count(merged) == 110
    assert tdigest.count(DIGESTS).dtype == np.int64
    with pytest.raises(TypeError):
        tdigest.count(["0x01"])  # type: ignore[list-item]


def test_should_answer_in_pandas() -> None:
    frame = pd.DataFrame({"digest": [*DIGESTS, None]}, index=[3, 4, 5])
    assert frame["digest"].stats.family == "tdigest"
    assert frame["digest"].stats.quantile(0.5).loc[4] == 49.5
    assert frame["digest"].stats.quantile([0.0, 1.0]).loc[3].tolist() == [0.0, 9.0]
    assert tdigest.count(frame["digest"].stats.merge()) == 110
    with pytest.raises(AttributeError, match="no function skewness"):
        frame["digest"].stats.skewness()


def test_should_answer_in_polars() -> None:
    series = pl.Series("digest", [*DIGESTS, None])
    assert series.stats.quantile(0.5).to_list() == [4.5, 49.5, None]  # type: ignore[attr-defined]
    assert series.stats.quantile([0.0, 1.0]).to_list()[0] == [0.0, 9.0]  # type: ignore[attr-defined]
    assert series.stats.count().to_list() == [10, 100, None]  # type: ignore[attr-defined]


def test_should_keep_the_family_in_parquet(tmp_path: Path) -> None:
    table = pa.table({"digest": arrow.to_arrow([*DIGESTS, None])})
    pq.write_table(table, tmp_path / "states.parquet")
    column = pq.read_table(tmp_path / "states.parquet")["digest"]
    assert column.type == arrow.TYPES["tdigest"]
    assert column.type.extension_name == "cassandra_stats.tdigest"
    assert tdigest.count(column).tolist() == [10, 100, None]
    with pytest.raises(InvalidState):
        arrow.to_arrow([b"\1\2\3"], "moments")


class Session:
    """What read_rollup asks of a session of the driver: metadata and rows."""

    def __init__(self, columns: list[str], rows: list[tuple[Any, ...]]) -> None:
        table = SimpleNamespace(
            partition_key=[SimpleNamespace(name="sensor")],
            clustering_key=[SimpleNamespace(name=name) for name in columns[1:2]],
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


def test_should_draw(tmp_path: Path) -> None:
    from cassandra_stats import plot

    values = np.random.default_rng(1).normal(20, 3, 5000)
    points = chunk.of(np.arange(99), values[:99])
    for state in (tdigest.of(values), histogram.of(values, 10, 30, 40), points):
        plot.state_figure(state).savefig(tmp_path / "state.png")
    axes = plot.fan(np.arange(3), [tdigest.of(values + shift) for shift in range(3)])
    axes.figure.savefig(tmp_path / "fan.png")
    assert (tmp_path / "fan.png").stat().st_size > 5000
    with pytest.raises(ValueError):
        plot.cdf(moments.of([1.0]))


def test_should_show_and_plot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = "0x" + histogram.of([1.0, 2.0, 2.5], 0, 4, 4).hex()
    assert main(["show", state]) == 0
    assert "histogram count=3" in capsys.readouterr().out
    assert main(["plot", state, "--output", str(tmp_path / "one.png")]) == 0
    assert (tmp_path / "one.png").exists()
    assert main(["show", state[:-2]]) == 1
    assert "not a histogram state: expected" in capsys.readouterr().err
    assert main(["show", "0x"]) == 0
    with pytest.raises(SystemExit):
        main(["show", "0xzz"])
