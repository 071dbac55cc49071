/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.report;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * The statements that are asked about a table.
 *
 * @param metadata the table
 * @param columns those whose values are looked at, in the order of the table
 * @param functions the keyspace of the functions, in CQL
 */
record ReportedTable(TableMetadata metadata, List<ColumnMetadata> columns, String functions) {
  /** Bins of the picture of a column. */
  static final int BINS = 20;

  /** One statement aggregates all of them. */
  private static final int MOST_COLUMNS = 40;

  private static final Set<DataType> NUMBERS =
      Set.of(DataTypes.DOUBLE, DataTypes.FLOAT, DataTypes.INT, DataTypes.BIGINT, DataTypes.VARINT);

  private static final Set<DataType> FRACTIONS = Set.of(DataTypes.DOUBLE, DataTypes.FLOAT);

  /** Types of which {@code min} and {@code max} are what the first and last time are. */
  private static final Set<DataType> TIMES = Set.of(DataTypes.TIMESTAMP, DataTypes.DATE);

  private static final Set<DataType> DISTINCT =
      Set.of(
          DataTypes.DOUBLE,
          DataTypes.FLOAT,
          DataTypes.INT,
          DataTypes.BIGINT,
          DataTypes.TIMESTAMP,
          DataTypes.TEXT,
          DataTypes.ASCII,
          DataTypes.BLOB);

  /** How many of the most frequent texts of a column are shown. */
  static final int TOP = 10;

  ReportedTable {
    columns = List.copyOf(columns);
  }

  /**
   * The columns of a table that are no part of its key and not static.
   *
   * @param wanted names in CQL; empty for all
   * @param functionsKeyspace as it is named, without quotes
   * @throws UserError if there is no such column, or too many of them
   */
  static ReportedTable of(TableMetadata table, List<String> wanted, String functionsKeyspace) {
    List<ColumnMetadata> values =
        table.getColumns().values().stream()
            .filter(column -> !column.isStatic() && !table.getPrimaryKey().contains(column))
            .toList();
    Set<CqlIdentifier> names =
        wanted.stream().map(ReportedTable::identifier).collect(Collectors.toSet());
    names.stream()
        .filter(name -> values.stream().noneMatch(column -> column.getName().equals(name)))
        .findFirst()
        .ifPresent(
            unknown -> {
              throw new UserError(
                  "--column %s: %s has no such column outside its key. Expected %s."
                      .formatted(Names.cql(unknown), Names.cql(table), Names.cql(values)));
            });
    List<ColumnMetadata> chosen =
        values.stream()
            .filter(column -> names.isEmpty() || names.contains(column.getName()))
            .toList();
    if (chosen.size() > MOST_COLUMNS) {
      throw new UserError(
          "%s has %d columns outside its key: name up to %d of them with --column."
              .formatted(Names.cql(table), chosen.size(), MOST_COLUMNS));
    }
    return new ReportedTable(table, chosen, Identifier.quoteIfNeeded(functionsKeyspace));
  }

  private static CqlIdentifier identifier(String name) {
    try {
      return CqlIdentifier.fromCql(name);
    } catch (IllegalArgumentException wrong) {
      throw new UserError("--column %s: expected a name as CQL writes it.".formatted(name), wrong);
    }
  }

  /** Its name in CQL. */
  String name() {
    return Names.cql(metadata);
  }

  /** The columns of the partition key, in CQL. */
  String key() {
    return Names.cql(metadata.getPartitionKey());
  }

  /** Whether a partition may have several rows. */
  boolean hasClustering() {
    return !metadata.getClusteringColumns().isEmpty();
  }

  boolean isNumber(ColumnMetadata column) {
    return NUMBERS.contains(column.getType());
  }

  boolean isText(ColumnMetadata column) {
    return column.getType().equals(DataTypes.TEXT) || column.getType().equals(DataTypes.ASCII);
  }

  boolean isDistinct(ColumnMetadata column) {
    return DISTINCT.contains(column.getType());
  }

  /** Whether all values of a column of numbers are whole. */
  boolean isWhole(ColumnMetadata column) {
    return !FRACTIONS.contains(column.getType());
  }

  /** A column of measured values: the first that may have fractions, or else of whole numbers. */
  Optional<ColumnMetadata> number() {
    List<ColumnMetadata> numbers = columns.stream().filter(this::isNumber).toList();
    return numbers.stream()
        .filter(column -> !isWhole(column))
        .findFirst()
        .or(() -> numbers.stream().findFirst());
  }

  /** The clustering column that holds times, if there is one. */
  Optional<ColumnMetadata> time() {
    return metadata.getClusteringColumns().keySet().stream()
        .filter(column -> TIMES.contains(column.getType()))
        .findFirst();
  }

  /** Asks for a row of any partition. */
  String anyPartition() {
    return "SELECT %s FROM %s LIMIT 1".formatted(key(), name());
  }

  /** Asks how many rows each partition has. */
  String sizes() {
    return "SELECT %s, count(*) AS rows%nFROM %s%nGROUP BY %s".formatted(key(), name(), key());
  }

  /** Asks for the statistics of all columns. */
  String values() {
    List<String> selectors = new ArrayList<>(List.of("count(*)"));
    time()
        .map(column -> Names.cql(column.getName()))
        .ifPresent(column -> selectors.add("min(%1$s), max(%1$s)".formatted(column)));
    for (ColumnMetadata column : columns) {
      String name = Names.cql(column.getName());
      selectors.add("count(" + name + ")");
      if (isDistinct(column)) {
        selectors.add("%1$s.hll_distinct(%1$s.hll(%2$s))".formatted(functions, name));
      }
      if (isText(column)) {
        for (String asked : List.of("values", "estimates")) {
          selectors.add(
              "%1$s.frequent_%2$s(%1$s.frequent_items(%3$s, %4$d))"
                  .formatted(functions, asked, name, TOP));
        }
      }
      if (isNumber(column)) {
        selectors.add("%s.summary(%s)".formatted(functions, name));
        selectors.add(
            "%1$s.tdigest_quantiles(%1$s.tdigest(%2$s), [0.01, 0.5, 0.99])"
                .formatted(functions, name));
        selectors.add(
            "%1$s.tdigest_histogram(%1$s.tdigest(%2$s), %3$d)".formatted(functions, name, BINS));
      }
    }
    return "SELECT %s%nFROM %s".formatted(String.join(",\n  ", selectors), name());
  }

  /**
   * Asks what people usually ask: about one partition, about each, about all rows.
   *
   * @param partition the condition on the partition key
   */
  Map<String, String> questions(String partition) {
    String one =
        number()
            .map(column -> "%s.summary(%s)".formatted(functions, Names.cql(column.getName())))
            .orElse("count(*)");
    String each =
        number()
            .map(column -> "%s.mean(%s)".formatted(functions, Names.cql(column.getName())))
            .orElse("count(*)");
    String all =
        number()
            .map(
                column ->
                    "%1$s.tdigest_quantile(%1$s.tdigest(%2$s), 0.99)"
                        .formatted(functions, Names.cql(column.getName())))
            .orElse("count(*)");
    Map<String, String> questions = new LinkedHashMap<>();
    questions.put("one partition", "SELECT %s FROM %s WHERE %s".formatted(one, name(), partition));
    questions.put(
        "each partition",
        "SELECT %s, %s FROM %s GROUP BY %s".formatted(key(), each, name(), key()));
    questions.put("all rows", "SELECT %s FROM %s".formatted(all, name()));
    return questions;
  }
}
