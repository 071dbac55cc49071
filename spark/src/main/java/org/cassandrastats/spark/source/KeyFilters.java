/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.spark.value.CqlLiterals;
import org.cassandrastats.spark.value.CqlLiterals.Comparison;

/**
 * Which filters of Spark Cassandra answers exactly as Spark does: conditions on the primary key.
 */
final class KeyFilters {
  /** Requests of one Spark job that name partitions. */
  private static final int MOST_PARTITIONS = 100_000;

  private static final Map<String, String> MIRRORED =
      Map.of("=", "=", "<", ">", "<=", ">=", ">", "<", ">=", "<=");

  private final boolean hasStatic;
  private final Map<String, ColumnMetadata> partition = new LinkedHashMap<>();
  private final Map<String, ColumnMetadata> clustering = new LinkedHashMap<>();
  private final List<Predicate> pushed = new ArrayList<>();
  private final List<Predicate> left = new ArrayList<>();
  private KeyConditions conditions;

  KeyFilters(RelationMetadata table) {

    this.hasStatic = table.getColumns().values().stream().anyMatch(ColumnMetadata::isStatic);
    table.getPartitionKey().forEach(column -> partition.put(name(column), column));
    table.getClusteringColumns().keySet().forEach(column -> clustering.put(name(column), column));
    this.conditions = KeyConditions.none(names(table));
  }

  private static String name(ColumnMetadata column) {
    return column.getName().asInternal();
  }

  private static List<String> names(RelationMetadata table) {
    List<String> names = new ArrayList<>();
    table.getPartitionKey().forEach(column -> names.add(Names.cql(column.getName())));
    return names;
  }

  /** What Cassandra is asked. */
  KeyConditions conditions() {
    return conditions;
  }

  /** The filters that Cassandra answers. */
  List<Predicate> pushed() {
    return pushed;
  }

  /** Those that Spark has to apply. */
  List<Predicate> left() {
    return left;
  }

  /** Takes the filters of a query, all of which have to hold. */
  void take(Predicate[] predicates) {
    Map<String, List<String>> keys = new HashMap<>();
    Map<Predicate, String> keyed = new LinkedHashMap<>();
    Limits limits = new Limits();
    for (Predicate predicate : predicates) {
      Optional<Compared> compared = compared(predicate);
      if (compared.isPresent() && partition.containsKey(compared.get().column())) {
        List<String> values = compared.get().values(partition, Comparison.EQUAL);
        String column = compared.get().column();
        boolean equal = List.of("=", "IN").contains(compared.get().operator());
        if (equal && !values.isEmpty() && keys.putIfAbsent(column, values) == null) {
          keyed.put(predicate, column);
          continue;
        }
      } else if (compared.isPresent()
          && clustering.containsKey(compared.get().column())
          && limits.add(compared.get())) {
        pushed.add(predicate);
        continue;
      } else if (isAlways(predicate)) {
        pushed.add(predicate);
        continue;
      }
      left.add(predicate);
    }
    List<List<String>> values = new ArrayList<>();
    long product = 1;
    for (String column : partition.keySet()) {
      List<String> of = keys.getOrDefault(column, List.of());
      values.add(of);
      product = Math.min(MOST_PARTITIONS + 1L, product * of.size());
    }
    boolean named = product > 0 && product <= MOST_PARTITIONS;
    (named ? pushed : left).addAll(keyed.keySet());
    conditions =
        new KeyConditions(
            conditions.partitionKey(),
            named ? values : List.of(),
            limits.cql(),
            named && limits.areFiltered());
  }

  /** Columns of the key have values in every row, unless a partition has static columns only. */
  private boolean isAlways(Predicate predicate) {
    if (predicate.name().equals("ALWAYS_TRUE")) {
      return true;
    }
    Optional<String> column =
        predicate.children().length == 1 ? column(predicate.children()[0]) : Optional.empty();
    return predicate.name().equals("IS_NOT_NULL")
        && column.isPresent()
        && (partition.containsKey(column.get())
            || (clustering.containsKey(column.get()) && !hasStatic));
  }

  private static Optional<String> column(Expression expression) {
    return expression instanceof NamedReference reference && reference.fieldNames().length == 1
        ? Optional.of(reference.fieldNames()[0])
        : Optional.empty();
  }

  /**
   * A comparison of a column with constants.
   *
   * @param operator of CQL
   */
  private record Compared(String column, String operator, List<Literal<?>> literals) {
    /** The constants in CQL, each once; none if one of them is no value of the column. */
    List<String> values(Map<String, ColumnMetadata> columns, Comparison comparison) {
      Set<String> values = new LinkedHashSet<>();
      for (Literal<?> literal : literals) {
        Optional<String> value = CqlLiterals.of(columns.get(column).getType(), literal, comparison);
        if (value.isEmpty()) {
          return List.of();
        }
        values.add(value.get());
      }
      return List.copyOf(values);
    }
  }

  private static Optional<Compared> compared(Predicate predicate) {
    Expression[] children = predicate.children();
    boolean several = predicate.name().equals("IN");
    if (children.length < 2 || (!several && !MIRRORED.containsKey(predicate.name()))) {
      return Optional.empty();
    }
    if (!several && children[0] instanceof Literal<?> literal) {
      return column(children[1])
          .map(column -> new Compared(column, MIRRORED.get(predicate.name()), List.of(literal)));
    }
    List<Literal<?>> literals = new ArrayList<>();
    for (int i = 1; i < children.length; i++) {
      if (!(children[i] instanceof Literal<?> literal)) {
        return Optional.empty();
      }
      literals.add(literal);
    }
    return column(children[0]).map(column -> new Compared(column, predicate.name(), literals));
  }

  /** Conditions on clustering columns: one value of each, or one limit at each side. */
  private final class Limits {
    /** By column, then by operator without its equals sign. */
    private final Map<String, Map<String, String>> taken = new TreeMap<>();

    boolean add(Compared compared) {
      String operator = compared.operator();
      if (operator.equals("IN")) {
        return false;
      }
      boolean equal = operator.equals("=");
      List<String> values =
          compared.values(clustering, equal ? Comparison.EQUAL : Comparison.ORDER);
      Map<String, String> of = taken.computeIfAbsent(compared.column(), column -> new TreeMap<>());
      String side = operator.substring(0, 1);
      boolean free = of.isEmpty() || (!equal && !of.containsKey("=") && !of.containsKey(side));
      if (values.isEmpty() || !free) {
        return false;
      }
      of.put(
          side,
          Names.cql(clustering.get(compared.column()).getName())
              + " "
              + operator
              + " "
              + values.get(0));
      return true;
    }

    List<String> cql() {
      List<String> conditions = new ArrayList<>();
      for (String column : clustering.keySet()) {
        conditions.addAll(taken.getOrDefault(column, Map.of()).values());
      }
      return conditions;
    }

    /** Whether they are not a value for each leading column, then limits of the next one. */
    boolean areFiltered() {
      boolean over = false;
      for (String column : clustering.keySet()) {
        Map<String, String> of = taken.getOrDefault(column, Map.of());
        if (over && !of.isEmpty()) {
          return true;
        }
        over = over || !of.containsKey("=");
      }
      return false;
    }
  }
}
