/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.cassandrastats.cli.buckets.BucketSource;
import org.cassandrastats.cli.buckets.StoredDefinition;
import org.cassandrastats.cli.buckets.TableName;
import org.cassandrastats.cli.buckets.TableShape;
import org.cassandrastats.cli.buckets.TimeColumn;
import org.cassandrastats.cli.console.UserError;

/**
 * The table of chunks: of each bucket as many rows as it has parts of 8192 points.
 *
 * @param name of the table
 * @param key the columns of its partition key, those of the rows
 * @param columns its columns of chunks
 * @param typed whether these are to be of the server jar's type
 */
record ChunkTable(
    TableName name, List<ColumnMetadata> key, List<PackedColumn> columns, boolean typed) {
  /** The first clustering column: the beginning of a bucket. */
  static final String BUCKET = "bucket";

  /** The second one: 0, 1, 2 and so on in the order of times. */
  static final String PART = "part";

  /** How often a bucket was written, in its part 0: no run overwrites what it has not seen. */
  static final String VERSION = "version";

  private static final String TYPE = "'org.cassandrastats.types.ChunkType'";

  ChunkTable {
    Set<String> taken = new TreeSet<>(Set.of(BUCKET, PART, VERSION));
    List<String> names =
        new ArrayList<>(key.stream().map(column -> column.getName().asInternal()).toList());
    columns.forEach(column -> names.add(column.name()));
    for (String one : names) {
      if (!taken.add(one)) {
        throw new UserError(
            "The column %s would be there twice: a table of chunks has %s, %s and %s for itself, and each column once."
                .formatted(one, BUCKET, PART, VERSION));
      }
    }
  }

  /** What the comment of a table says that it holds. */
  static Packing packing(TableMetadata table) {
    return Packing.parse(StoredDefinition.comment(table))
        .orElseThrow(
            () ->
                new UserError(
                    "%s is no table of chunks: its comment holds no definition. Name another table, or drop this one."
                        .formatted(TableName.of(table))));
  }

  /** The buckets of a table as times, as the rows of any table have them. */
  static BucketSource buckets(TableMetadata table) {
    return new BucketSource(
        table, TimeColumn.of(BUCKET, DataTypes.TIMESTAMP, null, Duration.ofSeconds(1)));
  }

  /** The statement that creates the table. */
  String createStatement(Packing packing) {
    List<String> lines = new ArrayList<>(TableShape.described(key));
    lines.add(BUCKET + " timestamp");
    lines.add(PART + " int");
    lines.add(VERSION + " int");
    columns.forEach(column -> lines.add(column.quoted() + " " + (typed ? TYPE : "blob")));
    lines.add("PRIMARY KEY ((%s), %s, %s)".formatted(BucketSource.names(key), BUCKET, PART));
    return "CREATE TABLE IF NOT EXISTS %s (\n  %s\n) WITH comment = '%s'"
        .formatted(name, String.join(",\n  ", lines), packing.comment().replace("'", "''"));
  }

  /** The statement that reads a bucket: part, version, chunks. */
  String selectStatement() {
    return "SELECT %s, %s, %s FROM %s WHERE %s"
        .formatted(PART, VERSION, names(", "), name, where());
  }

  /** The statement that writes part 0: version, chunks; key, bucket; the version before. */
  String updateFirstStatement() {
    return "UPDATE %s SET %s = ?, %s = ? WHERE %s AND %s = 0 IF %s = ?"
        .formatted(name, VERSION, names(" = ?, "), where(), PART, VERSION);
  }

  /** The statement that writes another part: chunks; key, bucket, part. */
  String updateStatement() {
    return "UPDATE %s SET %s = ? WHERE %s AND %s = ?"
        .formatted(name, names(" = ?, "), where(), PART);
  }

  /** The statement that removes parts: key, bucket, the first of them. */
  String deleteStatement() {
    return "DELETE FROM %s WHERE %s AND %s >= ?".formatted(name, where(), PART);
  }

  /**
   * Checks a table that is there already.
   *
   * @param wanted what was asked for; without a beginning, it takes that of the table
   * @return the definition of the table
   * @throws UserError if the table holds no chunks, or others
   */
  Packing check(TableMetadata table, Packing wanted) {
    Packing found = packing(table);
    Packing asked = wanted.since() == null ? wanted.withSince(found.since()) : wanted;
    found
        .difference(asked)
        .ifPresent(
            difference -> {
              throw new UserError(
                  "%s holds chunks with %s. Ask for what it holds, name another table, or drop this one."
                      .formatted(name, difference));
            });
    checkShape(table);
    return found;
  }

  /** Checks the columns of a table. */
  void checkShape(TableMetadata table) {
    TableShape shape = new TableShape(table);
    shape.requireKey(key, List.of(BUCKET + " timestamp", PART + " int"));
    shape.requireColumn(VERSION, List.of("int"));
    for (PackedColumn column : columns) {
      shape.requireColumn(column.name(), typed ? List.of(TYPE) : List.of(TYPE, "blob"));
    }
  }

  private String where() {
    return "%s AND %s = ?".formatted(BucketSource.markers(key), BUCKET);
  }

  private String names(String separator) {
    return columns.stream().map(PackedColumn::quoted).collect(Collectors.joining(separator));
  }
}
