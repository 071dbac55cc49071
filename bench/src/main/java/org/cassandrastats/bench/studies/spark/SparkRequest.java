/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.spark;

import java.util.List;
import org.cassandrastats.bench.target.BenchKeyspace;

/**
 * What Spark is to do, as its process reads it.
 *
 * @param task {@code ASK} or {@code STORE}
 * @param source {@code CONNECTOR}, {@code PARQUET} or {@code CACHED}
 * @param table without its keyspace
 * @param consistency level of reads by the connector; null for other sources
 * @param select expressions of Spark SQL; null where nothing is asked
 * @param where a condition of Spark SQL; null for all rows
 */
public record SparkRequest(
    String task,
    String source,
    String table,
    String consistency,
    List<String> select,
    String where) {

  /** Copies a table into a source. */
  public static SparkRequest store(String source, String table) {
    return new SparkRequest("STORE", source, name(table), null, null, null);
  }

  /** Asks for one row. */
  public static SparkRequest ask(
      String source, String table, String consistency, List<String> select, String where) {
    return new SparkRequest("ASK", source, name(table), consistency, List.copyOf(select), where);
  }

  private static String name(String table) {
    return table.substring(table.indexOf('.') + 1);
  }

  static String keyspace() {
    return BenchKeyspace.TABLE.substring(0, BenchKeyspace.TABLE.indexOf('.'));
  }
}
