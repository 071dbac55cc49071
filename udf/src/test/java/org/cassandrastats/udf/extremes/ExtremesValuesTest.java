/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.Fixtures;
import org.junit.jupiter.api.Test;

/** Values come out in the type that they went in, or not at all. */
class ExtremesValuesTest {
  private static ByteBuffer state(String name) {
    return Fixtures.read("v2/extremes-" + name);
  }

  /** A state whose first row has a value of these bits. */
  private static ByteBuffer first(String name, long bits) {
    ByteBuffer state = state(name);
    state.putLong(ExtremesState.FIRST_VALUE, bits);
    Checksum.seal(state, state.limit() - Checksum.SIZE);
    return state;
  }

  private static ByteBuffer integer(long value) {
    return first("by-integers", value);
  }

  private static ByteBuffer floating(double value) {
    return first("rows-doubles", Double.doubleToLongBits(value));
  }

  @Test
  void should_read_single_values_exactly() {
    assertThat(ExtremesValues.firstInt(integer(Integer.MIN_VALUE))).isEqualTo(Integer.MIN_VALUE);
    assertThat(ExtremesValues.lastInt(state("by-integers"))).isEqualTo(40);
    assertThat(ExtremesValues.firstBigint(integer(Long.MAX_VALUE - 1)))
        .isEqualTo(Long.MAX_VALUE - 1);
    assertThat(ExtremesValues.lastBigint(state("rows-integers"))).isEqualTo(Long.MAX_VALUE);
    assertThat(ExtremesValues.firstFloat(floating(0.1f))).isEqualTo(0.1f);
    assertThat(ExtremesValues.firstFloat(floating(-0.0))).isEqualTo(-0.0f);
    assertThat(ExtremesValues.lastFloat(state("by-doubles"))).isEqualTo(3.0f);
    assertThat(ExtremesValues.firstDouble(floating(0.1))).isEqualTo(0.1);
    assertThat(ExtremesValues.lastDouble(state("by-doubles"))).isEqualTo(3.0);
  }

  @Test
  void should_read_lists_exactly() {
    assertThat(ExtremesValues.valuesInt(state("n-integers"))).containsExactly(1, 2, 3);
    assertThat(ExtremesValues.valuesInt(state("by-integers"))).containsExactly(20, 40);
    assertThat(ExtremesValues.valuesBigint(state("rows-integers")))
        .containsExactly(7L, Long.MAX_VALUE);
    assertThat(ExtremesValues.valuesFloat(state("n-doubles"))).containsExactly(2.5f, 0.5f);
    assertThat(ExtremesValues.valuesDouble(state("rows-doubles"))).containsExactly(-0.0, 2.5);
  }

  @Test
  void should_refuse_values_that_the_type_cannot_hold() {
    assertRefused(
        () -> ExtremesValues.firstInt(integer(1L << 31)),
        "extremes_first_int: 2147483648 is beyond int; this is a state of bigint values");
    assertRefused(
        () -> ExtremesValues.lastInt(state("rows-integers")),
        "extremes_last_int: 9223372036854775807 is beyond int; this is a state of bigint values");
    assertRefused(
        () -> ExtremesValues.valuesInt(state("rows-integers")),
        "extremes_values_int: 9223372036854775807 is beyond int; this is a state of bigint values");
    assertRefused(
        () -> ExtremesValues.firstFloat(floating(0.1)),
        "extremes_first_float: 0.1 is no float; this is a state of double values");
    assertRefused(
        () -> ExtremesValues.firstFloat(floating(1e300)),
        "extremes_first_float: 1.0E300 is no float; this is a state of double values");
  }

  @Test
  void should_refuse_states_of_other_kinds_and_types_and_say_what_is_expected() {
    Map<String, Function<ByteBuffer, Object>> readers =
        Map.ofEntries(
            Map.entry("extremes_first_int", ExtremesValues::firstInt),
            Map.entry("extremes_first_bigint", ExtremesValues::firstBigint),
            Map.entry("extremes_first_float", ExtremesValues::firstFloat),
            Map.entry("extremes_first_double", ExtremesValues::firstDouble),
            Map.entry("extremes_last_int", ExtremesValues::lastInt),
            Map.entry("extremes_last_bigint", ExtremesValues::lastBigint),
            Map.entry("extremes_last_float", ExtremesValues::lastFloat),
            Map.entry("extremes_last_double", ExtremesValues::lastDouble),
            Map.entry("extremes_values_int", ExtremesValues::valuesInt),
            Map.entry("extremes_values_bigint", ExtremesValues::valuesBigint),
            Map.entry("extremes_values_float", ExtremesValues::valuesFloat),
            Map.entry("extremes_values_double", ExtremesValues::valuesDouble));
    int refusals = 0;
    for (var reader : readers.entrySet()) {
      boolean single = !reader.getKey().startsWith("extremes_values_");
      boolean integers = reader.getKey().endsWith("int");
      for (String name :
          List.of(
              "by-integers",
              "by-doubles",
              "rows-integers",
              "rows-doubles",
              "n-integers",
              "n-doubles")) {
        boolean fits = integers == name.endsWith("integers");
        if (fits && !(single && name.startsWith("n-"))) {
          continue;
        }
        assertThatThrownBy(() -> reader.getValue().apply(state(name)))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(
                reader.getKey() + ": expected a " + (single ? "min_max_by or" : "state of"));
        refusals++;
      }
    }
    assertThat(refusals).isEqualTo(8 * 4 + 4 * 3);
    assertRefused(
        () -> ExtremesValues.lastInt(state("rows-doubles")),
        "extremes_last_int: expected a min_max_by or first_last state of integers, found flags 5; extremes_text shows the state");
  }

  private static void assertRefused(Supplier<Object> call, String message) {
    assertThatThrownBy(call::get).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }
}
