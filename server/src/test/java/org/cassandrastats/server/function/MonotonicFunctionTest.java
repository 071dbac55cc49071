/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.cassandra.cql3.functions.Arguments;
import org.apache.cassandra.cql3.functions.Function;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.AsciiType;
import org.apache.cassandra.db.marshal.BytesType;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.SimpleDateType;
import org.apache.cassandra.db.marshal.TimestampType;
import org.apache.cassandra.exceptions.FunctionExecutionException;
import org.apache.cassandra.transport.ProtocolVersion;
import org.cassandrastats.server.catalogue.NativeCatalogue;
import org.cassandrastats.server.catalogue.TypedOverload;
import org.cassandrastats.server.metric.FunctionUse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Functions that {@code GROUP BY} may take, and the times that they read and give. */
class MonotonicFunctionTest {
  private static final ByteBuffer COLUMN = Function.UNRESOLVED;

  private NativeCatalogue catalogue;

  @BeforeEach
  void read() throws Exception {
    catalogue = NativeCatalogue.read("stats");
  }

  private StatsScalar function(String name, AbstractType<?>... types) {
    for (TypedOverload overload : catalogue.functions()) {
      if (overload.name().equals(name) && overload.types().equals(Arrays.asList(types))) {
        return new FiveFunctionApi().scalar("stats", overload, new FunctionUse(name));
      }
    }
    throw new AssertionError("no " + name + Arrays.toString(types));
  }

  private static ByteBuffer ascii(String text) {
    return AsciiType.instance.decompose(text);
  }

  private static ByteBuffer call(StatsScalar function, ByteBuffer... arguments) {
    Arguments values = function.newArguments(ProtocolVersion.CURRENT);
    for (int index = 0; index < arguments.length; index++) {
      values.set(index, arguments[index]);
    }
    return function.execute(values);
  }

  @Test
  void should_be_monotonic_in_its_time_only() {
    StatsScalar bucket =
        function("time_bucket", AsciiType.instance, TimestampType.instance, AsciiType.instance);
    ByteBuffer time = LongType.instance.decompose(7L);

    assertThat(bucket.isMonotonic()).isFalse();
    assertThat(monotonic(bucket, ascii("1d"), COLUMN, ascii("UTC"))).isTrue();
    assertThat(monotonic(bucket, null, COLUMN, ascii("UTC"))).isTrue();
    assertThat(monotonic(bucket, COLUMN, time, ascii("UTC"))).isFalse();
    assertThat(monotonic(bucket, ascii("1d"), COLUMN, COLUMN)).isFalse();
    assertThat(monotonic(bucket, ascii("1d"), time, ascii("UTC"))).isFalse();
  }

  @Test
  void should_refuse_constants_before_a_row_is_read() {
    StatsScalar bucket = function("time_bucket", AsciiType.instance, SimpleDateType.instance);

    assertThatThrownBy(() -> monotonic(bucket, ascii("0d"), COLUMN))
        .isInstanceOf(FunctionExecutionException.class)
        .hasMessageContaining("expected a width such as 15m");
  }

  @Test
  void should_not_be_monotonic_without_the_annotation() {
    StatsScalar version = function("stats_version");
    StatsScalar count = function("moments_count", BytesType.instance);

    assertThat(monotonic(version)).isFalse();
    assertThat(monotonic(count, COLUMN)).isFalse();
  }

  private static boolean monotonic(StatsScalar function, ByteBuffer... arguments) {
    return function.isPartialApplicationMonotonic(Arrays.asList(arguments));
  }

  @Test
  void should_read_and_give_dates() {
    StatsScalar bucket = function("time_bucket", AsciiType.instance, SimpleDateType.instance);

    assertThat(bucket.returnType()).isEqualTo(SimpleDateType.instance);
    for (String[] pair :
        new String[][] {
          {"2026-11-21", "2026-11-01"}, {"1969-12-31", "1969-12-01"}, {"-0001-03-02", "-0001-03-01"}
        }) {
      assertThat(call(bucket, ascii("1mo"), SimpleDateType.instance.fromString(pair[0])))
          .isEqualTo(SimpleDateType.instance.fromString(pair[1]));
    }
    assertThat(call(bucket, ascii("1mo"), null)).isNull();
  }
}
