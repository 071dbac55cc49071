/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.function;

import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.cql.Expression;
import org.cassandrastats.client.cql.Selector;

/** Finds out what to ask of the servers, so that the answers merge. */
public final class SelectionCompiler {
  private final PackFunctions functions;
  private final String keyspace;
  private final TableColumns table;
  private final List<Selection.Column> columns = new ArrayList<>();

  /**
   * A compiler for one statement.
   *
   * @param functions of the pack
   * @param keyspace of the functions
   * @param table the columns that can be selected
   */
  public SelectionCompiler(PackFunctions functions, String keyspace, TableColumns table) {
    this.functions = functions;
    this.keyspace = keyspace;
    this.table = table;
  }

  /**
   * What to ask for these selectors.
   *
   * @throws StatsException if one is unknown or does not merge
   */
  public Selection compile(List<Selector> selectors) {
    List<Selection.Output> outputs = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (Selector selector : selectors) {
      outputs.add(output(selector.expression()));
      names.add(selector.name());
    }
    int rowCount = add("count(*)", BuiltinCalls.sum(DataTypes.BIGINT));
    return new Selection(columns, outputs, names, rowCount);
  }

  private Selection.Output output(Expression expression) {
    if (expression instanceof Expression.Column column) {
      return plain(column);
    }
    if (!(expression instanceof Expression.Call call)) {
      throw new StatsException(
          "%s is no aggregate: expected one, such as count(*) or %s.mean(value)."
              .formatted(expression.cql(), keyspace));
    }
    boolean qualified = call.keyspace() != null;
    if (BuiltinCalls.isName(call.name()) && (!qualified || call.keyspace().equals("system"))) {
      return new BuiltinCalls(table, this::add).output(call);
    }
    if (qualified && !call.keyspace().equals(keyspace)) {
      throw new StatsException(
          "%s is not of the keyspace %s: only built-in aggregates and those of the pack are known to merge. Where the pack is in that keyspace, name it as the keyspace of the functions."
              .formatted(call.cql(), keyspace));
    }
    if (!functions.aggregates(call.name()).isEmpty()) {
      return aggregate(call);
    }
    return new Accessors(functions, this::output).output(call);
  }

  private Selection.Output plain(Expression.Column column) {
    if (!table.isSelectable(column.name())) {
      throw new StatsException(
          "%s has a value for each row: expected an aggregate of it, or a column of the partition key that the statement fixes or groups by."
              .formatted(column.cql()));
    }
    DataType type = table.type(column.name());
    int index = add(column.cql(), (left, right) -> left);
    return Selection.Output.last(merged -> BuiltinCalls.decode(type, merged.get(index)));
  }

  private Selection.Output aggregate(Expression.Call call) {
    List<String> types = new ArrayList<>();
    for (Expression argument : call.arguments()) {
      types.add(table.typeName(argument, call));
    }
    List<PackFunctions.PackAggregate> overloads = functions.aggregates(call.name());
    PackFunctions.PackAggregate wanted =
        overloads.stream()
            .filter(overload -> overload.accepts(types))
            .findFirst()
            .orElseThrow(() -> unfit(call, types, overloads));
    Optional<PackFunctions.PackAggregate> state = functions.stateOf(wanted);
    if (state.isEmpty()) {
      throw new StatsException(
          "%s does not merge: no aggregate gives its state. Of its family these do: %s."
              .formatted(call.name(), functions.mergeable(wanted.family())));
    }
    return finished(call, wanted, state.get(), types);
  }

  private Selection.Output finished(
      Expression.Call call,
      PackFunctions.PackAggregate wanted,
      PackFunctions.PackAggregate state,
      List<String> types) {
    var union = functions.union(wanted.family()).orElseThrow();
    String cql = new Expression.Call(keyspace, state.name(), call.arguments()).cql();
    int index = add(cql, (left, right) -> JavaCall.union(union, left, right));
    String finish = wanted.finish(types);
    // What the servers have turned into a state of the family, such as a chunk, is finished.
    boolean isFinished = wanted.equals(state) && !finish.startsWith(wanted.family() + "_");
    if (isFinished) {
      return new Selection.Output(wanted.family(), ByteBuffer.class, merged -> merged.get(index));
    }
    var finisher = functions.accessor(finish);
    return new Selection.Output(
        wanted.equals(state) ? wanted.family() : null,
        finisher.getGenericReturnType(),
        merged -> JavaCall.of(finisher, merged.get(index)));
  }

  private static StatsException unfit(
      Expression.Call call, List<String> types, List<PackFunctions.PackAggregate> overloads) {
    return new StatsException(
        "%s has arguments (%s): expected %s."
            .formatted(
                call.cql(),
                String.join(
                    ", ", types.stream().map(type -> type == null ? "constant" : type).toList()),
                String.join(
                    " or ",
                    overloads.stream()
                        .map(PackFunctions.PackAggregate::signature)
                        .distinct()
                        .toList())));
  }

  /** The index of a column that the servers are asked for, once however often it is needed. */
  private int add(String cql, Selection.Merge merge) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).cql().equals(cql)) {
        return i;
      }
    }
    columns.add(new Selection.Column(cql, merge));
    return columns.size() - 1;
  }
}
