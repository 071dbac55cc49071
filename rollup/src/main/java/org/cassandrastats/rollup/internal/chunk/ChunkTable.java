/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.rollup.internal.bucket.BucketSource;
import org.cassandrastats.rollup.internal.bucket.BucketSteps;
import org.cassandrastats.rollup.internal.bucket.StoredDefinition;
import org.cassandrastats.rollup.internal.bucket.Task;
import org.cassandrastats.rollup.internal.table.SeriesKey;
import org.cassandrastats.rollup.internal.table.TableMaker;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.table.Watermarks;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * The table of chunks: of each bucket as many rows as it has parts of 8192 points.
 *
 * @param name of the table
 * @param key what tells its series apart, as those of the rows
 * @param bucket the clustering column behind these: the beginning of a bucket
 * @param columns its columns of chunks
 * @param typed whether these are to be of the server jar's type
 */
public record ChunkTable(
    TableName name, SeriesKey key, CqlIdentifier bucket, List<PackedColumn> columns, boolean typed)
    implements BucketSteps.Plan.Target {
  /** The last one: 0, 1, 2 and so on in the order of times. */
  static final String PART = "part";

  /** How often a bucket was written, in its part 0: no run overwrites what it has not seen. */
  static final String VERSION = "version";

  private static final String TYPE = "'org.cassandrastats.types.ChunkType'";

  public ChunkTable {
    columns = List.copyOf(columns);
    Set<String> taken = new TreeSet<>(Set.of(PART, VERSION));
    List<String> names = new ArrayList<>(List.of(bucket.asInternal()));
    names.addAll(key.columns().stream().map(column -> column.getName().asInternal()).toList());
    columns.forEach(column -> names.add(column.name()));
    for (String one : names) {
      if (!taken.add(one)) {
        throw new StatsException(
            "The column %s would be there twice: a table of chunks has %s, %s and %s for itself, and each column once. The first of these is what %s says."
                .formatted(
                    Identifier.quoteIfNeeded(one),
                    Names.cql(bucket),
                    PART,
                    VERSION,
                    Task.BUCKET_COLUMN));
      }
    }
  }

  /**
   * Finds out what is wanted. Nothing is written, and no row is read.
   *
   * @param names of the columns to be packed, in CQL
   * @throws StatsException if it is not possible, or the table of chunks holds something else
   */
  public static BucketSteps.Plan<ChunkTable> resolve(
      CqlSession session, Task task, List<String> names) {
    TableMaker.requirePartitioner(session.getMetadata());
    BucketSource source = BucketSource.find(session, task);
    requirePoints(source);
    List<PackedColumn> columns =
        names.stream()
            .map(name -> PackedColumn.of(source.name(), BucketSource.column(source.table(), name)))
            .toList();
    ChunkTable target =
        new ChunkTable(
            task.into(),
            source.key(),
            StoredDefinition.bucketColumn(session, task),
            columns,
            task.typed());
    return BucketSteps.Plan.of(
        session, Watermarks.Kind.PACK, task, source, target, PackedColumn.contents(columns));
  }

  /**
   * Refuses to delete rows that are more than what was packed of them.
   *
   * @throws StatsException if the table has other columns
   */
  public void requireWholeRows(BucketSource source) {
    Set<String> packed = columns.stream().map(PackedColumn::name).collect(Collectors.toSet());
    List<ColumnMetadata> others =
        source.table().getColumns().values().stream()
            .filter(column -> !column.isStatic() && !isKey(source, column))
            .filter(column -> !packed.contains(column.getName().asInternal()))
            .toList();
    if (!others.isEmpty()) {
      throw new StatsException(
          "--delete-rows would delete what is not packed of %s, which is %s: leave it out, or pack all columns."
              .formatted(source.name(), Names.cql(others)));
    }
  }

  private static boolean isKey(BucketSource source, ColumnMetadata column) {
    return source.table().getPrimaryKey().contains(column);
  }

  private static void requirePoints(BucketSource source) {
    if (!source.time().isNumber()) {
      throw new StatsException(
          "The column %s is a timeuuid, of which a chunk would hold the milliseconds and lose the rest: expected timestamp, bigint or date."
              .formatted(source.time().name()));
    }
    List<ColumnMetadata> clustering = List.copyOf(source.table().getClusteringColumns().keySet());
    List<ColumnMetadata> behind =
        clustering.subList(clustering.indexOf(source.column()) + 1, clustering.size());
    if (!behind.isEmpty()) {
      throw new StatsException(
          "Rows of %s at one time are told apart by %s, which a chunk does not hold: such a table cannot be packed."
              .formatted(source.name(), Names.cql(behind)));
    }
  }

  /** What the comment of a table says that it holds. */
  static StoredDefinition definition(TableMetadata table) {
    return StoredDefinition.find(Watermarks.Kind.PACK, table)
        .orElseThrow(
            () ->
                new StatsException(
                    "%s is no table of chunks: its comment holds no definition. Name another table, or drop this one."
                        .formatted(TableName.of(table))));
  }

  /** The column of the beginnings of buckets of a table of chunks. */
  static CqlIdentifier bucketColumn(TableMetadata table) {
    return StoredDefinition.bucketColumn(table)
        .orElseThrow(
            () ->
                new StatsException(
                    "%s has no clustering column: expected the beginnings of buckets, as cassandra-stats pack makes them."
                        .formatted(TableName.of(table))));
  }

  /** The buckets of a table as times, as the rows of any table have them. */
  static BucketSource buckets(TableMetadata table) {
    return BucketSource.ofBuckets(
        table, table.getColumn(bucketColumn(table)).orElseThrow(), definition(table).buckets());
  }

  @Override
  public String createStatement(StoredDefinition definition) {
    List<String> lines = new ArrayList<>(TableMaker.TableShape.described(key.columns()));
    lines.add(Names.cql(bucket) + " timestamp");
    lines.add(PART + " int");
    lines.add(VERSION + " int");
    columns.forEach(column -> lines.add(column.quoted() + " " + (typed ? TYPE : "blob")));
    lines.add(key.primaryKey(Names.cql(bucket), PART));
    return definition.createStatement(name, lines);
  }

  /** The statement that reads a bucket: part, version, chunks. */
  String selectStatement() {
    return "SELECT %s, %s, %s FROM %s WHERE %s"
        .formatted(PART, VERSION, names(", "), name, where());
  }

  /** The statement that reads part 0 of a bucket alone. */
  String selectFirstStatement() {
    return "%s AND %s = 0".formatted(selectStatement(), PART);
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

  @Override
  public StoredDefinition check(TableMetadata table, StoredDefinition wanted) {
    StoredDefinition found = definition(table);
    found.require(wanted, name + " holds chunks");
    checkShape(table);
    return found;
  }

  /** Checks the columns of a table. */
  void checkShape(TableMetadata table) {
    TableMaker.TableShape shape = new TableMaker.TableShape(table);
    shape.requireKey(key, List.of(Names.cql(bucket) + " timestamp", PART + " int"));
    shape.requireColumn(VERSION, List.of("int"));
    for (PackedColumn column : columns) {
      shape.requireColumn(column.name(), typed ? List.of(TYPE) : List.of(TYPE, "blob"));
    }
  }

  private String where() {
    return "%s AND %s = ?".formatted(key.markers(), Names.cql(bucket));
  }

  private String names(String separator) {
    return columns.stream().map(PackedColumn::quoted).collect(Collectors.joining(separator));
  }
}
