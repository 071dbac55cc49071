# SPDX-License-Identifier: Apache-2.0
"""Questions about quantiles: of one or several, of one state or a column."""

from collections.abc import Iterable, Sequence
from functools import update_wrapper
from typing import Any, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from cassandra_stats.columns import Column, Doubles, State
from cassandra_stats.inputs import doubles
from cassandra_stats.questions import Asked, Question

One: TypeAlias = float | np.floating[Any]
Several: TypeAlias = Sequence[float] | NDArray[np.floating[Any]]


class QuantileQuestion(Asked):
    """``quantile`` of a family: of one quantile or several, of one state or a column."""

    def __init__(self, quantiles: Question[[Several], list[float], Doubles]) -> None:
        self._quantiles = quantiles
        update_wrapper(self, quantiles)
        self.returns = float

    @overload
    def __call__(self, state: State, quantile: One, /) -> float | None: ...

    @overload
    def __call__(self, state: State, quantile: Several, /) -> list[float] | None: ...

    @overload
    def __call__(self, state: Column, quantile: One | Several, /) -> Doubles: ...

    def __call__(
        self, state: State | Column, quantile: One | Several, /
    ) -> Doubles | float | list[float] | None:
        """The values at quantiles from 0 to 1; a row for each state of a column."""
        if isinstance(quantile, Iterable) and np.ndim(quantile) > 0:
            return self._quantiles(state, quantile)
        answer = self._quantiles(state, [np.asarray(quantile).item()])
        if answer is None or isinstance(answer, list):
            return None if answer is None else answer[0]
        return answer[:, 0]


def quantile_list(quantiles: Several) -> Doubles:
    """Quantiles as an array.

    Raises ValueError for more than 4096, and for what is not from 0 to 1.
    """
    wanted, _ = doubles(quantiles)
    if len(wanted) > 4096:
        raise ValueError(f"expected at most 4096 quantiles, found {len(wanted)}")
    if not ((wanted >= 0) & (wanted <= 1)).all():
        raise ValueError(f"expected quantiles from 0 to 1, found {wanted.tolist()}")
    return wanted


def number_of_quantiles(wanted: Several) -> int:
    """How many quantiles are wanted."""
    return len(quantile_list(wanted))
