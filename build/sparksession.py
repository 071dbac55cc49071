# SPDX-License-Identifier: Apache-2.0
"""Sessions of PySpark that have the jar, for the checks and the measurement of it."""

import contextlib
import tempfile

from pyspark.sql import SparkSession


def check(what, found, expected):
    """Ends the process where something is not as expected."""
    if found != expected:
        raise SystemExit(f"{what}: expected {expected!r}, found {found!r}")


@contextlib.contextmanager
def session(jar, master, settings=None):
    """A session on this machine that leaves no files behind; the settings are further ones of Spark."""
    with tempfile.TemporaryDirectory() as directory:
        spark = (
            SparkSession.builder.master(master)
            .config("spark.jars", jar)
            .config("spark.sql.catalog.stats", "org.cassandrastats.spark.StatsCatalog")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false")
            .config("spark.log.level", "OFF")
            .config("spark.sql.shuffle.partitions", "4")
            .config("spark.local.dir", directory)
            .config("spark.sql.warehouse.dir", directory)
            .config(map=settings or {})
            .getOrCreate()
        )
        spark.sparkContext.setLogLevel("OFF")
        try:
            yield spark
        finally:
            spark.stop()
