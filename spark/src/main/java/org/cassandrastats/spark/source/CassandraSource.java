/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import java.util.Map;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Tables of Cassandra under the name {@code cassandra-stats}: {@code spark.read.format(...)}. */
public final class CassandraSource implements TableProvider, DataSourceRegister {
  /** Made by Spark. */
  public CassandraSource() {}

  @Override
  public String shortName() {
    return "cassandra-stats";
  }

  /**
   * The columns of the table that the options name.
   *
   * @throws IllegalArgumentException if an option is missing or unknown, or there is no such table
   */
  @Override
  @SuppressWarnings("deprecation") // See CassandraTable.
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return table(options.asCaseSensitiveMap()).schema();
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return table(properties);
  }

  private static CassandraTable table(Map<String, String> given) {
    SourceOptions options = new SourceOptions(given);
    String keyspace = options.required(SourceOptions.KEYSPACE);
    String table = options.required(SourceOptions.TABLE);
    return CassandraTable.find(options, keyspace, table)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There is no table %s.%s: expected names as system_schema.tables has them."
                        .formatted(keyspace, table)));
  }
}
