# SPDX-License-Identifier: Apache-2.0
"""States between the package cassandra_stats and a live node, both ways.

states.py HOST PORT KEYSPACE    fails where an answer of CQL and one of Python differ
"""

import math
import sys
from collections.abc import Mapping

import numpy as np
from cassandra.cluster import Cluster

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
    rollup,
    state_time,
    tdigest,
    theta,
    time_weight,
)

VALUES = np.round(np.random.default_rng(20261126).gamma(4, 3, 2000), 2)
TIMES = 1795255200000 + 1000 * np.arange(2000)
HALVES = (slice(0, 900), slice(900, 2000))

# A family: its module, what makes a state of some rows, the same in CQL, and what both are asked.
FAMILIES = {
    "moments": (moments, lambda v, t: moments.of(v), "moments(value)",
                {"mean": (), "stddev": (), "skewness": (), "kurtosis": (), "sum": (), "count": ()}),
    "tdigest": (tdigest, lambda v, t: tdigest.of(v), "tdigest(value)",
                {"count": (), "min": (), "max": ()}),
    "histogram": (histogram, lambda v, t: histogram.of(v, 0.0, 40.0, 50),
                  "histogram(value, 0.0, 40.0, 50)",
                  {"count": (), "counts": (), "quantile": (0.9,), "rank": (12.0,), "text": ()}),
    "ddsketch": (ddsketch, lambda v, t: ddsketch.of(v, 0.01), "ddsketch(value, 0.01)",
                 {"count": (), "quantile": (0.9,), "rank": (12.0,), "sum": ()}),
    "hll": (hll, lambda v, t: hll.of(v), "hll(value)",
            {"estimate": (), "distinct": (), "lower_bound": (2,), "upper_bound": (2,), "lg_k": (),
             "text": ()}),
    "theta": (theta, lambda v, t: theta.of(v), "theta(value)",
              {"estimate": (), "lower_bound": (2,), "upper_bound": (2,), "text": ()}),
    "frequent": (frequent, lambda v, t: frequent.of(v.astype(np.int64), 10),
                 "frequent_items(CAST(value AS bigint), 10)",
                 {"count": (), "values": (), "estimates": (), "lower_bounds": (), "above": (0.1,),
                  "text": ()}),
    "regression": (regression, regression.of, "regression(value, CAST(toUnixTimestamp(at) AS double))",
                   {"count": (), "slope": (), "intercept": (), "r2": (), "corr": (),
                    "covar_samp": (), "mean_x": (), "mean_y": (), "variance_x": ()}),
    "counter": (counter, lambda v, t: counter.of(t, v), "counter(at, value)",
                {"count": (), "delta": (), "rate": (), "num_resets": (), "num_changes": (),
                 "first_value": (), "last_value": (), "idelta_left": (), "idelta_right": (),
                 "irate_left": (), "irate_right": ()}),
    "time_weight": (time_weight, lambda v, t: time_weight.linear(t, v),
                    "time_weight_linear(at, value)",
                    {"count": (), "average": (), "integral": (), "first_value": (),
                     "last_value": (), "text": ()}),
    "heartbeat": (heartbeat, lambda v, t: heartbeat.of(t, 2500), "heartbeat(at, 2500)",
                  {"count": (), "interval": (), "uptime": (), "downtime": (), "gaps": (),
                   "longest_gap": (), "text": ()}),
    "state_time": (state_time, lambda v, t: state_time.of(t, v.astype(np.int64)),
                   "state_time(at, CAST(value AS bigint))",
                   {"count": (), "transitions": (), "seconds": ("9",), "share": ("9",),
                    "durations": (), "first_state": (), "last_state": (), "text": ()}),
    "extremes": (extremes, extremes.min_max_by, "min_max_by(value, at)",
                 {"count": (), "first_double": (), "last_double": ()}),
    "chunk": (chunk, lambda v, t: chunk.of(t, v), "chunk(at, value)",
              {"count": (), "first_time": (), "times": (), "values": ()}),
}  # fmt: skip


def main(host, port, keyspace):
    with Cluster([host], port=int(port)) as cluster, cluster.connect(keyspace) as session:
        fill(session)
        for family, (module, make, aggregate, questions) in FAMILIES.items():
            states(session, family, module, make, questions)
            cassandra = session.execute(f"SELECT stats.{aggregate} AS state FROM readings").one()
            agree(family, module, questions, cassandra.state, make(VALUES, TIMES))
        rollups(session, keyspace)


def fill(session):
    session.execute(
        "CREATE TABLE readings (sensor int, at timestamp, value double, PRIMARY KEY (sensor, at))"
    )
    insert = session.prepare("INSERT INTO readings (sensor, at, value) VALUES (1, ?, ?)")
    for at, value in zip(TIMES.tolist(), VALUES.tolist(), strict=True):
        session.execute(insert, [at, value])


def states(session, family, module, make, questions):
    """Stores states of Python in columns of both kinds; merges them in CQL and in Python."""
    words = "".join(word.capitalize() for word in family.split("_"))
    typed = f"'org.cassandrastats.types.{words}Type'"
    session.execute(
        f"CREATE TABLE {family} (id int, part int, state blob, typed {typed},"
        " PRIMARY KEY (id, part))"
    )
    insert = session.prepare(f"INSERT INTO {family} (id, part, state, typed) VALUES (1, ?, ?, ?)")
    for part, half in enumerate(HALVES):
        state = make(VALUES[half], TIMES[half])
        session.execute(insert, [part, state, state])
    for column in ("state", "typed"):
        rows = list(session.execute(f"SELECT {column} AS state FROM {family} WHERE id = 1"))
        assert all(module.is_valid([row.state for row in rows])), family
        query = f"SELECT stats.{family}_merge({column}) AS merged FROM {family} WHERE id = 1"
        merged = session.execute(query).one().merged
        agree(family, module, questions, merged, module.merge([row.state for row in rows]))
        for question, arguments in questions.items():
            call = f"stats.{family}_{question}(stats.{family}_merge({column})"
            call += "".join(f", {argument!r}" for argument in arguments) + ")"
            answer = (
                session.execute(f"SELECT {call} AS answer FROM {family} WHERE id = 1").one().answer
            )
            assert same(answer, getattr(module, question)(merged, *arguments)), (call, answer)


def agree(family, module, questions, cassandra, python):
    """Compares the answers to a state that Cassandra made and one that Python made."""
    for question, arguments in questions.items():
        left = getattr(module, question)(cassandra, *arguments)
        right = getattr(module, question)(python, *arguments)
        assert same(left, right), (family, question, left, right)
    if family == "tdigest":
        wanted = [0.01, 0.25, 0.5, 0.75, 0.99]
        for q, left, right in zip(
            wanted, *(tdigest.quantiles(s, wanted) for s in (cassandra, python)), strict=True
        ):
            assert abs((VALUES <= left).mean() - (VALUES <= right).mean()) < 0.005, (q, left, right)


def same(left, right):
    if isinstance(left, float) or isinstance(right, float):
        return math.isclose(left, right, rel_tol=1e-11)
    if isinstance(left, Mapping):
        return dict(left) == dict(right)
    if isinstance(left, str):
        return left == right
    if np.ndim(left) and isinstance(next(iter(left), None), str):
        return list(left) == list(right)
    if np.ndim(left) or np.ndim(right):
        return np.allclose(left, right, rtol=1e-12, atol=0)
    return left == right


def rollups(session, keyspace):
    """Reads a table of states as DataFrames, and merges it to coarser buckets."""
    session.execute(
        "CREATE TABLE hourly (sensor int, bucket timestamp, rows bigint, digest blob,"
        " PRIMARY KEY (sensor, bucket))"
    )
    insert = session.prepare(
        "INSERT INTO hourly (sensor, bucket, rows, digest) VALUES (1, ?, ?, ?)"
    )
    for hour, half in zip((0, 3_600_000), HALVES, strict=True):
        session.execute(insert, [int(TIMES[0]) + hour, len(VALUES[half]), tdigest.of(VALUES[half])])
    table = f"{keyspace}.hourly"
    assert rollup.read_rollup(session, table, "sensor = %s", [1])["rows"].tolist() == [900, 1100]
    daily = rollup.read_rollup(session, table, bucket="1d")
    assert daily["rows"].tolist() == [2000]
    assert tdigest.count(daily["digest"]).tolist() == [2000]


if __name__ == "__main__":
    main(*sys.argv[1:])
