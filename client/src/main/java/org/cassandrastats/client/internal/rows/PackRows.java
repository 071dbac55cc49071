/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.rows;

import com.datastax.oss.driver.api.core.type.DataType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.udf.annotation.CqlFunction;

/** An aggregate of the pack: its state function, called with each row. */
public final class PackRows implements RowAggregate {
  private final String name;
  private final Method accumulate;
  private final boolean calledOnNull;
  private final List<Argument> arguments;
  private final int[] places;
  private final UnaryOperator<ByteBuffer> finish;
  private final Object[] call;
  private ByteBuffer state;

  private PackRows(
      String name,
      Method accumulate,
      byte[] initial,
      List<Argument> arguments,
      int[] places,
      UnaryOperator<ByteBuffer> finish) {
    this.name = name;
    this.accumulate = accumulate;
    this.state = ByteBuffer.wrap(initial);
    this.calledOnNull = accumulate.getAnnotation(CqlFunction.class).calledOnNullInput();
    this.arguments = arguments;
    this.places = places;
    this.finish = finish;
    this.call = new Object[arguments.size() + 1];
  }

  /**
   * An aggregate of a statement.
   *
   * @param name of the aggregate, for messages
   * @param accumulate its state function, whose first parameter is the state
   * @param initial the state before the first row
   * @param arguments of the aggregate
   * @param finish turns the last state into what a server answers
   */
  public static Kind kind(
      String name,
      Method accumulate,
      byte[] initial,
      List<Argument> arguments,
      UnaryOperator<ByteBuffer> finish) {
    List<Argument> copy = List.copyOf(arguments);
    return new Kind(
        copy.stream().filter(argument -> argument.cql() != null).map(Argument::cql).toList(),
        places -> new PackRows(name, accumulate, initial, copy, places, finish));
  }

  /**
   * An argument of an aggregate.
   *
   * @param cql what it is in a row; null where it is the same for all
   * @param reader makes it of the bytes of a row, or of none where it is the same
   */
  public record Argument(String cql, Function<ByteBuffer, Object> reader) {
    /** A constant, which may be null. */
    public static Argument constant(Object value) {
      return new Argument(null, none -> value);
    }

    /**
     * A column or a CAST of one, where the function takes its type.
     *
     * @param parameter of the function
     */
    public static Optional<Argument> of(String cql, DataType type, Class<?> parameter) {
      return Cells.reader(type, parameter).map(reader -> new Argument(cql, reader));
    }
  }

  @Override
  public void add(List<ByteBuffer> row) {
    int next = 0;
    IllegalArgumentException refusal = null;
    for (int i = 0; i < arguments.size(); i++) {
      Argument argument = arguments.get(i);
      ByteBuffer bytes = argument.cql() == null ? null : row.get(places[next++]);
      try {
        Object value = argument.reader().apply(bytes);
        if (value == null && !calledOnNull) {
          return;
        }
        call[i + 1] = value;
      } catch (IllegalArgumentException refused) {
        // Servers do not call the function if another argument is null.
        refusal = refused;
      }
    }
    if (refusal != null) {
      throw refused(refusal);
    }
    call[0] = state;
    state = called();
  }

  private ByteBuffer called() {
    try {
      return (ByteBuffer) accumulate.invoke(null, call);
    } catch (InvocationTargetException thrown) {
      throw refused(thrown.getCause());
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private StatsException refused(Throwable why) {
    return new StatsException(
        // Without the family, which functions name themselves.
        "%s: %s".formatted(name, String.valueOf(why.getMessage()).replaceFirst("^[a-z_]+: ", "")),
        why);
  }

  @Override
  public ByteBuffer result() {
    return Cells.copy(finish.apply(state));
  }
}
