# SPDX-License-Identifier: Apache-2.0
"""Records in a Parquet file and in a table of DuckDB in memory: a line of JSON for each request, and one for each answer."""

import json
import math
import os
import sys
import time

import duckdb
import pyarrow

directory = sys.argv[1]
duck = duckdb.connect()


def source(copy, table):
    return table if copy == "DUCKDB" else f"'{os.path.join(directory, table)}.parquet'"


def load(request):
    table = request["table"]
    columns = ", ".join(f"'{name}': '{of}'" for name, of in request["columns"].items())
    duck.execute(
        f"CREATE TABLE {table} AS SELECT * FROM read_csv('{request['file']}', header = false,"
        f" auto_detect = false, delim = '\t', quote = '', escape = '', columns = {{{columns}}})"
    )
    parquet = source("PARQUET", table)
    duck.execute(f"COPY {table} TO {parquet} (FORMAT parquet, COMPRESSION zstd)")
    lost = duck.execute(
        f"SELECT count(*) FROM (SELECT * FROM {table} EXCEPT ALL SELECT * FROM {parquet})"
    ).fetchall()[0][0]
    if lost > 0:
        raise ValueError(f"{lost} records are not in the Parquet file")
    return {"rows": [[os.path.getsize(parquet.strip("'"))]]}


def ask(request):
    rows = source(request["copy"], request["table"])
    value, group = request["value"], request["group"]
    start = time.perf_counter()
    if request["question"] == "ALL_COLUMNS":
        read = duck.sql(f"SELECT * FROM {rows}").to_arrow_table()
        seconds = time.perf_counter() - start
        return {"seconds": seconds, "rows": [[read.num_rows, mean(read[value].to_numpy())]]}
    if request["question"] == "ONE_COLUMN":
        read = duck.execute(f"SELECT {value} FROM {rows}").fetchnumpy()[value]
        seconds = time.perf_counter() - start
        return {"seconds": seconds, "rows": [[len(read), mean(read)]]}
    if request["question"] == "COUNT":
        select, end = f"count({value})", ""
    elif request["question"] == "GROUPED":
        select, end = f"{group}, count({value}), favg({value})", f" GROUP BY {group}"
    else:
        select = f"count({value}), favg({value}), min({value}), max({value})"
        end = f" WHERE {request['filtered']} = '{request['filter']}'"
    found = duck.execute(f"SELECT {select} FROM {rows}{end}").fetchall()
    seconds = time.perf_counter() - start
    if request["question"] == "GROUPED":
        return {
            "seconds": seconds,
            "keys": [row[0] for row in found],
            "rows": [row[1:] for row in found],
        }
    return {"seconds": seconds, "rows": found}


def mean(values):
    return math.fsum(values) / len(values)


def answer(message):
    print(json.dumps(message), flush=True)


answer({"message": f"DuckDB {duckdb.__version__}, Arrow {pyarrow.__version__}"})
for line in sys.stdin:
    try:
        asked = json.loads(line)
        answer(load(asked) if asked["task"] == "LOAD" else ask(asked))
    except Exception as failed:  # the study records what an engine cannot do
        answer({"error": type(failed).__name__, "message": str(failed)[:500]})
