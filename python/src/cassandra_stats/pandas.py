# SPDX-License-Identifier: Apache-2.0
"""States in pandas: importing this module gives every Series the accessor ``stats``.

``df["digest"].stats.quantile(0.99)`` is a Series of the same index, ``quantile([0.5, 0.99])`` a
DataFrame with a column for each quantile.
"""

from typing import Any

import numpy as np

from cassandra_stats.errors import missing_extra
from cassandra_stats.frame_accessors import Accessor

try:
    import pandas as pd
except ImportError as missing:
    raise missing_extra(missing, "pandas") from None


@pd.api.extensions.register_series_accessor("stats")
class StatsAccessor(Accessor):
    """The functions of the family of a Series of states."""

    def __init__(self, series: Any) -> None:
        def wrap(answers: Any) -> Any:
            if np.ndim(answers) == 2:
                return pd.DataFrame(answers, index=series.index)
            return pd.Series(answers, index=series.index, name=series.name)

        super().__init__(series, wrap)
