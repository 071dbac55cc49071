# SPDX-License-Identifier: Apache-2.0
"""States of cassandra-stats in Python: read, asked, made, merged and written.

A module for each family has the functions that CQL has, without the name of the family:
``tdigest.quantile(state, 0.99)`` is ``tdigest_quantile(state, 0.99)``. ``of`` makes a state of an
array, as the aggregate does of rows; ``merge`` and ``union`` make one state of several. Functions
take a state or a column of states: see the module ``columns``. An invalid state is an InvalidState.
"""

from cassandra_stats import (
    chunk,
    counter,
    ddsketch,
    extremes,
    frequent,
    heartbeat,
    histogram,
    hll,
    moments,
    regression,
    state_time,
    tdigest,
    theta,
    time_weight,
)
from cassandra_stats.errors import InvalidState
from cassandra_stats.scalars import sparkline, time_bucket, width_bucket

__all__ = [
    "InvalidState",
    "chunk",
    "counter",
    "ddsketch",
    "extremes",
    "frequent",
    "heartbeat",
    "histogram",
    "hll",
    "moments",
    "regression",
    "sparkline",
    "state_time",
    "tdigest",
    "theta",
    "time_bucket",
    "time_weight",
    "width_bucket",
]

__version__ = "0.1.0"
