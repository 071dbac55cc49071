/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.cassandrastats.udf.state.Fixtures;
import org.cassandrastats.udf.state.Integrity;
import org.cassandrastats.udf.state.LittleEndian;
import org.junit.jupiter.api.Test;

/** Values come out in the type that they went in, or not at all. */
class ExtremesValuesTest {
  private static ByteBuffer by(String fixture, long bits) {
    ByteBuffer state = Fixtures.read("v1/" + fixture);
    LittleEndian.putLong(state, ExtremesState.VALUE, bits);
    Integrity.seal(state, state.limit() - Integrity.SIZE);
    return state;
  }

  private static ByteBuffer integer(long value) {
    return by("min-by-integers", value);
  }

  private static ByteBuffer floating(double value) {
    return by("max-by-doubles", Double.doubleToLongBits(value));
  }

  @Test
  void should_read_single_values_exactly() {
    assertThat(ExtremesValues.valueInt(integer(Integer.MIN_VALUE))).isEqualTo(Integer.MIN_VALUE);
    assertThat(ExtremesValues.valueBigint(integer(Long.MAX_VALUE - 1)))
        .isEqualTo(Long.MAX_VALUE - 1);
    assertThat(ExtremesValues.valueFloat(floating(0.1f))).isEqualTo(0.1f);
    assertThat(ExtremesValues.valueFloat(floating(-0.0))).isEqualTo(-0.0f);
    assertThat(ExtremesValues.valueDouble(floating(0.1))).isEqualTo(0.1);
  }

  @Test
  void should_read_lists_exactly() {
    assertThat(ExtremesValues.valuesInt(Fixtures.read("v1/min-n-integers")))
        .containsExactly(1, 2, 3);
    assertThat(ExtremesValues.valuesBigint(Fixtures.read("v1/minmax-integers")))
        .containsExactly(-2L, Long.MAX_VALUE);
    assertThat(ExtremesValues.valuesFloat(Fixtures.read("v1/max-n-doubles")))
        .containsExactly(2.5f, 0.5f);
    assertThat(ExtremesValues.valuesDouble(Fixtures.read("v1/minmax-doubles")))
        .containsExactly(-0.0, 2.5);
  }

  @Test
  void should_refuse_values_that_the_type_cannot_hold() {
    assertRefused(
        () -> ExtremesValues.valueInt(integer(1L << 31)),
        "extremes_value_int: 2147483648 is beyond int; this is a state of bigint values");
    assertRefused(
        () -> ExtremesValues.valuesInt(Fixtures.read("v1/minmax-integers")),
        "extremes_values_int: 9223372036854775807 is beyond int; this is a state of bigint values");
    assertRefused(
        () -> ExtremesValues.valueFloat(floating(0.1)),
        "extremes_value_float: 0.1 is no float; this is a state of double values");
    assertRefused(
        () -> ExtremesValues.valueFloat(floating(1e300)),
        "extremes_value_float: 1.0E300 is no float; this is a state of double values");
  }

  @Test
  void should_refuse_states_of_other_kinds_and_types_and_name_both() {
    Map<String, Function<ByteBuffer, Object>> readers =
        Map.of(
            "extremes_value_int", ExtremesValues::valueInt,
            "extremes_value_bigint", ExtremesValues::valueBigint,
            "extremes_value_float", ExtremesValues::valueFloat,
            "extremes_value_double", ExtremesValues::valueDouble,
            "extremes_values_int", ExtremesValues::valuesInt,
            "extremes_values_bigint", ExtremesValues::valuesBigint,
            "extremes_values_float", ExtremesValues::valuesFloat,
            "extremes_values_double", ExtremesValues::valuesDouble);
    Map<String, String> states =
        Map.of(
            "minmax-integers", "minmax of integers",
            "minmax-doubles", "minmax of floating-point values",
            "min-by-integers", "min_by of integers, integer keys",
            "max-by-doubles", "max_by of floating-point values, floating-point keys",
            "min-n-integers", "min_n of integers, n = 3",
            "max-n-doubles", "max_n of floating-point values, n = 2");
    int refusals = 0;
    for (var reader : readers.entrySet()) {
      boolean single = reader.getKey().startsWith("extremes_value_");
      boolean integers = reader.getKey().endsWith("int");
      for (var state : states.entrySet()) {
        if (single == state.getKey().contains("-by-")
            && integers == state.getKey().endsWith("integers")) {
          continue;
        }
        assertRefused(
            () -> reader.getValue().apply(Fixtures.read("v1/" + state.getKey())),
            reader.getKey()
                + " reads states of "
                + (single ? "min_by and max_by" : "minmax, min_n and max_n")
                + (integers ? " of integers" : " of floating-point values")
                + "; this is a state of "
                + state.getValue());
        refusals++;
      }
    }
    assertThat(refusals).isEqualTo(8 * 6 - 4 * 1 - 4 * 2);
  }

  private static void assertRefused(Supplier<Object> call, String message) {
    assertThatThrownBy(call::get).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }
}
