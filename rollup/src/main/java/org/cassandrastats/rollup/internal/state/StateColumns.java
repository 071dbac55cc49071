/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.state;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Select;
import org.cassandrastats.client.internal.cql.Select.Expression;
import org.cassandrastats.client.internal.cql.SelectParser;
import org.cassandrastats.client.internal.function.PackFunctions;
import org.cassandrastats.client.internal.function.SelectionCompiler;
import org.cassandrastats.client.internal.function.TableColumns;
import org.cassandrastats.rollup.internal.bucket.BucketSource;
import org.cassandrastats.rollup.internal.table.SeriesKey;
import org.cassandrastats.udf.annotation.Identifier;

/** Finds out which states are wanted, and refuses what gives none that merges. */
final class StateColumns {
  private static final String MERGE = "_merge";

  /** The states that depend on the order in which rows are read, and those that do not. */
  private static final Map<String, String> BY_KEY =
      Map.of("first_last", "min_max_by", "first_last_as_blob", "min_max_by_as_blob");

  private final BucketSource source;
  private final SeriesKey key;
  private final CqlIdentifier bucket;
  private final String functionsKeyspace;
  private final PackFunctions functions = PackFunctions.all();
  private final List<Aggregate> aggregates = CatalogueFile.read().aggregates();

  /**
   * States of the rows of a table.
   *
   * @param source the table
   * @param key of the rollup
   * @param bucket the column of the beginnings of buckets
   * @param functionsKeyspace the keyspace of the pack, without quotes
   */
  StateColumns(BucketSource source, SeriesKey key, CqlIdentifier bucket, String functionsKeyspace) {
    this.source = source;
    this.key = key;
    this.bucket = bucket;
    this.functionsKeyspace = functionsKeyspace;
  }

  /**
   * The columns for some aggregates.
   *
   * @param texts such as {@code moments(value)} or {@code stats.tdigest(value, 200) AS digest}
   * @throws StatsException if one of them gives no state that merges, or two have one name
   * @throws org.cassandrastats.client.api.StatsException if one cannot be read, or does not fit the
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
    new SelectionCompiler(functions, functionsKeyspace, new TableColumns(source.table(), Set.of()))
        .compile(List.of(new Select.Selector(selector.name(), expression)));
    if (!(expression instanceof Expression.Call call) || !givesState(call)) {
      throw new StatsException(
          "%s gives no state that merges. These do: %s; the functions of their families answer from them."
              .formatted(expression.cql(), states()));
    }
    if (BY_KEY.containsKey(call.name()) && source.isDescending()) {
      throw new StatsException(
          "%s takes rows in the order in which they are read, and %s holds them from the last to the first: take %s(%s, %s)."
              .formatted(
                  expression.cql(),
                  source.name(),
                  BY_KEY.get(call.name()),
                  call.arguments().get(0).cql(),
                  time()));
    }
    // Without an alias, the name is the text of the call.
    boolean named = selector.name().indexOf('(') < 0;
    return new StateColumn(
        named ? selector.name() : nameOf(call), expression.cql(), family(call.name()));
  }

  /** The times of the rows, as an argument of an aggregate. */
  private String time() {
    String name = source.time().name();
    DataType type = source.column().getType();
    return type.equals(DataTypes.DATE) || type.equals(DataTypes.TIMEUUID)
        ? "CAST(%s AS timestamp)".formatted(name)
        : name;
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
    return aggregate.givesState() && isAggregate(aggregate.family() + MERGE);
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

  /** The aggregate, its columns, and the parts of them: {@code moments_reading_value}. */
  private static String nameOf(Expression.Call call) {
    StringJoiner name = new StringJoiner("_").add(call.name());
    call.arguments().stream().flatMap(StateColumns::words).forEach(name::add);
    return name.toString();
  }

  private static Stream<String> words(Expression argument) {
    if (argument instanceof Expression.Field field) {
      return Stream.concat(words(field.value()), Stream.of(field.field()));
    }
    if (argument instanceof Expression.Element element) {
      String key = String.valueOf(element.key().value());
      return Stream.concat(words(element.value()), Stream.of(key.replaceAll("[^A-Za-z0-9]+", "_")));
    }
    return argument.columns();
  }

  private void requireDistinct(List<StateColumn> columns) {
    Set<String> taken = new TreeSet<>(List.of(bucket.asInternal(), RollupTarget.ROWS));
    key.columns().forEach(column -> taken.add(column.getName().asInternal()));
    for (StateColumn column : columns) {
      if (!taken.add(column.name())) {
        throw new StatsException(
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
