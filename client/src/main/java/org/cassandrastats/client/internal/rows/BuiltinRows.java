/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.rows;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.ToDoubleFunction;

/** Cassandra's own aggregates, as its {@code AggregateFcts} computes them. */
public final class BuiltinRows {
  private BuiltinRows() {}

  /** How many rows there are. */
  public static RowAggregate.Kind count() {
    return new RowAggregate.Kind(List.of(), places -> new Count(-1));
  }

  /** How many of them have a value. */
  public static RowAggregate.Kind count(String argument) {
    return new RowAggregate.Kind(List.of(argument), places -> new Count(places[0]));
  }

  /** The value of the first row. */
  public static RowAggregate.Kind first(String argument) {
    return best(argument, (left, right) -> left);
  }

  /**
   * One of the values.
   *
   * @param better gives one of two, the earlier one first
   */
  public static RowAggregate.Kind best(String argument, BinaryOperator<ByteBuffer> better) {
    return new RowAggregate.Kind(List.of(argument), places -> new Best(places[0], better));
  }

  /**
   * The sum of numbers; 0 without any.
   *
   * @param type of the numbers, and of the sum
   * @param adder of two of them, in the arithmetic of the type
   */
  public static RowAggregate.Kind sum(
      String argument, DataType type, BinaryOperator<Object> adder) {
    boolean floating = type.equals(DataTypes.DOUBLE) || type.equals(DataTypes.FLOAT);
    return floating
        ? sum(argument, type, 1)
        : new RowAggregate.Kind(List.of(argument), places -> new Sum(places[0], type, adder));
  }

  private static RowAggregate.Kind sum(String argument, DataType type, double factor) {
    return new RowAggregate.Kind(
        List.of(argument), places -> new FloatingSum(places[0], type, factor));
  }

  /** The average of doubles, also where their sum overflows; 0 without any. */
  public static RowAggregate.Kind average(String argument) {
    return new RowAggregate.Kind(List.of(argument), places -> new Average(places[0]));
  }

  private static final class Count implements RowAggregate {
    private final int place;
    private long count;

    /** Counts the rows that have a value at a place, or all where it is negative. */
    Count(int place) {
      this.place = place;
    }

    @Override
    public void add(List<ByteBuffer> row) {
      if (place < 0 || row.get(place) != null) {
        count++;
      }
    }

    @Override
    public ByteBuffer result() {
      return ByteBuffer.allocate(Long.BYTES).putLong(0, count);
    }
  }

  private static final class Average implements RowAggregate {
    /** Sums of values times this do not overflow, however many there are. */
    private static final double SCALE = 0x1p-64;

    private final FloatingSum sum;
    private final Count count;

    Average(int place) {
      sum = new FloatingSum(place, DataTypes.DOUBLE, SCALE);
      count = new Count(place);
    }

    @Override
    public void add(List<ByteBuffer> row) {
      sum.add(row);
      count.add(row);
    }

    @Override
    public ByteBuffer result() {
      long values = count.result().getLong(0);
      double average = values == 0 ? 0 : sum.result().getDouble(0) / values / SCALE;
      return ByteBuffer.allocate(Double.BYTES).putDouble(0, average);
    }
  }

  private static final class Best implements RowAggregate {
    private final int place;
    private final BinaryOperator<ByteBuffer> better;
    private ByteBuffer best;

    Best(int place, BinaryOperator<ByteBuffer> better) {
      this.place = place;
      this.better = better;
    }

    @Override
    public void add(List<ByteBuffer> row) {
      ByteBuffer value = row.get(place);
      if (value != null) {
        best = best == null ? value : better.apply(best, value);
      }
    }

    @Override
    public ByteBuffer result() {
      return best;
    }
  }

  private static final class Sum implements RowAggregate {
    private final int place;
    private final TypeCodec<Object> codec;
    private final BinaryOperator<Object> adder;
    private Object sum;

    Sum(int place, DataType type, BinaryOperator<Object> adder) {
      this.place = place;
      this.codec = CodecRegistry.DEFAULT.codecFor(type);
      this.adder = adder;
      this.sum = codec.parse("0");
    }

    @Override
    public void add(List<ByteBuffer> row) {
      Object value = codec.decode(row.get(place), ProtocolVersion.DEFAULT);
      if (value != null) {
        sum = adder.apply(sum, value);
      }
    }

    @Override
    public ByteBuffer result() {
      return codec.encode(sum, ProtocolVersion.DEFAULT);
    }
  }

  /** Summation by Kahan, which Cassandra takes, so that the sum is the same to the last bit. */
  private static final class FloatingSum implements RowAggregate {
    private final int place;
    private final boolean single;
    private final double factor;
    private final ToDoubleFunction<ByteBuffer> reader;
    private double sum;
    private double compensation;
    private double simpleSum;

    FloatingSum(int place, DataType type, double factor) {
      this.place = place;
      this.single = type.equals(DataTypes.FLOAT);
      this.factor = factor;
      this.reader = Cells.ofDouble(type).orElseThrow();
    }

    @Override
    public void add(List<ByteBuffer> row) {
      ByteBuffer bytes = row.get(place);
      if (Cells.isNull(bytes)) {
        return;
      }
      double value = factor * reader.applyAsDouble(bytes);
      simpleSum += value;
      double next = value - compensation;
      double rounded = sum + next;
      compensation = (rounded - sum) - next;
      sum = rounded;
    }

    @Override
    public ByteBuffer result() {
      double total = sum + compensation;
      // Infinite values of one sign have an infinite sum.
      total = Double.isNaN(total) && Double.isInfinite(simpleSum) ? simpleSum : total;
      return single
          ? ByteBuffer.allocate(Float.BYTES).putFloat(0, (float) total)
          : ByteBuffer.allocate(Double.BYTES).putDouble(0, total);
    }
  }
}
