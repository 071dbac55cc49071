# SPDX-License-Identifier: Apache-2.0
"""DuckDB and ClickHouse in this process: a line of JSON for each request, and one for each answer."""

import json
import os
import sys
import time

import chdb
import duckdb
import numpy as np
import pyarrow as pa
from chdb.session import Session

directory = sys.argv[1]
duck = duckdb.connect(os.path.join(directory, "rows.duckdb"))
house = Session(os.path.join(directory, "clickhouse"))
house.query("CREATE DATABASE IF NOT EXISTS rows ENGINE = Atomic")


PARQUET = {
    "PARQUET": "",
    "PARQUET_ZSTD": ", COMPRESSION zstd",
    "PARQUET_V2": ", COMPRESSION zstd, PARQUET_VERSION v2",
}
CLICKHOUSE = {"CLICKHOUSE": "", "CLICKHOUSE_ADAPTIVE": " SETTINGS enable_adaptive_codec_selection = 1"}


def path(table, engine):
    return os.path.join(directory, f"{table}_{engine.lower()}.parquet")


def merge_tree(table, engine):
    return f"rows.{table}_{engine.lower()}"


def files_bytes(of):
    if os.path.isfile(of):
        return os.path.getsize(of)
    return sum(
        os.path.getsize(os.path.join(folder, each))
        for folder, _, names in os.walk(of)
        for each in names
    )


def load(request):
    """Row i of the values is in the sensor i modulo the partitions, plus 1."""
    table = request["table"]
    values = np.fromfile(request["values"], dtype=">f8").astype(np.float64)
    at = np.arange(len(values), dtype=np.int64)
    sensor = (at % request["partitions"] + 1).astype(np.int32)
    order = np.lexsort((at, sensor))
    rows = pa.table({"sensor": sensor[order], "at": at[order], "value": values[order]})
    duck.register("given", rows)
    before = files_bytes(os.path.join(directory, "rows.duckdb"))
    duck.execute(f"CREATE OR REPLACE TABLE {table} AS SELECT * FROM given")
    duck.execute("CHECKPOINT")
    in_duckdb = files_bytes(os.path.join(directory, "rows.duckdb")) - before
    duck.unregister("given")
    for engine, options in PARQUET.items():
        duck.execute(f"COPY {table} TO '{path(table, engine)}' (FORMAT parquet{options})")
    for engine, settings in CLICKHOUSE.items():
        to = merge_tree(table, engine)
        house.query(f"DROP TABLE IF EXISTS {to}")
        house.query(
            f"CREATE TABLE {to} (sensor Int32, at Int64, value Float64)"
            f" ENGINE = MergeTree ORDER BY (sensor, at){settings}"
        )
        house.query(f"INSERT INTO {to} SELECT * FROM file('{path(table, 'PARQUET')}', Parquet)")
        house.query(f"OPTIMIZE TABLE {to} FINAL")
    return {
        "values": [files_bytes(path(table, engine)) for engine in PARQUET]
        + [in_duckdb]
        + [parts_bytes(merge_tree(table, engine)) for engine in CLICKHOUSE]
    }


def parts_bytes(table):
    database, name = table.split(".")
    parts = of_clickhouse(
        "SELECT sum(bytes_on_disk) FROM system.parts"
        f" WHERE active AND database = '{database}' AND table = '{name}'"
    )
    return float(parts[0][0])


def of_duckdb(sql):
    return duck.execute(sql).fetchall()


def of_clickhouse(sql):
    return json.loads(str(house.query(sql, "JSONCompact")))["data"]


def flat(rows):
    return [
        float(each)
        for row in rows
        for value in row
        for each in (value if isinstance(value, (list, tuple)) else [value])
    ]


def ask(request):
    table, engine = request["table"], request["engine"]
    if engine in CLICKHOUSE:
        of, given = of_clickhouse, merge_tree(table, engine)
    else:
        of, given = of_duckdb, f"'{path(table, engine)}'" if engine in PARQUET else table
    sql = f"SELECT {request['select']} FROM {given}{request['where']}"
    start = time.perf_counter()
    rows = of(sql)
    seconds = time.perf_counter() - start
    return {"seconds": seconds, "values": flat(rows)}


def answer(message):
    print(json.dumps(message), flush=True)


answer(
    {
        "message": f"DuckDB {duckdb.__version__},"
        f" ClickHouse {of_clickhouse('SELECT version()')[0][0]} (chdb {chdb.__version__})"
    }
)
for line in sys.stdin:
    try:
        asked = json.loads(line)
        answer(load(asked) if asked["task"] == "LOAD" else ask(asked))
    except Exception as failed:  # the study records what an engine cannot do
        answer({"error": type(failed).__name__, "message": str(failed)[:500]})
