/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.state;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.rollup.internal.bucket.BucketSteps;
import org.cassandrastats.rollup.internal.bucket.Repartitioning;
import org.cassandrastats.rollup.internal.bucket.StoredDefinition;
import org.cassandrastats.rollup.internal.bucket.Task;
import org.cassandrastats.rollup.internal.table.SeriesKey;
import org.cassandrastats.rollup.internal.table.TableMaker;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.table.Watermarks;
import org.cassandrastats.rollup.internal.time.PartitionSpec;

/**
 * The table of states.
 *
 * @param name of the table
 * @param key what tells its series apart, as those of the source but for dropped columns
 * @param bucket the last clustering column: the beginning of a bucket
 * @param states its columns of states
 * @param typed whether these are to be of the server jar's types
 * @param repartition how partitions of the source become its own; empty where they are the same
 * @param dropped which columns of the key of rows it has not
 */
public record RollupTarget(
    TableName name,
    SeriesKey key,
    CqlIdentifier bucket,
    List<StateColumn> states,
    boolean typed,
    Optional<Repartitioning> repartition,
    DroppedColumns dropped)
    implements BucketSteps.Plan.Target {
  /** How many rows of the source a bucket has. */
  static final String ROWS = "rows";

  public RollupTarget {
    states = List.copyOf(states);
    for (ColumnMetadata column : key.columns()) {
      if (column.getName().equals(bucket)) {
        throw new StatsException(
            "The primary key has a column %s, and a rollup has one of that name for itself: expected %s with another name."
                .formatted(Names.cql(bucket), Task.BUCKET_COLUMN));
      }
      if (column.getName().asInternal().equals(ROWS)) {
        throw new StatsException(
            "The primary key has a column %s, and a rollup has one of that name for itself: such a table cannot be rolled up."
                .formatted(ROWS));
      }
    }
    if (bucket.asInternal().equals(ROWS)) {
      throw new StatsException(
          "%s %s: a rollup has a column of that name for the number of rows. Choose another name."
              .formatted(Task.BUCKET_COLUMN, ROWS));
    }
  }

  /** What the comment of a table says that it holds; empty if it is no rollup. */
  static Optional<StoredDefinition> definition(TableMetadata table) {
    return StoredDefinition.find(Watermarks.Kind.ROLLUP, table);
  }

  @Override
  public PartitionSpec cut() {
    return repartition.map(Repartitioning::cut).orElse(null);
  }

  /**
   * The key of the series that a bucket is written to.
   *
   * @param from the key of the series of its rows
   * @param start of the bucket
   */
  List<ByteBuffer> key(List<ByteBuffer> from, long start) {
    List<ByteBuffer> key = repartition.map(way -> way.key(from, start)).orElse(from);
    return dropped.isNone() ? key : dropped.written(key);
  }

  /** The key of the series, or group of series, whose rows a bucket is made of. */
  List<ByteBuffer> keyOfRows(List<ByteBuffer> of, long start) {
    List<ByteBuffer> key = dropped.isNone() ? of : dropped.groupOf(of);
    return repartition.map(way -> way.keyOfRows(key, start)).orElse(key);
  }

  @Override
  public String createStatement(StoredDefinition definition) {
    List<String> columns = new ArrayList<>();
    columns.addAll(TableMaker.TableShape.described(key.columns()));
    columns.add(Names.cql(bucket) + " timestamp");
    columns.add(ROWS + " bigint");
    for (StateColumn state : states) {
      columns.add(state.quoted() + " " + (typed ? "'" + state.typeClass() + "'" : "blob"));
    }
    columns.add(key.primaryKey(Names.cql(bucket)));
    return definition.createStatement(name, columns);
  }

  /** The statement that reads a bucket: rows, states, when it was written; key, bucket. */
  String selectStatement() {
    List<String> columns = new ArrayList<>(List.of(ROWS));
    states.forEach(state -> columns.add(state.quoted()));
    columns.add("writetime(" + ROWS + ")");
    return "SELECT %s FROM %s WHERE %s AND %s = ?"
        .formatted(String.join(", ", columns), name, key.markers(), Names.cql(bucket));
  }

  /**
   * The statement that writes a bucket: key, bucket, rows, states; the write time; seconds where it
   * expires.
   *
   * @param expires whether buckets have a time to live
   */
  String insertStatement(boolean expires) {
    List<String> columns = new ArrayList<>(List.of(key.names(), Names.cql(bucket), ROWS));
    states.forEach(state -> columns.add(state.quoted()));
    return "INSERT INTO %s (%s) VALUES (%s) USING TIMESTAMP ?%s"
        .formatted(
            name,
            String.join(", ", columns),
            String.join(", ", Collections.nCopies(key.columns().size() + 2 + states.size(), "?")),
            expires ? " AND TTL ?" : "");
  }

  /** The statement that removes a bucket: the write time; key, bucket. */
  String deleteStatement() {
    return "DELETE FROM %s USING TIMESTAMP ? WHERE %s AND %s = ?"
        .formatted(name, key.markers(), Names.cql(bucket));
  }

  @Override
  public StoredDefinition check(TableMetadata table, StoredDefinition wanted) {
    StoredDefinition found =
        definition(table)
            .orElseThrow(
                () ->
                    new StatsException(
                        "%s is no rollup: its comment holds no definition. Name another table, or drop this one."
                            .formatted(name)));
    found.require(wanted, name + " is a rollup");
    TableMaker.TableShape shape = new TableMaker.TableShape(table);
    shape.requireKey(key, List.of(Names.cql(bucket) + " timestamp"));
    shape.requireColumn(ROWS, List.of("bigint"));
    for (StateColumn state : states) {
      List<String> types = new ArrayList<>(List.of("'" + state.typeClass() + "'"));
      if (!typed) {
        types.add("blob");
      }
      shape.requireColumn(state.name(), types);
    }
    return found;
  }
}
