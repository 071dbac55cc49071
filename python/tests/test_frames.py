# SPDX-License-Identifier: Apache-2.0
"""Columns of pandas, polars and Arrow; pictures; the command line."""

import importlib
import pickle
import sys
from pathlib import Path
from typing import Any

import matplotlib
import matplotlib.pyplot
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import cassandra_stats.pandas
import cassandra_stats.polars  # noqa: F401
from cassandra_stats import (
    InvalidState,
    arrow,
    chunk,
    ddsketch,
    extremes,
    histogram,
    hll,
    moments,
    tdigest,
)
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
    assert frame["digest"].stats.quantiles(wanted=[0.5]).loc[4].tolist() == [49.5]
    for name in ("skewness", "of", "union", "read"):
        with pytest.raises(AttributeError, match=f"no function {name} of each state"):
            getattr(frame["digest"].stats, name)()
    with pytest.raises(AttributeError, match="no function points"):
        pd.Series([chunk.of([1], [2.0])]).stats.points()


@pytest.mark.parametrize("states", [[], [None], [None, b""]])
def test_should_answer_none_for_columns_without_a_state(states: list[Any]) -> None:
    columns: list[Any] = [pd.Series(states, dtype=object), pl.Series(states, dtype=pl.Binary)]
    for column in columns:
        assert column.stats.merge() is None
        assert len(column.stats.text()) == len(states)
        assert column.stats.count().count() == 0
    assert columns[0].stats.quantile([0.5, 0.9]).shape == (len(states), 2)
    found = columns[1].stats.quantile([0.5, 0.9])
    assert found.to_list() == [None] * len(states)
    assert found.dtype == pl.List(pl.Float64)


def test_should_answer_in_polars() -> None:
    series = pl.Series("digest", [*DIGESTS, None])
    assert series.stats.quantile(0.5).to_list() == [4.5, 49.5, None]  # type: ignore[attr-defined]
    assert series.stats.quantile([0.0, 1.0]).to_list()[0] == [0.0, 9.0]  # type: ignore[attr-defined]
    assert series.stats.count().to_list() == [10, 100, None]  # type: ignore[attr-defined]
    first = pl.Series([tdigest.of([1.0, 2.0]), None]).stats.centroids()  # type: ignore[attr-defined]
    assert first.to_list() == [[{"key": 1.0, "value": 1}, {"key": 2.0, "value": 1}], None]
    summary = pl.Series([moments.of([1.0]), None]).stats.summary()  # type: ignore[attr-defined]
    assert [summary.struct.field(name)[0] for name in ("count", "stddev")] == [1, None]


def test_should_keep_the_family_in_parquet(tmp_path: Path) -> None:
    table = pa.table({"digest": arrow.to_arrow([*DIGESTS, None])})
    pq.write_table(table, tmp_path / "states.parquet")
    column = pq.read_table(tmp_path / "states.parquet")["digest"]
    assert column.type == arrow.TYPES["tdigest"]
    assert column.type.extension_name == "cassandra_stats.tdigest"
    assert tdigest.count(column).tolist() == [10, 100, None]
    with pytest.raises(InvalidState):
        arrow.to_arrow([b"\1\2\3"], "moments")


def test_should_keep_states_of_every_family_in_arrow() -> None:
    for state in (hll.of([1]), extremes.first_last([1]), chunk.of([1], [2.0])):
        column = arrow.to_arrow([state, None])
        assert column.to_pylist() == [state, None]
        assert pickle.loads(pickle.dumps(column)).equals(column)
        assert pickle.loads(pickle.dumps(pa.table({"a": column})))["a"].type is not None
    with pytest.raises(ValueError, match="expected one of moments"):
        arrow.to_arrow(DIGESTS, "digest")
    assert importlib.reload(arrow).to_arrow(DIGESTS).type == arrow.TYPES["tdigest"]


def test_should_draw(tmp_path: Path) -> None:
    from cassandra_stats import plot

    values = np.random.default_rng(1).normal(20, 3, 5000)
    points = chunk.of(np.arange(99), values[:99])
    for state in (tdigest.of(values), histogram.of(values, 10, 30, 40), points):
        plot.state_figure(state).savefig(tmp_path / "state.png")
    for state in (tdigest.of(values), ddsketch.of(values, 0.01), ddsketch.of([5.0] * 5000, 0.01)):
        bars = plot.bars(state).patches[0].get_data().values
        assert bars.sum() == pytest.approx(5000)
    axes = plot.fan(np.arange(3), [tdigest.of(values + shift) for shift in range(3)])
    axes.figure.savefig(tmp_path / "fan.png")
    assert (tmp_path / "fan.png").stat().st_size > 5000
    axes = plot.fan(np.arange(2), pa.array([None, tdigest.of(values)]))
    axes.figure.savefig(tmp_path / "fan.png")


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (moments.of([1.0]), "a state that has quantiles, found one of moments"),
        (hll.of([1]), "a state that has quantiles, found one of hll"),
        (bytes.fromhex("010114c800010000"), "a tdigest state of some values"),
        (tdigest.of([-1.7e308, 1.7e308]), "values and edges up to 1e"),
        (histogram.of([1.0], -1.7e308, 1.7e308, 4), "values and edges up to 1e"),
        (chunk.of([-(2**62), 2**62], [1, 2]), "times of the years 1 to 9999"),
    ],
)
def test_should_refuse_to_draw(
    state: bytes, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from cassandra_stats import plot

    with pytest.raises(ValueError, match=f"expected {expected}"):
        plot.state_figure(state)
    assert main(["plot", state.hex(), "--output", str(tmp_path / "none.png")]) == 1
    assert f"expected {expected}" in capsys.readouterr().err
    matplotlib.pyplot.close("all")


def test_should_show_and_plot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = "0x" + histogram.of([1.0, 2.0, 2.5], 0, 4, 4).hex()
    assert main(["show", state]) == 0
    assert "histogram count=3" in capsys.readouterr().out
    assert main(["plot", state, "--output", str(tmp_path / "one.png")]) == 0
    assert (tmp_path / "one.png").exists()
    assert main(["show", state[:-2]]) == 1
    assert "not a histogram state: expected" in capsys.readouterr().err
    assert main(["show", "0x"]) == 0
    assert main(["show", state.replace("0x", "0X")]) == 0
    assert main(["show", "010114c800010000"]) == 0
    assert "a tdigest state of no values" in capsys.readouterr().out
    for output in ("missing/one.png", "one.xyz"):
        assert main(["plot", state, "--output", str(tmp_path / output)]) == 1
        assert output[-3:] in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["show", "0xzz"])


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("pandas", "pandas", "pandas"),
        ("rollup", "pandas", "pandas"),
        ("polars", "polars", "polars"),
        ("arrow", "pyarrow", "arrow"),
        ("duckdb", "duckdb", "duckdb"),
        ("plot", "matplotlib.pyplot", "plot"),
    ],
)
def test_should_say_which_extra_is_missing(
    module: str, library: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"cassandra_stats.{module}", raising=False)
    with pytest.raises(ModuleNotFoundError, match=rf"pip install 'cassandra-stats\[{extra}\]'"):
        importlib.import_module(f"cassandra_stats.{module}")
