/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.answer;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Select.Expression;
import org.cassandrastats.client.internal.cql.SelectParser;
import org.cassandrastats.rollup.internal.bucket.BucketSource;
import org.cassandrastats.rollup.internal.bucket.StoredDefinition;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.table.Watermarks;
import org.cassandrastats.rollup.internal.time.PartitionSpec;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * A rollup, and what its states are made of, where it was made of another rollup too.
 *
 * @param table of the states
 * @param levels what it says of itself, and so on down to the rollup that was made of rows
 * @param merged the aggregates of rows whose states it holds, and those that merge them
 * @param isOutlived whether a table that it was made of was made after it: another of that name
 * @param isOfExpiring whether it was made of states that expire
 */
public record RollupSource(
    TableMetadata table,
    List<StoredDefinition> levels,
    Map<String, String> merged,
    boolean isOutlived,
    boolean isOfExpiring) {
  private static final String MERGE = "_merge";

  /** Of identifiers that tell when they were made. */
  private static final int TIME_BASED = 1;

  public RollupSource {
    levels = List.copyOf(levels);
    merged = Map.copyOf(merged);
  }

  /** What it says of itself. */
  StoredDefinition definition() {
    return levels.get(0);
  }

  /** The column of the beginnings of buckets. */
  ColumnMetadata bucketColumn() {
    return StoredDefinition.bucketColumn(table).flatMap(table::getColumn).orElseThrow();
  }

  /** Its name, without quotes. */
  String bucket() {
    return bucketColumn().getName().asInternal();
  }

  /** What the rollup says that was made of rows. */
  StoredDefinition origin() {
    return levels.get(levels.size() - 1);
  }

  /** Whether its partitions, or those of rows, are said to hold a span of time each. */
  boolean isCut() {
    return definition().cut() != null;
  }

  /** How rows are cut into partitions, where that is said; empty where it is not known. */
  Optional<PartitionSpec> cutOfRows() {
    return levels.stream()
        .filter(level -> level.cut() != null)
        .reduce((above, below) -> below)
        .map(StoredDefinition::fromCut);
  }

  /** The rollups that stand for the rows of a table. */
  static List<RollupSource> of(CqlSession session, TableName rows) {
    List<Aggregate> aggregates = CatalogueFile.read().aggregates();
    return session.getMetadata().getKeyspaces().values().stream()
        .flatMap(keyspace -> keyspace.getTables().values().stream())
        .flatMap(table -> find(session, table, aggregates).stream())
        .filter(source -> source.origin().from().equals(rows.toString()))
        // Its buckets are of several series, and a question is about one.
        .filter(source -> source.levels().stream().allMatch(level -> level.dropped() == null))
        .toList();
  }

  private static Optional<RollupSource> find(
      CqlSession session, TableMetadata table, List<Aggregate> aggregates) {
    Optional<StoredDefinition> found = StoredDefinition.find(Watermarks.Kind.ROLLUP, table);
    if (found.isEmpty() || table.getClusteringColumns().isEmpty()) {
      return Optional.empty();
    }
    try {
      return find(session, table, found.get(), aggregates);
    } catch (StatsException | IllegalArgumentException unreadable) {
      // Somebody has changed the comment of the table.
      return Optional.empty();
    }
  }

  private static Optional<RollupSource> find(
      CqlSession session,
      TableMetadata table,
      StoredDefinition definition,
      List<Aggregate> aggregates) {
    Map<String, String> ofRows = new HashMap<>(definition.states());
    List<StoredDefinition> levels = new ArrayList<>(List.of(definition));
    TableMetadata above = table;
    boolean isOutlived = false;
    boolean isOfExpiring = false;
    Optional<TableMetadata> from = TableName.parse(definition.from()).find(session);
    while (from.isPresent()) {
      isOutlived |= isYounger(from.get(), above);
      above = from.get();
      Optional<StoredDefinition> below = StoredDefinition.find(Watermarks.Kind.ROLLUP, above);
      if (below.isEmpty()) {
        break;
      }
      if (levels.contains(below.get())) {
        return Optional.empty();
      }
      levels.add(below.get());
      isOfExpiring |= BucketSource.timeToLive(above).isPresent();
      Map<String, String> parts = below.get().states();
      ofRows.replaceAll((column, aggregate) -> part(aggregate, parts));
      from = TableName.parse(below.get().from()).find(session);
    }
    Map<String, String> merged = new HashMap<>();
    ofRows.forEach(
        (column, aggregate) ->
            call(aggregate)
                .flatMap(call -> merging(call, column, aggregates))
                .ifPresent(merging -> merged.put(aggregate, merging)));
    return Optional.of(new RollupSource(table, levels, merged, isOutlived, isOfExpiring));
  }

  /** Whether a table was made after another one, as far as their identifiers say. */
  public static boolean isYounger(TableMetadata table, TableMetadata other) {
    Optional<UUID> made = table.getId().filter(id -> id.version() == TIME_BASED);
    Optional<UUID> otherMade = other.getId().filter(id -> id.version() == TIME_BASED);
    return made.isPresent()
        && otherMade.isPresent()
        && made.get().timestamp() > otherMade.get().timestamp();
  }

  /** The aggregate of rows whose states are merged; nothing where that is not what is done. */
  private static String part(String aggregate, Map<String, String> parts) {
    return call(aggregate)
        .filter(call -> call.name().endsWith(MERGE) && call.arguments().size() == 1)
        .map(call -> call.arguments().get(0))
        .filter(Expression.Column.class::isInstance)
        .map(argument -> parts.get(((Expression.Column) argument).name()))
        .orElse("");
  }

  private static Optional<Expression.Call> call(String aggregate) {
    if (aggregate.isEmpty()) {
      return Optional.empty();
    }
    Expression expression =
        SelectParser.parse("SELECT " + aggregate + " FROM t", List.of())
            .selectors()
            .get(0)
            .expression();
    return expression instanceof Expression.Call call ? Optional.of(call) : Optional.empty();
  }

  private static Optional<String> merging(
      Expression.Call call, String column, List<Aggregate> aggregates) {
    return aggregates.stream()
        .filter(aggregate -> aggregate.name().equals(call.name()))
        .map(aggregate -> aggregate.family() + MERGE)
        .findFirst()
        .map(
            merge ->
                new Expression.Call(call.keyspace(), merge, List.of(new Expression.Column(column)))
                    .cql());
  }

  /** The name in CQL. */
  @Override
  public String toString() {
    return Identifier.quoteIfNeeded(table.getKeyspace().asInternal())
        + "."
        + Identifier.quoteIfNeeded(table.getName().asInternal());
  }
}
