# SPDX-License-Identifier: Apache-2.0
"""Pictures of states, by matplotlib: of one state, and of a rollup as a fan chart."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from cassandra_stats import chunk, ddsketch, histogram, tdigest
from cassandra_stats.columns import Column, blobs
from cassandra_stats.errors import missing_extra
from cassandra_stats.families import FAMILIES, family_of, family_of_column

try:
    import matplotlib.pyplot as plt
except ImportError as missing:
    raise missing_extra(missing, "plot") from None


_QUANTILES = np.linspace(0, 1, 401)
_BLUE = "#2a6f97"
# Beyond it, margins and ticks overflow.
_LARGEST = 1e300
_YEARS = np.datetime64("0001-01-01"), np.datetime64("9999-12-31")


def _quantiles(state: bytes, asked: Any = _QUANTILES) -> Any:
    family = family_of(state)
    if family not in ("tdigest", "ddsketch", "histogram"):
        raise ValueError(f"expected a state that has quantiles, found one of {family}")
    found = FAMILIES[family].quantiles(state, asked)
    if found is None:
        raise ValueError(f"expected a {family} state of some values, found one of none")
    return _drawn(np.array(found))


def _drawn(values: Any) -> Any:
    """The values, if a picture can hold them."""
    if np.nanmax(np.abs(values), initial=0) > _LARGEST:
        raise ValueError(f"expected values and edges up to {_LARGEST:g}, found some beyond")
    return values


def bars(state: bytes, axes: Any = None, bins: int = 40) -> Any:
    """How many values lie where: the bins of a histogram, or as many of equal width."""
    low, high = _quantiles(state, [0, 1])
    axes = axes or plt.subplots(layout="constrained")[1]
    edges: Any = np.linspace(low, high, bins + 1)
    counts: Any
    if family_of(state) == "histogram":
        edges, counts = _drawn(histogram.edges(state)), histogram.counts(state)
    elif family_of(state) == "tdigest":
        counts = tdigest.histogram(state, bins)
    else:
        ranks = [ddsketch.rank(state, edge) or 0.0 for edge in edges.tolist()]
        counts = np.diff(ranks[1:], prepend=0.0) * (ddsketch.count(state) or 0)
    axes.stairs(counts, edges, fill=True, color=_BLUE, alpha=0.7)
    axes.set(xlabel="value", ylabel="number of values")
    return axes


def cdf(state: bytes, axes: Any = None) -> Any:
    """The share of the values up to each value."""
    found = _quantiles(state)
    axes = axes or plt.subplots(layout="constrained")[1]
    axes.plot(found, _QUANTILES, color=_BLUE)
    axes.set(xlabel="value", ylabel="share of the values up to it", ylim=(0, 1))
    axes.grid(alpha=0.3)
    return axes


def box(state: bytes, axes: Any = None) -> Any:
    """Quartiles in a box, the 5th and 95th percentile as whiskers, the extremes as points."""
    low, *inner, high = _quantiles(state, [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1])
    axes = axes or plt.subplots(figsize=(6.4, 2), layout="constrained")[1]
    names = ("whislo", "q1", "med", "q3", "whishi")
    summary = {**dict(zip(names, inner, strict=True)), "fliers": [low, high]}
    axes.bxp([summary], orientation="horizontal", medianprops={"color": _BLUE})
    axes.set(xlabel="value", yticks=[])
    return axes


def points(state: bytes, axes: Any = None) -> Any:
    """The points of a chunk over time; their times are of the years 1 to 9999."""
    times, values = chunk.points(state)
    at = times.astype("datetime64[ms]")
    if ((at < _YEARS[0]) | (at >= _YEARS[1])).any():
        raise ValueError("expected times of the years 1 to 9999, found others")
    _drawn(np.where(np.isfinite(values), values, 0))
    axes = axes or plt.subplots(layout="constrained")[1]
    axes.plot(at, values, color=_BLUE, linewidth=0.8)
    axes.set(xlabel="time", ylabel="value")
    return axes


def fan(
    times: Any,
    states: Column,
    axes: Any = None,
    shares: Sequence[float] = (0.5, 0.8, 0.98),
) -> Any:
    """A rollup over time: the median, and bands that hold shares of the values of each bucket."""
    given = blobs(states)
    family = family_of_column(given)
    if family not in ("tdigest", "ddsketch", "histogram"):
        raise ValueError(f"expected states that have quantiles, found those of {family}")
    axes = axes or plt.subplots(figsize=(8, 4), layout="constrained")[1]
    asked = [0.5, *(0.5 + side * share / 2 for share in shares for side in (-1, 1))]
    found = _drawn(FAMILIES[family].quantiles(given, asked))
    for index, share in reversed(list(enumerate(shares))):
        low, high = found[:, 1 + 2 * index], found[:, 2 + 2 * index]
        alpha = 0.5 - 0.35 * index / max(1, len(shares) - 1)
        axes.fill_between(
            times, low, high, color=_BLUE, alpha=alpha, linewidth=0, label=f"{share:.0%}"
        )
    axes.plot(times, found[:, 0], color="black", linewidth=1.2, label="median")
    axes.legend(loc="upper left", frameon=False, ncols=4)
    axes.margins(x=0)
    return axes


def state_figure(state: bytes) -> Any:
    """A figure of one state: bars, CDF and box; of a chunk its points.

    Raises InvalidState for an invalid state, ValueError for one that has no picture: of another
    family, of no values, or of values so far apart that a picture cannot hold them.
    """
    if family_of(state) == "chunk":
        axes = points(state)
        axes.figure.set_size_inches(8, 4)
        return axes.figure
    _quantiles(state)
    figure, grid = plt.subplots(
        3, 1, figsize=(7, 7), layout="constrained", sharex=True, height_ratios=[3, 3, 1]
    )
    bars(state, grid[0])
    cdf(state, grid[1])
    box(state, grid[2])
    for axes in grid[:2]:
        axes.set(xlabel="")
    return figure
