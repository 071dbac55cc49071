/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.cassandra.cql3.functions.AggregateFunction;
import org.apache.cassandra.cql3.functions.Arguments;
import org.apache.cassandra.cql3.functions.NativeFunction;
import org.apache.cassandra.cql3.functions.NativeFunctions;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.BytesType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.exceptions.FunctionExecutionException;
import org.apache.cassandra.transport.ProtocolVersion;
import org.cassandrastats.server.catalogue.NativeCatalogue;
import org.cassandrastats.server.metric.FunctionUse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is counted of calls as Cassandra makes them. */
class CountedCallsTest {
  private static final ProtocolVersion VERSION = ProtocolVersion.CURRENT;
  private static final ByteBuffer NO_STATE = ByteBuffer.wrap(new byte[] {1, 2, 3});

  private StatsFunctions functions;

  @BeforeEach
  void read() throws Exception {
    functions = new StatsFunctions(new NativeFunctions(), "stats", NativeCatalogue.read("stats"));
  }

  private <T extends NativeFunction> T function(
      Class<T> kind, String name, AbstractType<?>... types) {
    for (NativeFunction function : functions.getFunctions()) {
      if (kind.isInstance(function)
          && function.name().name.equals(name)
          && function.argTypes().equals(Arrays.asList(types))) {
        return kind.cast(function);
      }
    }
    throw new AssertionError("no " + name + Arrays.toString(types));
  }

  private static ByteBuffer add(
      StatsAggregate function, AggregateFunction.Aggregate to, List<Double> values) {
    Arguments row = function.newArguments(VERSION);
    for (Double value : values) {
      row.set(0, value == null ? null : DoubleType.instance.decompose(value));
      to.addInput(row);
    }
    return to.compute(VERSION);
  }

  @Test
  void should_count_a_group_when_it_is_complete_with_its_rows_and_its_state() {
    StatsAggregate mean = function(StatsAggregate.class, "mean", DoubleType.instance);
    FunctionUse use = functions.uses().of("mean");
    AggregateFunction.Aggregate groups = mean.newAggregate();

    add(mean, groups, Arrays.asList(1.0, null, 3.0));
    long state = use.stateBytes();
    groups.reset();
    add(mean, groups, List.of(7.0));
    groups.reset();

    assertThat(use.calls()).isEqualTo(2);
    assertThat(use.rows()).isEqualTo(3);
    assertThat(state).isPositive();
    assertThat(use.stateBytes()).isEqualTo(2 * state);
    assertThat(use.largestState()).isEqualTo(state);
    assertThat(use.refusals()).isZero();
  }

  @Test
  void should_count_no_group_before_its_answer() {
    StatsAggregate mean = function(StatsAggregate.class, "mean", DoubleType.instance);
    Arguments row = mean.newArguments(VERSION);
    row.set(0, DoubleType.instance.decompose(1.0));

    mean.newAggregate().addInput(row);

    assertThat(functions.uses().of("mean").calls()).isZero();
    assertThat(functions.uses().of("mean").rows()).isZero();
  }

  @Test
  void should_count_an_answer_of_no_rows() {
    StatsAggregate tdigest = function(StatsAggregate.class, "tdigest", DoubleType.instance);

    tdigest.newAggregate().compute(VERSION);

    FunctionUse use = functions.uses().of("tdigest");
    assertThat(use.calls()).isEqualTo(1);
    assertThat(use.rows()).isZero();
  }

  @Test
  void should_count_a_refused_state_by_the_name_that_was_called() {
    StatsAggregate merge = function(StatsAggregate.class, "moments_merge", BytesType.instance);
    Arguments row = merge.newArguments(VERSION);
    row.set(0, NO_STATE.duplicate());
    AggregateFunction.Aggregate group = merge.newAggregate();

    assertThatThrownBy(() -> group.addInput(row)).isInstanceOf(FunctionExecutionException.class);

    assertThat(functions.uses().of("moments_merge").refusals()).isEqualTo(1);
    assertThat(functions.uses().of("moments_merge").calls()).isZero();
  }

  @Test
  void should_count_calls_and_refusals_of_a_function() {
    StatsScalar count = function(StatsScalar.class, "moments_count", BytesType.instance);
    FunctionUse use = functions.uses().of("moments_count");
    Arguments arguments = count.newArguments(VERSION);

    arguments.set(0, ByteBuffer.allocate(0));
    count.execute(arguments);
    arguments.set(0, NO_STATE.duplicate());
    assertThatThrownBy(() -> count.execute(arguments))
        .isInstanceOf(FunctionExecutionException.class);

    assertThat(use.calls()).isEqualTo(1);
    assertThat(use.refusals()).isEqualTo(1);
    assertThat(use.rows()).isZero();
  }
}
