# SPDX-License-Identifier: Apache-2.0
"""States in polars: importing this module gives every Series the namespace ``stats``.

``df["digest"].stats.quantile(0.99)`` is a Series, ``quantile([0.5, 0.99])`` a Series of lists.
"""

from typing import Any

import numpy as np
import polars as pl

from cassandra_stats.frame_accessors import Accessor


@pl.api.register_series_namespace("stats")
class StatsNamespace(Accessor):
    """The functions of the family of a Series of states."""

    def __init__(self, series: Any) -> None:
        def wrap(answers: Any) -> Any:
            if np.ndim(answers) == 2:
                listed = [None if np.isnan(row).all() else row.tolist() for row in answers]
                return pl.Series(series.name, listed)
            if answers.dtype.kind == "f":
                return pl.Series(series.name, answers, nan_to_null=True)
            listed = [one.tolist() if isinstance(one, np.ndarray) else one for one in answers]
            return pl.Series(series.name, listed)

        super().__init__(series, wrap)
