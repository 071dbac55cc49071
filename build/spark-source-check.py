# SPDX-License-Identifier: Apache-2.0
"""The source of the jar against a node, and states that go to and from Python. Started by build/spark-check.

Arguments: the jar, and HOST:PORT of a node with the pack, which nobody else uses.
"""

import logging
import sys

from cassandra.cluster import Cluster

import sparksession
from cassandra_stats import moments, tdigest
from sparksession import check

SENSORS = 5
ROWS = 400


def create(session):
    session.execute("DROP KEYSPACE IF EXISTS spark_check")
    session.execute(
        "CREATE KEYSPACE spark_check WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"
    )
    session.execute(
        "CREATE TABLE spark_check.readings (sensor int, at timestamp, value double, PRIMARY KEY (sensor, at))"
    )
    session.execute("CREATE TABLE spark_check.states (sensor int PRIMARY KEY, digest blob, moments blob)")
    session.execute("CREATE TABLE spark_check.python (sensor int PRIMARY KEY, digest blob)")
    insert = session.prepare("INSERT INTO spark_check.readings (sensor, at, value) VALUES (?, ?, ?)")
    for sensor in range(SENSORS):
        for row in range(ROWS):
            session.execute(insert, (sensor, 1000 * row, None if row % 7 == 0 else float(row)))


def main(jar, node):
    logging.disable()
    host, port = node.rsplit(":", 1)
    cluster = Cluster([host], port=int(port))
    session = cluster.connect()
    create(session)
    catalog = "spark.sql.catalog.cassandra"
    settings = {
        catalog: "org.cassandrastats.spark.CassandraCatalog",
        catalog + ".hosts": node,
        catalog + ".local-datacenter": "datacenter1",
    }
    try:
        with sparksession.session(jar, "local[2]", settings) as spark:
            run(spark, session, node)
    finally:
        session.execute("DROP KEYSPACE spark_check")
        cluster.shutdown()


def plan(frame):
    return frame._jdf.queryExecution().executedPlan().toString()


def run(spark, session, node):
    expected = [float(row) for row in range(ROWS) if row % 7 != 0]
    table = spark.table("cassandra.spark_check.readings")
    check("rows", table.count(), SENSORS * ROWS)
    check("columns", table.filter("sensor = 3 AND value >= 200").select("value").count(), sum(v >= 200 for v in expected))

    pushed = spark.sql(
        "SELECT sensor, stats.tdigest(value) digest, stats.moments(value) moments, count(value) n"
        " FROM cassandra.spark_check.readings GROUP BY sensor"
    )
    check("pushed", "cassandra-stats asks each range" in plan(pushed), True)
    rows = pushed.collect()
    check("groups", sorted((row.sensor, row.n) for row in rows), [(s, len(expected)) for s in range(SENSORS)])
    total = spark.sql("SELECT stats.mean(value), count(*) FROM cassandra.spark_check.readings").first()
    check("all", (round(total[0], 9), total[1]), (round(sum(expected) / len(expected), 9), SENSORS * ROWS))
    merged = spark.sql(
        "SELECT stats.tdigest_count(stats.tdigest_merge(d)) FROM (SELECT _range, stats.tdigest(value) d"
        " FROM cassandra.spark_check.readings GROUP BY _range)"
    ).first()[0]
    check("merged in Spark", merged, SENSORS * len(expected))

    # States of Spark, asked by Python and by CQL.
    pushed.select("sensor", "digest", "moments").writeTo("cassandra.spark_check.states").append()
    for row in session.execute("SELECT digest, moments, stats.moments_mean(moments) AS mean FROM spark_check.states"):
        check("Python counts", tdigest.count(row.digest), len(expected))
        check("Python asks", round(moments.mean(row.moments), 9), round(row.mean, 9))

    # States of Python, merged by Spark and by CQL.
    insert = session.prepare("INSERT INTO spark_check.python (sensor, digest) VALUES (?, ?)")
    for sensor in range(SENSORS):
        session.execute(insert, (sensor, tdigest.of(expected)))
    call = "stats.tdigest_count(stats.tdigest_merge(digest)), stats.tdigest_max(stats.tdigest_merge(digest))"
    of_cql = session.execute(f"SELECT {call} FROM spark_check.python").one()
    for option in ("true", "false"):
        spark.read.format("cassandra-stats").option("hosts", node).option("local-datacenter", "datacenter1").option(
            "keyspace", "spark_check"
        ).option("table", "python").option("push-aggregates", option).load().createOrReplaceTempView("python")
        of_spark = spark.sql(f"SELECT {call} FROM python").first()
        check("merged", tuple(of_spark), tuple(of_cql))
    check("all of Python", tuple(of_cql), (SENSORS * len(expected), max(expected)))
    print(f"Spark {spark.version}, source ok")


if __name__ == "__main__":
    main(*sys.argv[1:])
