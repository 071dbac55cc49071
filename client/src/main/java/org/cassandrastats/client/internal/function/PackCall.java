/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.function;

import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Select.Expression;
import org.cassandrastats.client.internal.rows.PackRows;
import org.cassandrastats.client.internal.rows.RowAggregate;
import org.cassandrastats.udf.annotation.Overloads;

/**
 * A call of an aggregate that the client computes from rows.
 *
 * @param functions of the pack
 * @param table whose columns are arguments
 * @param call the call
 * @param state the aggregate that gives its state
 */
record PackCall(
    PackFunctions functions,
    TableColumns table,
    Expression.Call call,
    PackFunctions.PackAggregate state) {
  /** Types of columns that a parameter without overloads takes. */
  private static final Map<Class<?>, String> TYPES =
      Map.of(double.class, "double", long.class, "bigint", int.class, "int");

  /**
   * How the state comes of rows.
   *
   * @param types of the arguments, null where one is a constant
   * @throws StatsException if the client cannot read an argument
   */
  RowAggregate.Kind rows(List<String> types) {
    Method accumulate = state.accumulate();
    List<PackRows.Argument> arguments = new ArrayList<>();
    for (int i = 0; i < call.arguments().size(); i++) {
      Expression argument = call.arguments().get(i);
      arguments.add(
          (argument instanceof Expression.Literal literal
                  ? constant(literal, accumulate, i + 1)
                  : column(argument, accumulate.getParameters()[i + 1]))
              .orElseThrow(() -> refused(argument, accumulate)));
    }
    return PackRows.kind(
        call.name(), accumulate, state.annotation().initial(), arguments, finish(types));
  }

  private static Optional<PackRows.Argument> constant(
      Expression.Literal literal, Method accumulate, int parameter) {
    if (literal.value() != null) {
      return PackFunctions.convert(
              literal.value(), accumulate.getGenericParameterTypes()[parameter])
          .map(PackRows.Argument::constant);
    }
    // Of several overloads, null is ambiguous to servers.
    return accumulate.getParameters()[parameter].isAnnotationPresent(Overloads.class)
        ? Optional.empty()
        : Optional.of(PackRows.Argument.constant(null));
  }

  private Optional<PackRows.Argument> column(Expression argument, Parameter parameter) {
    DataType type = table.type(argument, call);
    boolean fits =
        parameter.isAnnotationPresent(Overloads.class)
            || !TYPES.containsKey(parameter.getType())
            || TYPES.get(parameter.getType()).equals(type.asCql(false, true));
    // Servers take a column of any type for a blob.
    boolean isBytes =
        parameter.getType() == ByteBuffer.class && parameter.isAnnotationPresent(Overloads.class);
    DataType read = isBytes ? DataTypes.BLOB : type;
    return fits
        ? PackRows.Argument.of(argument.cql(), read, parameter.getType())
        : Optional.empty();
  }

  private UnaryOperator<ByteBuffer> finish(List<String> types) {
    String name = state.finish(types);
    if (name.isEmpty()) {
      return last -> last;
    }
    Method finisher = functions.accessor(name);
    return last -> (ByteBuffer) PackFunctions.call(finisher, last);
  }

  private StatsException refused(Expression argument, Method accumulate) {
    Class<?> parameter = accumulate.getParameterTypes()[call.arguments().indexOf(argument) + 1];
    return new StatsException(
        "%s is not computed by the client, which cannot read %s: expected %s."
            .formatted(call.cql(), argument.cql(), PackFunctions.typeName(parameter)));
  }
}
