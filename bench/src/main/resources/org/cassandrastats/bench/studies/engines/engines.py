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


def path(table):
    return os.path.join(directory, table + ".parquet")


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
    duck.execute(f"COPY {table} TO '{path(table)}' (FORMAT parquet)")
    duck.unregister("given")
    house.query(f"DROP TABLE IF EXISTS rows.{table}")
    house.query(
        f"CREATE TABLE rows.{table} (sensor Int32, at Int64, value Float64)"
        " ENGINE = MergeTree ORDER BY (sensor, at)"
    )
    house.query(f"INSERT INTO rows.{table} SELECT * FROM file('{path(table)}', Parquet)")
    house.query(f"OPTIMIZE TABLE rows.{table} FINAL")
    parts = house.query(
        "SELECT sum(bytes_on_disk) FROM system.parts"
        f" WHERE active AND database = 'rows' AND table = '{table}'",
        "JSONCompact",
    )
    return {
        "values": [
            files_bytes(path(table)),
            files_bytes(os.path.join(directory, "rows.duckdb")) - before,
            float(json.loads(str(parts))["data"][0][0]),
        ]
    }


def of_duckdb(sql):
    return duck.execute(sql).fetchone()


def of_clickhouse(sql):
    return json.loads(str(house.query(sql, "JSONCompact")))["data"][0]


def flat(row):
    return [
        float(each)
        for value in row
        for each in (value if isinstance(value, (list, tuple)) else [value])
    ]


def ask(request):
    engine = {"DUCKDB": of_duckdb, "PARQUET": of_duckdb, "CLICKHOUSE": of_clickhouse}
    table = {
        "DUCKDB": request["table"],
        "PARQUET": f"'{path(request['table'])}'",
        "CLICKHOUSE": "rows." + request["table"],
    }[request["engine"]]
    where = " WHERE sensor = 1" if request["partitions"] == 1 else ""
    sql = f"SELECT {request['select']} FROM {table}{where}"
    start = time.perf_counter()
    row = engine[request["engine"]](sql)
    seconds = time.perf_counter() - start
    return {"seconds": seconds, "values": flat(row)}


def answer(message):
    print(json.dumps(message), flush=True)


answer(
    {
        "message": f"DuckDB {duckdb.__version__},"
        f" ClickHouse {of_clickhouse('SELECT version()')[0]} (chdb {chdb.__version__})"
    }
)
for line in sys.stdin:
    try:
        asked = json.loads(line)
        answer(load(asked) if asked["task"] == "LOAD" else ask(asked))
    except Exception as failed:  # the study records what an engine cannot do
        answer({"error": type(failed).__name__, "message": str(failed)[:500]})
