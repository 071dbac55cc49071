/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.fuzz;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedAggregate;
import org.cassandrastats.annotated.OrderedRows;
import org.cassandrastats.compiler.parameters.ParameterValues;

/** Valid states of a family, made by its aggregates from rows of many kinds. */
final class BaseStates {
  private static final int[] ROWS = {1, 2, 3, 7, 30, 150, 2500};

  /** Up to this size a mutation has a fair chance to hit what matters. */
  private static final int SMALL = 700;

  private static final int ONE_LARGE_IN = 12;

  private final List<byte[]> small = new ArrayList<>();
  private final List<byte[]> large = new ArrayList<>();

  private BaseStates() {}

  static BaseStates of(Family kind, RandomGenerator random) {
    String family = kind.name();
    BaseStates states = new BaseStates();
    for (AnnotatedAggregate aggregate : Annotated.aggregates()) {
      boolean isOfRows = aggregate.state().takesRows();
      // The rows of a chunk are kept in a state of another kind, which points_to_chunk turns into
      // one.
      boolean turns = aggregate.annotation().finish().contains("_to_");
      boolean becomes = aggregate.annotation().finish().endsWith("_to_" + family);
      boolean isFinished = becomes || (!turns && aggregate.givesState());
      if (isOfRows
          && (isFinished || !kind.isSealed())
          && (becomes || family.equals(Subject.kind(aggregate.state())))) {
        for (int rows : ROWS) {
          for (Column column : Column.values()) {
            states.add(kind, aggregate, isFinished, rows, column, random);
          }
        }
      }
    }
    if (states.small.isEmpty()) {
      throw new IllegalStateException("no aggregate of the family " + family + " gives states");
    }
    return states;
  }

  /** One of them, mostly a small one. */
  byte[] any(RandomGenerator random) {
    List<byte[]> states = large.isEmpty() || random.nextInt(ONE_LARGE_IN) != 0 ? small : large;
    return states.get(random.nextInt(states.size()));
  }

  /** The values of the rows. */
  private enum Column {
    NORMAL,
    TIES,
    CONSTANT,
    HUGE,
    MIXED;

    double value(RandomGenerator random) {
      return switch (this) {
        case NORMAL -> random.nextGaussian();
        case TIES -> random.nextInt(-3, 4);
        case CONSTANT -> 0.1;
        case HUGE -> (random.nextBoolean() ? 1 : -1) * Double.MAX_VALUE * random.nextDouble();
        case MIXED ->
            switch (random.nextInt(6)) {
              case 0 -> -0.0;
              case 1 -> Double.MIN_VALUE;
              case 2 -> Double.NaN;
              case 3 -> Math.exp(20 * random.nextGaussian());
              case 4 -> -Math.exp(20 * random.nextGaussian());
              default -> 0.0;
            };
      };
    }
  }

  private void add(
      Family kind,
      AnnotatedAggregate aggregate,
      boolean isFinished,
      int rows,
      Column column,
      RandomGenerator random) {
    List<String> types = aggregate.types();
    Object[] row = new Object[types.size()];
    for (int index = 1; index < row.length; index++) {
      String name = aggregate.parameterNames().get(index);
      List<Object> accepted = ParameterValues.accepted(name, types.get(index));
      // The first values fit together; the others of one index do too.
      row[index] = accepted.isEmpty() ? null : accepted.get(rows % accepted.size());
    }
    boolean[] constant = new boolean[row.length];
    for (int index = 1; index < row.length; index++) {
      constant[index] = row[index] != null;
    }
    try {
      ByteBuffer state = aggregate.initialState();
      // States of rows in an order merge where they begin at different times.
      OrderedRows times = new OrderedRows(random.nextLong(1000) * 10_000_000, 1000);
      for (int count = 0; count < rows; count++) {
        for (int index = 0; index < row.length; index++) {
          if (aggregate.isOrdered(index)) {
            row[index] = times.next();
          } else if (!constant[index]) {
            row[index] = number(types.get(index), column, random);
          }
        }
        state = aggregate.accumulate(state, row);
      }
      // The state as it is stored, or else as it is between two rows, if it is one then.
      ByteBuffer result = (ByteBuffer) (isFinished ? aggregate.result(state) : state);
      if (result != null && result.hasRemaining() && (isFinished || isState(kind, result))) {
        byte[] bytes = new byte[result.remaining()];
        result.duplicate().get(bytes);
        (bytes.length <= SMALL ? small : large).add(bytes);
      }
    } catch (Throwable failed) {
      throw new IllegalStateException(aggregate.signature(), failed);
    }
  }

  /** Whether the bytes alone are a state, in a buffer that no function made. */
  private static boolean isState(Family kind, ByteBuffer state) throws Throwable {
    Subject check = kind.subject("is_valid");
    byte[] bytes = new byte[state.remaining()];
    state.duplicate().get(bytes);
    return check == null || (Boolean) check.call(new Object[] {ByteBuffer.wrap(bytes)});
  }

  private static Object number(String type, Column column, RandomGenerator random) {
    double value = column.value(random);
    return switch (type) {
      case "int" -> (Object) (int) value;
      case "bigint", "varint" -> (long) value;
      case "float" -> (float) value;
      case "double" -> value;
      case "timestamp" -> Instant.ofEpochMilli((long) (value % (1L << 40)));
      // Digits alone: an answer that shows them is none that is not a number.
      case "blob" ->
          ByteBuffer.wrap(
              Long.toString(Double.doubleToLongBits(value)).getBytes(StandardCharsets.UTF_8));
      default -> throw new IllegalStateException("no values of type " + type);
    };
  }
}
