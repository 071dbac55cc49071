# SPDX-License-Identifier: Apache-2.0
"""States in polars: importing this module gives every Series the namespace ``stats``.

``df["digest"].stats.quantile(0.99)`` is a Series, ``quantile([0.5, 0.99])`` a Series of lists. What
Python has as a dictionary is a list of structs of key and value, as Arrow has it.
"""

from typing import Any

import numpy as np

from cassandra_stats.errors import missing_extra
from cassandra_stats.frame_accessors import Accessor

try:
    import polars as pl
except ImportError as missing:
    raise missing_extra(missing, "polars") from None


@pl.api.register_series_namespace("stats")
class StatsNamespace(Accessor):
    """The functions of the family of a Series of states."""

    def __init__(self, series: Any) -> None:
        def wrap(answers: Any) -> Any:
            if np.ndim(answers) == 2:
                listed = [None if np.isnan(row).all() else row.tolist() for row in answers]
                return pl.Series(series.name, listed, pl.List(pl.Float64))
            if answers.dtype.kind == "f":
                return pl.Series(series.name, answers, nan_to_null=True)
            return pl.Series(series.name, [_plain(one) for one in answers])

        super().__init__(series, wrap)


def _plain(answer: Any) -> Any:
    """An answer as polars takes it."""
    if isinstance(answer, np.ndarray):
        return answer.tolist()
    if isinstance(answer, dict):
        return [{"key": key, "value": value} for key, value in answer.items()]
    return answer._asdict() if hasattr(answer, "_asdict") else answer
