/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.bucket;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.text.TimeTexts;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.table.Watermarks;
import org.cassandrastats.rollup.internal.time.Buckets;
import org.cassandrastats.rollup.internal.time.PartitionSpec;
import org.cassandrastats.rollup.internal.time.TimeColumn;

/**
 * What a table holds, in its comment: so both are made and dropped together, and anybody who
 * describes the table reads it.
 *
 * @param format the version of this text, 1
 * @param from the table of the rows, in CQL
 * @param time the column of their time, in CQL
 * @param type of that column; null for a rollup
 * @param unit what a bigint time counts; null for other types
 * @param bucket the width of the buckets, such as 1h
 * @param timezone whose days are counted; null for those of UTC
 * @param since rows of earlier buckets are left out; null where none are
 * @param ttl how long a bucket is kept from its end on, such as 90d; null for no limit
 * @param partitions how series are cut into partitions, such as day=1y; null where nothing is said
 * @param fromPartitions how the table of the rows cuts them in UTC, such as day=1d; null where that
 *     was not said, or the table says so itself
 * @param dropped of a rollup: columns that tell series of the rows apart, in CQL, and are none of
 *     its own; null where there are none
 * @param states of a rollup: the aggregates, by the names of their columns
 * @param columns of a table of chunks: the types of the packed columns, by their names
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StoredDefinition(
    int format,
    String from,
    String time,
    String type,
    String unit,
    String bucket,
    String timezone,
    String since,
    String ttl,
    String partitions,
    String fromPartitions,
    List<String> dropped,
    Map<String, String> states,
    Map<String, String> columns) {
  /** The usual column of the beginnings of buckets. */
  static final CqlIdentifier BUCKET = CqlIdentifier.fromInternal("bucket");

  private static final CqlIdentifier COMMENT = CqlIdentifier.fromInternal("comment");
  private static final int FORMAT = 1;

  /** Copies the maps. */
  public StoredDefinition {
    dropped = dropped == null ? null : List.copyOf(dropped);
    states = states == null ? null : new LinkedHashMap<>(states);
    columns = columns == null ? null : new LinkedHashMap<>(columns);
  }

  /**
   * A definition of this version.
   *
   * @param kind the command that writes the table
   * @param cut how series are cut into partitions; null where nothing is said of it
   * @param contents states or columns, by their names
   */
  public static StoredDefinition of(
      Watermarks.Kind kind,
      Task task,
      TimeColumn time,
      PartitionSpec cut,
      Map<String, String> contents) {
    boolean packs = kind == Watermarks.Kind.PACK;
    return new StoredDefinition(
        FORMAT,
        task.from().toString(),
        time.name(),
        packs ? time.type().asCql(false, false) : null,
        time.unit() == null ? null : time.unit().toString(),
        task.buckets().width(),
        task.buckets().zone(),
        task.buckets().startText(task.since()),
        task.ttl() == null ? null : TimeTexts.format(task.ttl()),
        cut == null ? null : cut.toString(),
        task.partitions() == null ? null : task.partitions().toString(),
        task.dropped().isEmpty() ? null : task.dropped().stream().map(Names::cql).toList(),
        packs ? null : contents,
        packs ? contents : null);
  }

  /** The command that writes a table; empty for tables of others. */
  public static Optional<Watermarks.Kind> writer(TableMetadata table) {
    return Stream.of(Watermarks.Kind.values())
        .filter(kind -> read(kind, comment(table), JsonNode.class).isPresent())
        .findFirst();
  }

  /** The column of the beginnings of buckets; empty for tables of others. */
  public static Optional<CqlIdentifier> bucketColumn(TableMetadata table) {
    List<ColumnMetadata> clustering = List.copyOf(table.getClusteringColumns().keySet());
    // Behind it, chunks have the numbers of their parts.
    return writer(table)
        .map(kind -> clustering.size() - (kind == Watermarks.Kind.PACK ? 2 : 1))
        .filter(place -> place >= 0)
        .map(place -> clustering.get(place).getName());
  }

  /**
   * The column of the beginnings of buckets in the table that a task writes.
   *
   * @throws StatsException if the table is there, and has another one than was asked for
   */
  public static CqlIdentifier bucketColumn(CqlSession session, Task task) {
    CqlIdentifier wanted = task.column();
    CqlIdentifier there =
        task.into().find(session).flatMap(StoredDefinition::bucketColumn).orElse(null);
    if (wanted != null && there != null && !there.equals(wanted)) {
      throw new StatsException(
          "%s keeps the beginnings of its buckets in the column %s, not %s: leave out %s, or name another table."
              .formatted(task.into(), Names.cql(there), Names.cql(wanted), Task.BUCKET_COLUMN));
    }
    return Stream.of(there, wanted).filter(Objects::nonNull).findFirst().orElse(BUCKET);
  }

  /** The buckets that the rows of a table stand for; empty where they stand for none. */
  static Optional<Buckets> buckets(TableMetadata table) {
    return writer(table).flatMap(kind -> find(kind, table)).map(StoredDefinition::buckets);
  }

  /** How time is cut. */
  public Buckets buckets() {
    return Buckets.of(bucket, timezone);
  }

  /** What a table says that it holds; empty if the command does not write it. */
  public static Optional<StoredDefinition> find(Watermarks.Kind kind, TableMetadata table) {
    return parse(kind, comment(table));
  }

  /** The definition that a comment holds; empty if it holds none that can be read. */
  public static Optional<StoredDefinition> parse(Watermarks.Kind kind, String comment) {
    return read(kind, comment, StoredDefinition.class)
        .filter(read -> read.format() == FORMAT)
        .filter(read -> read.isOf(kind))
        .filter(StoredDefinition::hasBuckets);
  }

  private static String comment(TableMetadata table) {
    return String.valueOf(table.getOptions().get(COMMENT));
  }

  private static <T> Optional<T> read(Watermarks.Kind kind, String comment, Class<T> type) {
    if (!comment.startsWith(kind.mark())) {
      return Optional.empty();
    }
    try {
      String definition = comment.substring(kind.mark().length());
      return Optional.of(new ObjectMapper().readValue(definition, type));
    } catch (JsonProcessingException unreadable) {
      return Optional.empty();
    }
  }

  /** A rollup has states, and chunks have columns. */
  private boolean isOf(Watermarks.Kind kind) {
    return kind == Watermarks.Kind.ROLLUP
        ? states != null && columns == null && type == null
        : states == null && columns != null && !columns.isEmpty();
  }

  private boolean hasBuckets() {
    try {
      return bucket != null
          && buckets() != null
          && (ttl == null || timeToLive() != null)
          && (partitions == null || cut() != null)
          && (fromPartitions == null || fromCut() != null);
    } catch (IllegalArgumentException unreadable) {
      return false;
    }
  }

  /** The comment that holds it. */
  public String comment() {
    Watermarks.Kind kind =
        isOf(Watermarks.Kind.PACK) ? Watermarks.Kind.PACK : Watermarks.Kind.ROLLUP;
    try {
      return kind.mark() + new ObjectMapper().writeValueAsString(this);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * The statement that creates the table.
   *
   * @param columns and primary key, in CQL
   */
  public String createStatement(TableName name, List<String> columns) {
    return "CREATE TABLE IF NOT EXISTS %s (\n  %s\n) WITH comment = '%s'"
        .formatted(name, String.join(",\n  ", columns), comment().replace("'", "''"));
  }

  /** When rows are wanted from, in milliseconds; null for the first one. */
  public Long sinceMillis() {
    return since == null ? null : Instant.parse(since).toEpochMilli();
  }

  /** What a bigint time counts; null for other types. */
  public TimeColumn.Unit countedUnit() {
    return unit == null ? null : TimeColumn.Unit.valueOf(unit.toUpperCase(Locale.ROOT));
  }

  /** How series are cut into partitions; null where nothing is said of it. */
  public PartitionSpec cut() {
    return partitions == null ? null : PartitionSpec.parse(partitions, timezone);
  }

  /** How the table of the rows cuts series; null where that was not said. */
  public PartitionSpec fromCut() {
    return fromPartitions == null ? null : PartitionSpec.parse(fromPartitions, null);
  }

  /** How long a bucket is kept from its end on; null for no limit. */
  public Duration timeToLive() {
    return ttl == null ? null : TimeTexts.parse(ttl);
  }

  /** The same, with what is not said of beginning, end and rows as another says it. */
  private StoredDefinition completedBy(StoredDefinition other) {
    return new StoredDefinition(
        format,
        from,
        time,
        type,
        unit,
        bucket,
        timezone,
        since == null ? other.since : since,
        ttl == null ? other.ttl : ttl,
        partitions,
        // Until 0.2.0, no table knew how its rows are cut.
        fromPartitions == null || other.fromPartitions == null
            ? other.fromPartitions
            : fromPartitions,
        dropped,
        states,
        columns);
  }

  /**
   * Refuses to write something else.
   *
   * @param wanted what was asked for; without a beginning or a time to live, it takes these
   * @param what the table is, for the message
   */
  public void require(StoredDefinition wanted, String what) {
    difference(wanted.completedBy(this))
        .ifPresent(
            difference -> {
              throw new StatsException(
                  "%s with %s. Ask for what it holds, name another table, or drop this one."
                      .formatted(what, difference));
            });
  }

  /**
   * In what another definition differs, for a message: {@code bucket 1h, not 2h}.
   *
   * @param wanted what was asked for
   */
  public Optional<String> difference(StoredDefinition wanted) {
    Map<String, String> have = parts();
    Map<String, String> want = wanted.parts();
    return have.keySet().stream()
        .filter(part -> !Objects.equals(have.get(part), want.get(part)))
        .map(part -> "%s %s, not %s".formatted(part, have.get(part), want.get(part)))
        .findFirst();
  }

  private Map<String, String> parts() {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("from", from);
    parts.put("time", time);
    parts.put("time-unit", unit == null ? "of the type" : unit);
    parts.put("bucket", bucket);
    parts.put("timezone", timezone == null ? "UTC" : timezone);
    parts.put("since", since == null ? "the first row" : since);
    parts.put("ttl", ttl == null ? "none" : ttl);
    parts.put("partitions", partitions == null ? "of the rows" : partitions);
    parts.put("partitions of the rows", fromPartitions);
    parts.put("drop-columns", dropped == null ? "none" : String.join(", ", dropped));
    parts.put("time-type", type);
    // The order in which they are asked for says nothing.
    parts.put("states", states == null ? null : new TreeMap<>(states).toString());
    parts.put("columns", columns == null ? null : new TreeMap<>(columns).toString());
    return parts;
  }
}
