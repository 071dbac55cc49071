/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.cassandra.cql3.functions.Arguments;
import org.apache.cassandra.cql3.functions.FunctionName;
import org.apache.cassandra.cql3.functions.NativeAggregateFunction;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.exceptions.FunctionExecutionException;
import org.apache.cassandra.transport.ProtocolVersion;
import org.cassandrastats.server.catalogue.AggregateOverload;
import org.cassandrastats.server.metric.FunctionUse;
import org.cassandrastats.udf.state.Buffers;

/** An annotated aggregate as a native one with a keyspace in its name. */
abstract class StatsAggregate extends NativeAggregateFunction {
  private final FunctionName qualifiedName;
  private final List<Class<?>> parameters;
  private final RowStep step;

  /** Null where rows are taken one after the other only. */
  private final DoublesStep doublesStep;

  private final byte[] initial;
  private final boolean takesStates;
  private final StatsScalar accumulate;
  private final StatsScalar finish;
  private final FunctionUse use;

  /**
   * An aggregate of the pack.
   *
   * @param accumulate the function that its errors name
   * @param finish null where the state is the result
   * @param use where its calls are counted
   */
  StatsAggregate(
      String keyspace,
      AggregateOverload overload,
      StatsScalar accumulate,
      StatsScalar finish,
      FunctionUse use) {
    super(
        overload.name(),
        (finish == null ? accumulate : finish).returnType(),
        rowTypes(accumulate).toArray(new AbstractType<?>[0]));
    this.qualifiedName = new FunctionName(keyspace, overload.name());
    Class<?>[] all = overload.accumulate().method().getParameterTypes();
    this.parameters = Arrays.asList(all).subList(1, all.length);
    this.initial = overload.initial();
    this.step = Steps.of(overload.accumulate().method());
    this.doublesStep =
        accumulate.isCalledOnNullInput() ? null : DoublesStep.of(overload.accumulate().method());
    this.takesStates = parameters.equals(List.of(ByteBuffer.class));
    this.accumulate = accumulate;
    this.finish = finish;
    this.use = use;
  }

  private static List<AbstractType<?>> rowTypes(StatsScalar accumulate) {
    return accumulate.argTypes().subList(1, accumulate.argTypes().size());
  }

  @Override
  public FunctionName name() {
    return qualifiedName;
  }

  boolean passesOverNull() {
    return !accumulate.isCalledOnNullInput();
  }

  @Override
  public boolean isPure() {
    return false;
  }

  /** The function that takes a row. */
  final StatsScalar accumulate() {
    return accumulate;
  }

  /** Where its calls are counted. */
  final FunctionUse use() {
    return use;
  }

  /** What that takes, without the state. */
  final List<Class<?>> parameters() {
    return parameters;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StatsAggregate
        && qualifiedName.equals(((StatsAggregate) other).qualifiedName)
        && argTypes.equals(((StatsAggregate) other).argTypes);
  }

  @Override
  public int hashCode() {
    return Objects.hash(qualifiedName, argTypes);
  }

  @Override
  public String toString() {
    return Signatures.text(this);
  }

  /** A state that is no view of an argument, whose bytes are a memtable's or a page's. */
  private static ByteBuffer withoutArgument(ByteBuffer state, ByteBuffer argument) {
    if (state == null || argument == null || !Buffers.shareBytes(state, argument)) {
      return state;
    }
    return ByteBuffer.allocate(state.remaining()).put(state.duplicate()).flip();
  }

  /** The rows of one group after the other, counted by the one thread that has them. */
  abstract class Rows implements Aggregate, BitAggregate {
    private ByteBuffer state = ByteBuffer.wrap(initial);
    private double[] values = {};
    private long rows;

    @Override
    public final void addInput(Arguments arguments) {
      RowArguments row = (RowArguments) arguments;
      if (!accumulate.isCalledOnNullInput() && (state == null || row.containsNulls())) {
        return;
      }
      try {
        state = step.next(state, row);
        rows++;
        if (takesStates) {
          state = withoutArgument(state, (ByteBuffer) row.at(0).value());
        }
      } catch (VirtualMachineError serious) {
        throw serious;
      } catch (Throwable thrown) {
        throw refused(thrown);
      }
    }

    @Override
    public final boolean takesAll(int index) {
      return index == 0 && doublesStep != null;
    }

    @Override
    public final void addAll(BitArguments arguments, long[] bits, int size) {
      RowArguments row = (RowArguments) arguments;
      if (size == 0) {
        return;
      }
      // The last one: what it holds behind them is what it would hold one after the other.
      row.setBits(0, bits[size - 1]);
      if (state == null || row.containsNulls()) {
        return;
      }
      if (values.length < size) {
        values = new double[bits.length];
      }
      row.at(0).decodeAll(bits, size, values);
      try {
        state = doublesStep.next(state, row, values, size);
        rows += size;
      } catch (VirtualMachineError serious) {
        throw serious;
      } catch (Throwable thrown) {
        throw refused(thrown);
      }
    }

    private FunctionExecutionException refused(Throwable thrown) {
      use.refused();
      return FunctionExecutionException.create(accumulate, thrown);
    }

    /** The answer so far. */
    final ByteBuffer result(ProtocolVersion version) {
      int bytes = state == null ? 0 : state.remaining();
      ByteBuffer answer = finish == null ? finished() : finish.finish(state, version, use);
      use.aggregated(rows, bytes);
      return answer;
    }

    private ByteBuffer finished() {
      return state == null ? null : state.duplicate();
    }

    @Override
    public final void reset() {
      state = ByteBuffer.wrap(initial);
      rows = 0;
    }
  }
}
