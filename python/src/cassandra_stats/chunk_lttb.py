# SPDX-License-Identifier: Apache-2.0
"""The points that draw the same line: largest triangle three buckets (S. Steinarsson, 2013)."""

import math
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from cassandra_stats.columns import Doubles, Integers


def _mean(numbers: Doubles) -> float:
    # One after the other as in the server, so that the same points are chosen.
    return float(np.cumsum(numbers)[-1]) / len(numbers)


def kept(times: Integers, values: Doubles, points: int) -> npt.NDArray[np.int64]:
    """The indexes of at most so many points, those that are not finite left out."""
    finite = np.flatnonzero(np.isfinite(values))
    count = len(finite)
    if count <= points:
        return finite
    if points == 2:
        return finite[[0, -1]]
    x = times[finite].astype(np.float64) - float(times[finite[0]])
    y = values[finite]
    if np.abs(y).max() > 2.0**400:
        y = y * 2.0**-800
    width = (count - 2) / (points - 2)
    ends = [1, *(math.floor(k * width) + 1 for k in range(1, points - 1)), count]
    chosen = [0]
    for (start, end), (_, behind) in pairwise(pairwise(ends)):
        dx, dy = x[chosen[-1]] - _mean(x[end:behind]), _mean(y[end:behind]) - y[chosen[-1]]
        of, to = x[start:end], y[start:end]
        areas = np.abs(dx * (to - y[chosen[-1]]) - (x[chosen[-1]] - of) * dy)
        chosen.append(start + int(np.argmax(areas)))
    return finite[[*chosen, count - 1]]
