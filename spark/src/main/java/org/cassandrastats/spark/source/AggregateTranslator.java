/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.Avg;
import org.apache.spark.sql.connector.expressions.aggregate.Count;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.aggregate.Max;
import org.apache.spark.sql.connector.expressions.aggregate.Min;
import org.apache.spark.sql.connector.expressions.aggregate.Sum;
import org.apache.spark.sql.connector.expressions.aggregate.UserDefinedAggregateFunc;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.spark.value.SparkTypes;

/** Says in CQL what Spark asks of a table, where the answer is the same. */
final class AggregateTranslator {
  private static final Set<DataType> INTEGERS =
      Set.of(DataTypes.TINYINT, DataTypes.SMALLINT, DataTypes.INT, DataTypes.BIGINT);
  private static final Set<DataType> FRACTIONS = Set.of(DataTypes.FLOAT, DataTypes.DOUBLE);

  /** Both have the same order of these. */
  private static final Set<DataType> ORDERED =
      Set.of(
          DataTypes.TINYINT,
          DataTypes.SMALLINT,
          DataTypes.INT,
          DataTypes.BIGINT,
          DataTypes.FLOAT,
          DataTypes.DOUBLE,
          DataTypes.TIMESTAMP,
          DataTypes.DATE,
          DataTypes.TEXT,
          DataTypes.ASCII,
          DataTypes.BLOB);

  private static final Set<DataType> GROUPED =
      Set.of(
          DataTypes.TINYINT,
          DataTypes.SMALLINT,
          DataTypes.INT,
          DataTypes.BIGINT,
          DataTypes.TIMESTAMP,
          DataTypes.DATE,
          DataTypes.TEXT,
          DataTypes.ASCII,
          DataTypes.BLOB,
          DataTypes.UUID,
          DataTypes.TIMEUUID,
          DataTypes.BOOLEAN);

  private final RelationMetadata table;
  private final PackCalls calls;

  /**
   * A translator.
   *
   * @param functionsKeyspace of the pack
   */
  AggregateTranslator(RelationMetadata table, String functionsKeyspace) {
    this.table = table;
    this.calls = new PackCalls(this::column, functionsKeyspace);
  }

  /** Why aggregates are not pushed. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    Refused(String why) {
      super(why);
    }
  }

  /**
   * The query.
   *
   * @throws Refused if Spark has to compute an aggregate of rows
   */
  PushedQuery query(Aggregation aggregation) throws Refused {
    if (table.getColumns().values().stream().anyMatch(ColumnMetadata::isStatic)) {
      throw new Refused("the table has static columns");
    }
    List<PushedAggregate> columns = new ArrayList<>();
    List<ColumnMetadata> groups = new ArrayList<>();
    int range = -1;
    for (Expression expression : aggregation.groupByExpressions()) {
      if (isRange(expression)) {
        range = columns.size();
        columns.add(
            new PushedAggregate(
                RangeColumn.NAME, List.of(), RangeColumn.TYPE, PushedAggregate.Kind.PLAIN));
      } else {
        ColumnMetadata column = column(expression);
        if (!table.getPrimaryKey().contains(column)) {
          throw new Refused(expression + " is no column of the primary key");
        }
        if (!GROUPED.contains(column.getType())) {
          // Spark takes 0.0 and -0.0, 1.0 and 1.00 for the same group, Cassandra does not.
          throw new Refused(expression + " is of a type whose groups differ in Spark");
        }
        groups.add(column);
        columns.add(plain(column.getName().asInternal(), cql(column), column.getType()));
      }
    }
    for (AggregateFunc function : aggregation.aggregateExpressions()) {
      columns.add(aggregate(function));
    }
    List<String> groupBy = new ArrayList<>();
    for (ColumnMetadata column : table.getPrimaryKey()) {
      if (groups.contains(column)) {
        groupBy.add(cql(column));
      }
    }
    boolean perRange = range >= 0 || groups.containsAll(table.getPartitionKey());
    return new PushedQuery(Names.cql(table), columns, range, groupBy, perRange);
  }

  private boolean isRange(Expression expression) {
    return !RangeColumn.isHiddenBy(table)
        && expression instanceof NamedReference reference
        && reference.fieldNames().length == 1
        && reference.fieldNames()[0].equals(RangeColumn.NAME);
  }

  private ColumnMetadata column(Expression expression) throws Refused {
    if (!(expression instanceof NamedReference reference) || reference.fieldNames().length != 1) {
      throw new Refused(expression + " is no column");
    }
    return table
        .getColumn(CqlIdentifier.fromInternal(reference.fieldNames()[0]))
        .orElseThrow(() -> new Refused(expression + " is no column of the table"));
  }

  private static String cql(ColumnMetadata column) {
    return Names.cql(column.getName());
  }

  private static PushedAggregate plain(String name, String selector, DataType type) {
    return new PushedAggregate(
        name, List.of(selector), SparkTypes.of(type), PushedAggregate.Kind.PLAIN);
  }

  private PushedAggregate aggregate(AggregateFunc function) throws Refused {
    if (function instanceof CountStar) {
      return plain("count(*)", "count(*)", DataTypes.BIGINT);
    }
    if (function instanceof Count count) {
      requireAll(count.isDistinct(), function);
      String call = "count(" + cql(column(count.column())) + ")";
      return plain(call, call, DataTypes.BIGINT);
    }
    if (function instanceof Min least) {
      return extreme("min", column(least.column()));
    }
    if (function instanceof Max greatest) {
      return extreme("max", column(greatest.column()));
    }
    if (function instanceof Sum sum) {
      requireAll(sum.isDistinct(), function);
      return sum(column(sum.column()));
    }
    if (function instanceof Avg average) {
      requireAll(average.isDistinct(), function);
      return average(column(average.column()));
    }
    if (function instanceof UserDefinedAggregateFunc own) {
      requireAll(own.isDistinct(), function);
      return calls.aggregate(own);
    }
    throw new Refused(function + " is no aggregate of Cassandra");
  }

  private static void requireAll(boolean isDistinct, AggregateFunc function) throws Refused {
    if (isDistinct) {
      throw new Refused(function + " is of distinct values");
    }
  }

  private static PushedAggregate extreme(String name, ColumnMetadata column) throws Refused {
    if (!ORDERED.contains(column.getType())) {
      throw refused(name, column);
    }
    String call = name + "(" + cql(column) + ")";
    return plain(call, call, column.getType());
  }

  private PushedAggregate sum(ColumnMetadata column) throws Refused {
    DataType type = column.getType();
    boolean integer = INTEGERS.contains(type);
    if (!integer && !FRACTIONS.contains(type)) {
      throw refused("sum", column);
    }
    // Spark adds in wider types than Cassandra.
    String value =
        type.equals(DataTypes.DOUBLE) ? cql(column) : cast(column, integer ? "varint" : "double");
    return new PushedAggregate(
        "sum(" + cql(column) + ")",
        List.of("sum(" + value + ")", "count(" + cql(column) + ")"),
        SparkTypes.of(integer ? DataTypes.BIGINT : DataTypes.DOUBLE),
        integer ? PushedAggregate.Kind.OF_INTEGERS : PushedAggregate.Kind.UNLESS_EMPTY);
  }

  private static PushedAggregate average(ColumnMetadata column) throws Refused {
    DataType type = column.getType();
    if (!INTEGERS.contains(type) && !FRACTIONS.contains(type)) {
      throw refused("avg", column);
    }
    String value = type.equals(DataTypes.DOUBLE) ? cql(column) : cast(column, "double");
    return new PushedAggregate(
        "avg(" + cql(column) + ")",
        List.of("avg(" + value + ")", "count(" + cql(column) + ")"),
        SparkTypes.of(DataTypes.DOUBLE),
        PushedAggregate.Kind.UNLESS_EMPTY);
  }

  private static String cast(ColumnMetadata column, String type) {
    return "CAST(" + cql(column) + " AS " + type + ")";
  }

  private static Refused refused(String name, ColumnMetadata column) {
    return new Refused(
        "%s(%s) of the type %s is not the same in Spark"
            .formatted(name, cql(column), column.getType().asCql(false, true)));
  }
}
