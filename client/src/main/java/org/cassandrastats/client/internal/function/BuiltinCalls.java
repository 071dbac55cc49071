/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.function;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.function.ToIntFunction;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Select.Expression;
import org.cassandrastats.client.internal.range.ValueOrder;
import org.cassandrastats.client.internal.rows.BuiltinRows;

/**
 * Calls of Cassandra's own aggregates.
 *
 * @param columns takes a column that the servers are asked for, and gives its index among the
 *     answers
 */
record BuiltinCalls(TableColumns table, ToIntFunction<Selection.Column> columns) {
  private static final Set<String> NAMES = Set.of("count", "min", "max", "sum", "avg");

  static boolean isName(String name) {
    return NAMES.contains(name);
  }

  Selection.Output output(Expression.Call call) {
    if (call.arguments().size() != 1) {
      throw new StatsException("%s: expected one argument.".formatted(call.cql()));
    }
    Expression argument = call.arguments().get(0);
    return switch (call.name()) {
      case "count" -> count(call, argument);
      case "avg" -> average(call, argument);
      case "sum" -> {
        DataType type = table.type(argument, call);
        yield decoded(type, columns.applyAsInt(sumOf(argument, type)));
      }
      default -> {
        DataType type = table.type(argument, call);
        BinaryOperator<ByteBuffer> best = extreme(type, call.name().equals("max"));
        yield decoded(
            type,
            columns.applyAsInt(
                new Selection.Column(
                    cql(call.name(), argument),
                    best,
                    () -> BuiltinRows.best(argument.cql(), best))));
      }
    };
  }

  private Selection.Output count(Expression.Call call, Expression argument) {
    boolean allRows = argument instanceof Expression.Star || argument instanceof Expression.Literal;
    if (!allRows) {
      table.type(argument, call);
    }
    int count = columns.applyAsInt(allRows ? countRows() : countOf(argument));
    return Selection.Output.last(
        Selection.Role.COUNT, merged -> decode(DataTypes.BIGINT, merged.get(count)));
  }

  /** How many rows there are. */
  static Selection.Column countRows() {
    return new Selection.Column("count(*)", sum(DataTypes.BIGINT), BuiltinRows::count);
  }

  private static Selection.Column countOf(Expression argument) {
    return new Selection.Column(
        cql("count", argument), sum(DataTypes.BIGINT), () -> BuiltinRows.count(argument.cql()));
  }

  private static Selection.Column sumOf(Expression argument, DataType type) {
    return new Selection.Column(
        cql("sum", argument), sum(type), () -> BuiltinRows.sum(argument.cql(), type, adder(type)));
  }

  /**
   * The average, by the weights of the counts: for sums that overflow. Sums of integers are exact,
   * which their averages are not.
   */
  private static Selection.Column averageOf(Expression argument, int count) {
    return new Selection.Column(
        cql("avg", argument),
        (left, right, column) -> {
          double before = (Long) decode(DataTypes.BIGINT, left.get(count));
          double behind = (Long) decode(DataTypes.BIGINT, right.get(count));
          if (before == 0 || behind == 0) {
            return before == 0 ? right.get(column) : left.get(column);
          }
          double rows = before + behind;
          double average =
              (Double) decode(DataTypes.DOUBLE, left.get(column)) * (before / rows)
                  + (Double) decode(DataTypes.DOUBLE, right.get(column)) * (behind / rows);
          return codec(DataTypes.DOUBLE).encode(average, ProtocolVersion.DEFAULT);
        },
        () -> BuiltinRows.average(argument.cql()));
  }

  private Selection.Output average(Expression.Call call, Expression argument) {
    DataType type = table.type(argument, call);
    if (!type.equals(DataTypes.DOUBLE)) {
      throw new StatsException(
          "%s does not merge: averages of the type %s are rounded. Ask for the mean of the pack, or for avg(CAST(%s AS double))."
              .formatted(call.cql(), type.asCql(false, true), argument.cql()));
    }
    int sum = columns.applyAsInt(sumOf(argument, type));
    int count = columns.applyAsInt(countOf(argument));
    int average = columns.applyAsInt(averageOf(argument, count));
    return Selection.Output.last(
        merged -> {
          Object rows = decode(DataTypes.BIGINT, merged.get(count));
          // Cassandra's average of no rows is 0.
          if (rows == null || (Long) rows == 0) {
            return 0.0;
          }
          double total = (Double) decode(type, merged.get(sum));
          // Cassandra goes on in decimals where a sum overflows.
          return Double.isFinite(total)
              ? total / (Long) rows
              : (Double) decode(type, merged.get(average));
        });
  }

  private static Selection.Output decoded(DataType type, int index) {
    return Selection.Output.last(merged -> decode(type, merged.get(index)));
  }

  /** A column that all rows of a group have in common, as bytes of a type. */
  static Selection.Output column(DataType type, int index) {
    return Selection.Output.last(Selection.Role.KEY, merged -> decode(type, merged.get(index)));
  }

  private static String cql(String name, Expression argument) {
    return name + "(" + argument.cql() + ")";
  }

  /** Of an aggregate whose answers are added, in the arithmetic of a type. */
  private static BinaryOperator<ByteBuffer> sum(DataType type) {
    TypeCodec<Object> codec = codec(type);
    BinaryOperator<Object> adder = adder(type);
    return (left, right) ->
        codec.encode(
            adder.apply(
                codec.decode(left, ProtocolVersion.DEFAULT),
                codec.decode(right, ProtocolVersion.DEFAULT)),
            ProtocolVersion.DEFAULT);
  }

  /** Of {@code min} (or {@code max}, if so) over values of a type, in Cassandra's order. */
  private static BinaryOperator<ByteBuffer> extreme(DataType type, boolean max) {
    Comparator<ByteBuffer> order =
        ValueOrder.of(type)
            .orElseThrow(
                () ->
                    new StatsException(
                        "min and max of the type %s are not merged: expected numbers, times, text or blobs."
                            .formatted(type.asCql(false, true))));
    return (left, right) -> {
      int compared = order.compare(left, right);
      return (max ? compared >= 0 : compared <= 0) ? left : right;
    };
  }

  /** The value that bytes of a type are, or null. */
  static Object decode(DataType type, ByteBuffer bytes) {
    return codec(type).decode(bytes, ProtocolVersion.DEFAULT);
  }

  private static TypeCodec<Object> codec(DataType type) {
    return CodecRegistry.DEFAULT.codecFor(type);
  }

  private static BinaryOperator<Object> adder(DataType type) {
    // Integers overflow here as they do on a server, so that the sum is the same in any case.
    return switch (type.getProtocolCode()) {
      case ProtocolConstants.DataType.TINYINT -> (a, b) -> (byte) ((Byte) a + (Byte) b);
      case ProtocolConstants.DataType.SMALLINT -> (a, b) -> (short) ((Short) a + (Short) b);
      case ProtocolConstants.DataType.INT -> (a, b) -> (Integer) a + (Integer) b;
      case ProtocolConstants.DataType.BIGINT, ProtocolConstants.DataType.COUNTER ->
          (a, b) -> (Long) a + (Long) b;
      case ProtocolConstants.DataType.VARINT -> (a, b) -> ((BigInteger) a).add((BigInteger) b);
      case ProtocolConstants.DataType.FLOAT -> (a, b) -> (Float) a + (Float) b;
      case ProtocolConstants.DataType.DOUBLE -> (a, b) -> (Double) a + (Double) b;
      case ProtocolConstants.DataType.DECIMAL -> (a, b) -> ((BigDecimal) a).add((BigDecimal) b);
      default ->
          throw new StatsException(
              "sum of the type %s: expected numbers.".formatted(type.asCql(false, true)));
    };
  }
}
