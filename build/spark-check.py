# SPDX-License-Identifier: Apache-2.0
"""Queries that have to give the same in every version of Spark. Started by build/spark-check."""

import logging
import sys

from pyspark.sql import functions as F

from sparksession import check, session

ROWS = 100_000
GROUPS = 1000


def error(spark, sql):
    """The message of the error that a statement ends with."""
    try:
        spark.sql(sql).collect()
    except Exception as failed:  # Its class depends on the version.
        return str(failed)
    return "no error"


def main(jar, master):
    # PySpark 4 logs each error of a statement with its stack.
    logging.disable()
    with session(jar, master) as spark:
        run(spark)


def run(spark):
    table = spark.range(0, ROWS, 1, 8).selectExpr(
        f"id % {GROUPS} AS k", "timestamp_millis(id) AS ts", "CAST(id AS double) AS v"
    )
    table.createOrReplaceTempView("t")

    # Parts that meet in a shuffle, in more groups than are hashed.
    found = spark.sql(
        """
        SELECT count(*) n, sum(abs(m - a)) d, max(q) q, sum(h) h FROM (
          SELECT k, stats.mean(v) m, avg(v) a, stats.tdigest_quantile(stats.tdigest(v), 0.5) q,
            stats.histogram_count(stats.histogram(v, 0, 100000, 100)) h
          FROM t GROUP BY k)
        """
    ).first()
    check("groups", (found.n, round(found.d, 6), found.q, found.h), (GROUPS, 0.0, 50499.0, ROWS))

    # States that are kept, then merged; a question with its argument; a chunk as rows.
    states = table.groupBy("k").agg(F.expr("stats.moments(v)").alias("m")).cache()
    merged = states.agg(F.expr("stats.moments_count(stats.moments_merge(m))")).first()[0]
    check("merge", merged, ROWS)
    quantile = spark.sql("SELECT stats.quantile(v, 0.5), stats.approx_count_distinct(k) FROM t").first()
    check("quantile", abs(quantile[0] - ROWS / 2) < ROWS / 100, True)
    check("distinct", abs(quantile[1] - GROUPS) < GROUPS / 10, True)
    points = spark.sql(
        "SELECT inline(stats.chunk_points(c)) FROM (SELECT stats.chunk(ts, v) c FROM t WHERE k = 7)"
    ).collect()
    check("points", [(p.time, p.value) for p in points[:2]], [(7, 7.0), (1007, 1007.0)])

    # From data frames.
    frame = table.groupBy().agg(F.call_function("stats.mean", F.col("v"))).first()[0]
    check("call_function", frame, (ROWS - 1) / 2)
    lists = spark.sql(
        "SELECT stats.tdigest_quantiles(stats.tdigest(v), array(0, 0.5, 1.0)),"
        " stats.moments_summary(stats.moments(v)) FROM t"
    ).first()
    check("lists", (lists[0][0], lists[0][2]), (0.0, ROWS - 1.0))
    check("structs", (lists[1]["count"], lists[1]["mean"]), (ROWS, (ROWS - 1) / 2))

    # What is wrong is said in words.
    for sql, message in (
        ("SELECT stats.mean('a')", "expected mean(varint | float | double)"),
        ("SELECT stats.moments_mean(X'01')", "stats.moments_mean: not a moments state"),
        ("SELECT stats.moments_mean(CAST(v AS string)) FROM t", "expected moments_mean(blob)"),
        ("SELECT stats.moments_merge(CAST(CAST(v AS string) AS binary)) FROM t", "stats.moments_merge: not a moments"),
    ):
        found = error(spark, sql)
        check(sql, message in found and "INTERNAL_ERROR" not in found, True)
    print(f"Spark {spark.version} ok")


if __name__ == "__main__":
    main(*sys.argv[1:])
