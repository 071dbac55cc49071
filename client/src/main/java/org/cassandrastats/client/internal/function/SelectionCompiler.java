/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.function;

import com.datastax.oss.driver.api.core.type.DataType;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Select;
import org.cassandrastats.client.internal.cql.Select.Expression;
import org.cassandrastats.client.internal.rows.BuiltinRows;
import org.cassandrastats.udf.annotation.Overload;

/** Finds out what to ask of the servers, so that the answers merge. */
public final class SelectionCompiler {
  private final PackFunctions functions;
  private final String keyspace;
  private final TableColumns table;
  private final List<Selection.Column> columns = new ArrayList<>();
  private List<Selection.Key> keys = List.of();

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
  public Selection compile(List<Select.Selector> selectors) {
    return compile(selectors, List.of());
  }

  /**
   * What to ask for these selectors, of rows that are grouped.
   *
   * @param groupKeys the first columns of each answer
   * @throws StatsException if one is unknown or does not merge
   */
  public Selection compile(List<Select.Selector> selectors, List<Selection.Key> groupKeys) {
    keys = groupKeys;
    keys.forEach(key -> columns.add(first(key.selector())));
    List<Selection.Output> outputs = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (Select.Selector selector : selectors) {
      outputs.add(output(selector.expression()));
      names.add(selector.name());
    }
    int rowCount = add(BuiltinCalls.countRows());
    return new Selection(columns, outputs, names, rowCount);
  }

  private Selection.Output output(Expression expression) {
    for (int i = 0; i < keys.size(); i++) {
      if (unqualified(keys.get(i).cql()).equals(unqualified(expression.cql()))) {
        return BuiltinCalls.column(keys.get(i).type(), i);
      }
    }
    if (expression instanceof Expression.Column column) {
      return plain(column);
    }
    if (expression instanceof Expression.Operation operation) {
      return operation(operation);
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
    return accessor(call);
  }

  private Selection.Output operation(Expression.Operation operation) {
    Selection.Output left = operand(operation.left());
    Selection.Output right = operand(operation.right());
    return Selection.Output.last(
        merged ->
            Arithmetic.apply(
                operation.operator(), left.value().apply(merged), right.value().apply(merged)));
  }

  private Selection.Output operand(Expression operand) {
    if (operand instanceof Expression.Literal literal) {
      if (!(literal.value() instanceof Number number)) {
        throw new StatsException(
            "%s: expected a number beside an aggregate.".formatted(literal.cql()));
      }
      Number value = number instanceof BigDecimal written ? constant(written) : number;
      return Selection.Output.last(merged -> value);
    }
    return output(operand);
  }

  /** As CQL has it: an int if it fits, a double if it is no integer. */
  private static Number constant(BigDecimal number) {
    if (number.scale() > 0) {
      return number.doubleValue();
    }
    BigInteger integer = number.toBigInteger();
    if (integer.bitLength() < Integer.SIZE) {
      return integer.intValue();
    }
    return integer.bitLength() < Long.SIZE ? (Number) integer.longValue() : integer;
  }

  /** A call as it is written where Cassandra's own function is meant anyway. */
  private static String unqualified(String cql) {
    return cql.startsWith("system.") ? cql.substring("system.".length()) : cql;
  }

  private Selection.Output plain(Expression.Column column) {
    if (!table.isSelectable(column.name())) {
      throw new StatsException(
          "%s has a value for each row: expected an aggregate of it, or a column of the partition key that the statement fixes or groups by."
              .formatted(column.cql()));
    }
    DataType type = table.type(column.name());
    return BuiltinCalls.column(type, add(first(column.cql())));
  }

  /** What all rows of a group have in common. */
  private static Selection.Column first(String cql) {
    return new Selection.Column(cql, (left, right) -> left, () -> BuiltinRows.first(cql));
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
    if (wanted.isQuestion()) {
      return accessor(wanted.question(call));
    }
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
    int index =
        add(
            new Selection.Column(
                cql,
                (left, right) -> PackFunctions.union(union, left, right),
                () -> new PackCall(functions, table, call, state).rows(types)));
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
        merged -> PackFunctions.call(finisher, merged.get(index)));
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
  private int add(Selection.Column column) {
    // What tells groups apart may be made of the column that is asked for.
    for (int i = keys.size(); i < columns.size(); i++) {
      if (columns.get(i).cql().equals(column.cql())) {
        return i;
      }
    }
    columns.add(column);
    return columns.size() - 1;
  }

  /** A call of a scalar function on merged states: it runs here. */
  private Selection.Output accessor(Expression.Call call) {
    List<Method> methods = functions.functions(call.name());
    if (methods.isEmpty()) {
      throw new StatsException(
          "There is no function %s: known are count, min, max, sum, avg, these aggregates of the pack: %s; and what is asked of their states."
              .formatted(call.name(), functions.mergeable(null)));
    }
    if (call.arguments().stream().noneMatch(Expression.Call.class::isInstance)) {
      throw new StatsException(
          "%s is no aggregate: expected one inside it, such as %s(%s(value))."
              .formatted(call.cql(), call.name(), Overload.family(methods.get(0))));
    }
    List<Selection.Output> states = new ArrayList<>();
    for (Expression argument : call.arguments()) {
      states.add(argument instanceof Expression.Call ? output(argument) : null);
    }
    for (Method method : methods) {
      Optional<List<Selection.Output>> arguments = arguments(call, states, method);
      if (arguments.isPresent()) {
        return called(method, arguments.get());
      }
    }
    throw PackFunctions.refused(
        call.cql(),
        methods.stream().map(SelectionCompiler::signature).collect(Collectors.joining(" or ")));
  }

  private static Selection.Output called(Method method, List<Selection.Output> arguments) {
    boolean isState = method.getReturnType() == ByteBuffer.class;
    return new Selection.Output(
        isState ? Overload.family(method) : null,
        method.getGenericReturnType(),
        merged ->
            PackFunctions.call(
                method, arguments.stream().map(one -> one.value().apply(merged)).toArray()));
  }

  /** The arguments as a method has them; empty if they do not fit. */
  private static Optional<List<Selection.Output>> arguments(
      Expression.Call call, List<Selection.Output> states, Method method) {
    Type[] types = method.getGenericParameterTypes();
    if (types.length != call.arguments().size()) {
      return Optional.empty();
    }
    List<Selection.Output> arguments = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      Optional<Selection.Output> argument =
          states.get(i) != null
              ? state(states.get(i), types[i], method)
              : constant(call.arguments().get(i), types[i]);
      if (argument.isEmpty()) {
        return Optional.empty();
      }
      arguments.add(argument.get());
    }
    return Optional.of(arguments);
  }

  private static Optional<Selection.Output> state(
      Selection.Output output, Type type, Method method) {
    boolean fits =
        type == ByteBuffer.class
            ? Overload.family(method).equals(output.family())
            : type.equals(output.type());
    return fits ? Optional.of(output) : Optional.empty();
  }

  private static Optional<Selection.Output> constant(Expression argument, Type type) {
    if (!(argument instanceof Expression.Literal literal)) {
      return Optional.empty();
    }
    if (literal.value() == null) {
      return Optional.of(Selection.Output.last(merged -> null));
    }
    return PackFunctions.convert(literal.value(), type)
        .map(value -> Selection.Output.last(merged -> value));
  }

  private static String signature(Method method) {
    String family = Overload.family(method);
    return Arrays.stream(method.getGenericParameterTypes())
        .map(
            type ->
                type == ByteBuffer.class ? "a " + family + " state" : PackFunctions.typeName(type))
        .collect(Collectors.joining(", ", "(", ")"));
  }
}
