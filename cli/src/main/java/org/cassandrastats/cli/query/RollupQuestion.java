/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.cassandrastats.cli.buckets.Buckets;
import org.cassandrastats.cli.buckets.Nesting;
import org.cassandrastats.cli.buckets.TableName;
import org.cassandrastats.cli.buckets.TimeColumn;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.StatsOptions;
import org.cassandrastats.client.StatsQuery;
import org.cassandrastats.client.StatsQuery.Fill;
import org.cassandrastats.client.cql.Names;
import org.cassandrastats.client.cql.Select;
import org.cassandrastats.client.cql.Select.Expression;
import org.cassandrastats.client.cql.Select.Relation;
import org.cassandrastats.client.cql.SelectParser;
import org.cassandrastats.client.function.PackFunctions;
import org.cassandrastats.client.function.Selection;
import org.cassandrastats.client.function.SelectionCompiler;
import org.cassandrastats.client.function.TableColumns;

/**
 * A question over rows of one partition, and how the same is asked of the states of a rollup.
 *
 * @param select the question
 * @param table of the rows
 * @param selection what is asked of the servers, and how answers merge
 * @param keys what the rows are grouped by
 */
record RollupQuestion(
    Select select, TableMetadata table, Selection selection, List<Selection.Key> keys) {
  private static final String BUCKET = "time_bucket";
  private static final String STATE_BUCKET = "bucket";

  RollupQuestion {
    keys = List.copyOf(keys);
  }

  /** Says why rollups do not answer a question. */
  static final class Unanswerable extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unanswerable(String reason) {
      super(reason);
    }
  }

  /**
   * Reads a question.
   *
   * @throws Unanswerable if no rollup answers its like
   * @throws StatsException if nothing does
   */
  static RollupQuestion of(CqlSession session, StatsQuery query, StatsOptions options) {
    require(options.resumeFile() == null, "--resume is given");
    Select select = SelectParser.parse(query);
    require(select.keyspace() != null, "no keyspace is named");
    TableName name =
        new TableName(
            CqlIdentifier.fromInternal(select.keyspace()),
            CqlIdentifier.fromInternal(select.table()));
    return of(select, query.fill(), name.require(session), options.functionsKeyspace());
  }

  /**
   * Reads a question about a table.
   *
   * @param keyspace of the functions
   * @throws Unanswerable if no rollup answers its like
   * @throws StatsException if nothing does
   */
  private static RollupQuestion of(Select select, Fill fill, TableMetadata table, String keyspace) {
    Set<String> partitionKey =
        table.getPartitionKey().stream()
            .map(column -> column.getName().asInternal())
            .collect(Collectors.toSet());
    Select.Result result = select.result();
    require(fill == Fill.NONE, "--fill is given");
    require(select.partitions().isEmpty(), "--partitions is given");
    require(
        result.orderBy().isEmpty() && result.limit() == 0 && result.perPartitionLimit() == 0,
        "the statement orders or limits its groups");
    require(!result.allowFiltering(), "the statement allows filtering");
    require(!table.getClusteringColumns().isEmpty(), "its rows have no time");
    String time = time(table).getName().asInternal();
    for (Relation relation : select.relations()) {
      boolean ofKey = partitionKey.contains(relation.column());
      require(
          ofKey ? relation.operator().equals("=") : relation.column().equals(time),
          "of the condition " + relation);
      require(ofKey || !relation.operator().equals("="), "of the condition " + relation);
    }
    require(
        select.relations().stream().map(Relation::column).filter(partitionKey::contains).count()
            == partitionKey.size(),
        "it does not name one partition");
    List<Selection.Key> keys = new ArrayList<>();
    for (Expression expression : select.groupBy()) {
      keys.add(key(expression, table, partitionKey, keyspace));
    }
    Selection selection =
        new SelectionCompiler(PackFunctions.load(), keyspace, new TableColumns(table, partitionKey))
            .compile(select.selectors(), keys);
    return new RollupQuestion(select, table, selection, keys);
  }

  private static void require(boolean fits, String reason) {
    if (!fits) {
      throw new Unanswerable(reason);
    }
  }

  private static Selection.Key key(
      Expression expression, TableMetadata table, Set<String> partitionKey, String keyspace) {
    DataType type = null;
    if (expression instanceof Expression.Column column && partitionKey.contains(column.name())) {
      type = type(table, column.name());
    } else if (expression instanceof Expression.Call call
        && call.name().equals(BUCKET)
        && keyspace.equals(call.keyspace())) {
      DataType ofTime = time(table).getType();
      type = ofTime.equals(DataTypes.TIMEUUID) ? DataTypes.TIMESTAMP : ofTime;
    }
    require(type != null, "it groups by " + expression.cql());
    return new Selection.Key(expression.cql(), expression.cql(), type);
  }

  private static DataType type(TableMetadata table, String column) {
    return table.getColumn(CqlIdentifier.fromInternal(column)).orElseThrow().getType();
  }

  /** The column of times. */
  static ColumnMetadata time(TableMetadata table) {
    return table.getClusteringColumns().keySet().iterator().next();
  }

  /** The call by whose buckets rows are grouped. */
  private Optional<Expression.Call> bucketCall() {
    return select.groupBy().stream()
        .filter(Expression.Call.class::isInstance)
        .map(Expression.Call.class::cast)
        .findFirst();
  }

  /** The conditions that name the partition. */
  String partition() {
    String time = time(table).getName().asInternal();
    return select.relations().stream()
        .filter(relation -> !relation.column().equals(time))
        .map(RollupQuestion::cql)
        .collect(Collectors.joining(" AND "));
  }

  /** The limit of the time that begins with an operator, if there is one. */
  Optional<Relation> limit(String operator) {
    String time = time(table).getName().asInternal();
    return select.relations().stream()
        .filter(relation -> relation.column().equals(time))
        .filter(relation -> relation.operator().startsWith(operator))
        .findFirst();
  }

  /** A condition in CQL. */
  static String cql(Relation relation) {
    return Names.cql(CqlIdentifier.fromInternal(relation.column()))
        + " "
        + relation.operator()
        + " "
        + relation.cql();
  }

  /** The clause by which rows are grouped. */
  String groupOfRows() {
    return group(select.groupBy().stream().map(Expression::cql).toList());
  }

  private static String group(List<String> expressions) {
    return expressions.isEmpty() ? "" : " GROUP BY " + String.join(", ", expressions);
  }

  /** The clause by which states are grouped. */
  String groupOfStates(RollupSource rollup) {
    return group(
        select.groupBy().stream()
            .map(
                expression ->
                    expression instanceof Expression.Call call
                        ? ofStates(call, rollup).cql()
                        : expression.cql())
            .toList());
  }

  /**
   * What is asked of states for each column that is asked of rows.
   *
   * @throws Unanswerable if the rollup has no such states, or its buckets are no parts of groups
   */
  List<String> selectors(RollupSource rollup) {
    List<String> selectors = new ArrayList<>();
    Map<String, String> merged = rollup.merged();
    for (String selector : selection.selectors()) {
      Optional<Expression.Call> bucket = bucketCall().filter(call -> call.cql().equals(selector));
      String ofStates;
      if (bucket.isPresent()) {
        ofStates = ofStates(bucket.get(), rollup).cql();
      } else if (selector.equals("count(*)")) {
        ofStates = "sum(rows)";
      } else if (selector.indexOf('(') < 0) {
        ofStates = selector;
      } else {
        ofStates = merged.get(selector);
      }
      require(ofStates != null, rollup + " has no state for " + selector);
      selectors.add(ofStates);
    }
    return selectors;
  }

  /** The same buckets of the beginnings of buckets. */
  private static Expression.Call ofStates(Expression.Call call, RollupSource rollup) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < call.arguments().size(); i++) {
      if (i != 1) {
        require(
            call.arguments().get(i) instanceof Expression.Literal literal
                && literal.value() instanceof String,
            "it groups by " + call.cql());
        texts.add((String) ((Expression.Literal) call.arguments().get(i)).value());
      }
    }
    List<Expression> arguments = new ArrayList<>(call.arguments());
    arguments.set(1, new Expression.Column(STATE_BUCKET));
    TimeColumn.Unit unit = rollup.origin().countedUnit();
    if (unit != null) {
      // A bigint without its unit is taken for milliseconds, and gives a timestamp.
      require(
          texts.size() > 1 && texts.get(1).equals(unit.toString()),
          rollup + " counts times in " + unit);
      texts.remove(1);
      arguments.remove(2);
    }
    Buckets groups = Buckets.of(texts.get(0), texts.size() > 1 ? texts.get(1) : null);
    require(
        Nesting.fits(groups, rollup.definition().buckets()),
        "buckets of %s are not made of those of %s, of %s"
            .formatted(groups, rollup, rollup.definition().buckets()));
    return new Expression.Call(call.keyspace(), call.name(), arguments);
  }
}
