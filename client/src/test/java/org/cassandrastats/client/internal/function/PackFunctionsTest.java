/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.cassandrastats.uda.counter.CounterAggregates;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.annotation.AnnotatedMethods;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Overload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is asked of the servers for each aggregate, found by annotations alone. */
@SuppressWarnings("JavaUtilDate") // What functions give for a timestamp.
final class PackFunctionsTest {
  private final PackFunctions functions = PackFunctions.load();

  @Test
  void should_be_found_by_a_thread_that_is_interrupted() {
    Thread.currentThread().interrupt();
    try {
      assertThat(PackFunctions.load().aggregates("mean")).isNotEmpty();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "mean, double, moments, moments_mean",
    "summary, int, moments, moments_summary",
    "moments, bigint, moments, moments_state",
    "moments_merge, blob, moments_merge, moments_state",
    "tdigest, double, tdigest, tdigest_state",
    "median, float, tdigest, tdigest_median",
    "tdigest_merge, blob, tdigest_merge, tdigest_state",
    "first, double, first_last, extremes_first_double",
    "last, int, first_last, extremes_last_int",
    "mean, tinyint, moments, moments_mean",
    "mean, decimal, moments, moments_mean"
  })
  void should_ask_for_the_state(String name, String type, String state, String finish) {
    PackFunctions.PackAggregate aggregate =
        functions.aggregates(name).stream()
            .filter(overload -> overload.accepts(List.of(type)))
            .findFirst()
            .orElseThrow();

    assertThat(functions.stateOf(aggregate).map(PackFunctions.PackAggregate::name)).contains(state);
    assertThat(aggregate.finish(List.of(type))).isEqualTo(finish);
  }

  @ParameterizedTest
  @CsvSource({
    "min_by, int, timestamp, min_max_by, extremes_first_int",
    "max_by, double, double, min_max_by, extremes_last_double",
    "last, float, bigint, min_max_by, extremes_last_float",
    "max_n, bigint, int, max_n_state, extremes_values_bigint"
  })
  void should_finish_by_the_type_of_the_value(
      String name, String value, String key, String state, String finish) {
    List<String> types = List.of(value, key);
    PackFunctions.PackAggregate aggregate =
        functions.aggregates(name).stream()
            .filter(overload -> overload.accepts(types))
            .findFirst()
            .orElseThrow();

    assertThat(functions.stateOf(aggregate).map(PackFunctions.PackAggregate::name)).contains(state);
    assertThat(aggregate.finish(types)).isEqualTo(finish);
  }

  @Test
  void should_name_the_aggregates_of_a_family() {
    assertThat(functions.mergeable("tdigest"))
        .isEqualTo("median, quantile, quantiles, tdigest, tdigest_merge");
  }

  @Test
  void should_give_timestamps_as_the_driver_does() {
    ByteBuffer state = CounterAggregates.accumulate(ByteBuffer.allocate(0), 1000, 7);

    assertThat(PackFunctions.call(functions.accessor("counter_first_time"), state))
        .isEqualTo(Instant.ofEpochSecond(1));
    assertThat(DriverValues.of(Map.of(new Date(0), new Date(2000))))
        .isEqualTo(Map.of(Instant.EPOCH, Instant.ofEpochSecond(2)));
  }

  @Test
  void should_merge_every_family() throws Exception {
    for (Method method : AnnotatedMethods.beside(CqlFunction.class, MomentsAggregates.class)) {
      if (!Overload.aggregates(method).isEmpty()) {
        String family = Overload.family(method);
        assertThat(functions.mergeable(family).split(", ")).contains(family + "_merge");
      }
    }
  }
}
