/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.transport.ProtocolVersion;
import org.cassandrastats.server.catalogue.AggregateOverload;
import org.cassandrastats.server.catalogue.NativeCatalogue;
import org.cassandrastats.server.metric.FunctionUse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StepsTest {
  static Stream<AggregateOverload> aggregates() throws Exception {
    return NativeCatalogue.read("stats").aggregates().stream();
  }

  /** A row through a method handle costs boxing; no aggregate of the pack should need one. */
  @ParameterizedTest
  @MethodSource("aggregates")
  void should_link_every_aggregate_directly(AggregateOverload aggregate) {
    assertThat(Steps.isLinked(aggregate.accumulate().method())).as(aggregate.name()).isTrue();
  }

  @Test
  void should_call_a_method_of_any_other_shape() throws Throwable {
    RowStep step =
        Steps.of(StepsTest.class.getMethod("unusual", ByteBuffer.class, int.class, double.class));
    List<AbstractType<?>> types = Arrays.asList(Int32Type.instance, DoubleType.instance);
    List<Class<?>> parameters = new ArrayList<>(List.of(int.class, double.class));
    RowArguments row =
        new FiveArguments(
            null, new FunctionUse("unusual"), ProtocolVersion.CURRENT, types, parameters);
    row.set(0, Int32Type.instance.decompose(3));
    row.set(1, DoubleType.instance.decompose(0.5));

    ByteBuffer state = step.next(ByteBuffer.allocate(0), row);

    assertThat(state.getDouble(0)).isEqualTo(3.5);
  }

  public static ByteBuffer unusual(ByteBuffer state, int value, double more) {
    return ByteBuffer.allocate(Double.BYTES).putDouble(0, state.remaining() + value + more);
  }
}
