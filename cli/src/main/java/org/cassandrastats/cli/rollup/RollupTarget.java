/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import com.datastax.oss.driver.api.core.metadata.schema.ClusteringOrder;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.cli.buckets.BucketSteps;
import org.cassandrastats.cli.buckets.StoredDefinition;
import org.cassandrastats.cli.buckets.TableMaker;
import org.cassandrastats.cli.buckets.TableName;
import org.cassandrastats.cli.buckets.Watermarks;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.rollup.RollupTarget.StateColumn;
import org.cassandrastats.client.cql.Names;
import org.cassandrastats.client.cql.Select;
import org.cassandrastats.client.cql.Select.Expression;
import org.cassandrastats.client.cql.SelectParser;
import org.cassandrastats.client.function.PackFunctions;
import org.cassandrastats.client.function.SelectionCompiler;
import org.cassandrastats.client.function.TableColumns;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * The table of states.
 *
 * @param name of the table
 * @param key the columns of its partition key, those of the source
 * @param states its columns of states
 * @param typed whether these are to be of the server jar's types
 */
record RollupTarget(
    TableName name, List<ColumnMetadata> key, List<StateColumn> states, boolean typed)
    implements BucketSteps.Plan.Target {
  /** The clustering column: the beginning of a bucket. */
  static final String BUCKET = "bucket";

  /** How many rows of the source a bucket has. */
  static final String ROWS = "rows";

  RollupTarget {
    states = List.copyOf(states);
    for (ColumnMetadata column : key) {
      if (List.of(BUCKET, ROWS).contains(column.getName().asInternal())) {
        throw new UserError(
            "The partition key has a column %s, and a rollup has one of that name for itself: such a table cannot be rolled up."
                .formatted(Names.cql(column.getName())));
      }
    }
  }

  /** What the comment of a table says that it holds; empty if it is no rollup. */
  static Optional<StoredDefinition> definition(TableMetadata table) {
    return StoredDefinition.find(Watermarks.Kind.ROLLUP, table);
  }

  @Override
  public String createStatement(StoredDefinition definition) {
    List<String> columns = new ArrayList<>();
    columns.addAll(TableMaker.TableShape.described(key));
    columns.add(BUCKET + " timestamp");
    columns.add(ROWS + " bigint");
    for (StateColumn state : states) {
      columns.add(state.quoted() + " " + (typed ? "'" + state.typeClass() + "'" : "blob"));
    }
    columns.add("PRIMARY KEY ((" + Names.cql(key) + "), " + BUCKET + ")");
    return definition.createStatement(name, columns);
  }

  /** The statement that writes a bucket: key, bucket, rows, states. */
  String insertStatement() {
    List<String> columns = new ArrayList<>(List.of(Names.cql(key), BUCKET, ROWS));
    states.forEach(state -> columns.add(state.quoted()));
    return "INSERT INTO %s (%s) VALUES (%s)"
        .formatted(
            name,
            String.join(", ", columns),
            String.join(", ", Collections.nCopies(key.size() + 2 + states.size(), "?")));
  }

  @Override
  public StoredDefinition check(TableMetadata table, StoredDefinition wanted) {
    StoredDefinition found =
        definition(table)
            .orElseThrow(
                () ->
                    new UserError(
                        "%s is no rollup: its comment holds no definition. Name another table, or drop this one."
                            .formatted(name)));
    found.require(wanted, name + " is a rollup");
    TableMaker.TableShape shape = new TableMaker.TableShape(table);
    shape.requireKey(key, List.of(BUCKET + " timestamp"));
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

  /**
   * A column of the rollup that holds states.
   *
   * @param name as the schema has it
   * @param aggregate what gives the states, in CQL
   * @param family of the states
   */
  record StateColumn(String name, String aggregate, String family) {
    /** What a rollup with some columns holds, for its definition. */
    static Map<String, String> contents(List<StateColumn> columns) {
      Map<String, String> states = new LinkedHashMap<>();
      columns.forEach(column -> states.put(column.name(), column.aggregate()));
      return states;
    }

    /** The name in CQL. */
    String quoted() {
      return Identifier.quoteIfNeeded(name);
    }

    /** The server jar's class for columns of such states. */
    String typeClass() {
      return "org.cassandrastats.types."
          + family.substring(0, 1).toUpperCase(Locale.ROOT)
          + family.substring(1)
          + "Type";
    }
  }

  /** Finds out which states are wanted, and refuses what gives none that merges. */
  static final class StateColumns {
    private static final String MERGE = "_merge";

    /** The state that depends on the order in which rows are read. */
    private static final String OF_ROWS = "first_last";

    private final TableMetadata source;
    private final String functionsKeyspace;
    private final PackFunctions functions = PackFunctions.load();
    private final List<Aggregate> aggregates = Catalogue.load().aggregates();

    /**
     * States of the rows of a table.
     *
     * @param source the table
     * @param functionsKeyspace the keyspace of the pack, without quotes
     */
    StateColumns(TableMetadata source, String functionsKeyspace) {
      this.source = source;
      this.functionsKeyspace = functionsKeyspace;
    }

    /**
     * The columns for some aggregates.
     *
     * @param texts such as {@code moments(value)} or {@code stats.tdigest(value, 200) AS digest}
     * @throws UserError if one of them gives no state that merges, or two have one name
     * @throws org.cassandrastats.client.StatsException if one cannot be read, or does not fit the
     *     table
     */
    List<StateColumn> of(List<String> texts) {
      List<StateColumn> columns = new ArrayList<>();
      for (String text : texts) {
        for (Select.Selector selector :
            SelectParser.parse("SELECT " + text + " FROM t", List.of()).selectors()) {
          columns.add(column(selector));
        }
      }
      requireDistinct(columns);
      return columns;
    }

    private StateColumn column(Select.Selector selector) {
      Expression expression = qualified(selector.expression());
      new SelectionCompiler(functions, functionsKeyspace, new TableColumns(source, Set.of()))
          .compile(List.of(new Select.Selector(selector.name(), expression)));
      if (!(expression instanceof Expression.Call call) || !givesState(call)) {
        throw new UserError(
            "%s gives no state that merges. These do: %s; the functions of their families answer from them."
                .formatted(expression.cql(), states()));
      }
      if (call.name().equals(OF_ROWS) && descends()) {
        throw new UserError(
            "%s takes rows in the order in which they are read, and %s holds them from the last to the first: take min_max_by(v, time)."
                .formatted(
                    expression.cql(),
                    source.getKeyspace().asCql(true) + "." + source.getName().asCql(true)));
      }
      // Without an alias, the name is the text of the call.
      boolean named = selector.name().indexOf('(') < 0;
      return new StateColumn(
          named ? selector.name() : nameOf(call), expression.cql(), family(call.name()));
    }

    /** Whether the rows run against the buckets, which are read from the first to the last. */
    private boolean descends() {
      return source.getClusteringColumns().values().stream()
          .findFirst()
          .filter(ClusteringOrder.DESC::equals)
          .isPresent();
    }

    private Expression qualified(Expression expression) {
      boolean plain = expression instanceof Expression.Call call && call.keyspace() == null;
      if (!plain || !isAggregate(((Expression.Call) expression).name())) {
        return expression;
      }
      Expression.Call call = (Expression.Call) expression;
      return new Expression.Call(functionsKeyspace, call.name(), call.arguments());
    }

    private boolean isAggregate(String name) {
      return aggregates.stream().anyMatch(aggregate -> aggregate.name().equals(name));
    }

    private boolean givesState(Expression.Call call) {
      return aggregates.stream()
          .filter(aggregate -> aggregate.name().equals(call.name()))
          .anyMatch(this::givesState);
    }

    private boolean givesState(Aggregate aggregate) {
      return aggregate.returns().equals("blob") && isAggregate(aggregate.family() + MERGE);
    }

    private String family(String name) {
      return aggregates.stream()
          .filter(aggregate -> aggregate.name().equals(name))
          .map(Aggregate::family)
          .findFirst()
          .orElseThrow();
    }

    private String states() {
      Set<String> names = new TreeSet<>();
      aggregates.stream()
          .filter(this::givesState)
          .map(Aggregate::name)
          .filter(name -> !name.endsWith(MERGE))
          .forEach(names::add);
      return String.join(", ", names);
    }

    /** The aggregate and its columns: {@code moments_value}. */
    private static String nameOf(Expression.Call call) {
      StringJoiner name = new StringJoiner("_").add(call.name());
      for (Expression argument : call.arguments()) {
        if (argument instanceof Expression.Column column) {
          name.add(column.name());
        } else if (argument instanceof Expression.Cast cast) {
          name.add(cast.column().name());
        }
      }
      return name.toString();
    }

    private void requireDistinct(List<StateColumn> columns) {
      Set<String> taken = new TreeSet<>(Set.of(RollupTarget.BUCKET, RollupTarget.ROWS));
      source.getPartitionKey().forEach(column -> taken.add(column.getName().asInternal()));
      for (StateColumn column : columns) {
        if (!taken.add(column.name())) {
          throw new UserError(
              "%s would be stored in the column %s, which the rollup has already: name it, such as \"%s AS %s\"."
                  .formatted(
                      column.aggregate(),
                      column.quoted(),
                      column.aggregate(),
                      Identifier.quoteIfNeeded(column.name() + "_2")));
        }
      }
    }
  }
}
