/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.cassandra.db.marshal.ByteArrayAccessor;
import org.apache.cassandra.db.marshal.ByteBufferAccessor;
import org.apache.cassandra.serializers.MarshalException;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.annotation.AnnotatedMethods;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Overload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which bytes are values, and which literals stand for them. */
class StateTypeTest {
  static List<StateType> types() {
    return FixtureStates.types();
  }

  @Test
  void should_be_there_for_every_family() throws Exception {
    Set<String> families = new TreeSet<>();
    for (Method method : AnnotatedMethods.beside(CqlFunction.class, MomentsAggregates.class)) {
      if (!Overload.aggregates(method).isEmpty()) {
        families.add(Overload.family(method));
      }
    }

    assertThat(types().stream().map(StateType::family))
        .containsExactlyInAnyOrderElementsOf(families);
  }

  @ParameterizedTest
  @MethodSource("types")
  void should_accept_the_states_of_its_family_and_no_others(StateType type) {
    assertThat(FixtureStates.names(type)).as("stored states of the family").isNotEmpty();
    FixtureStates.all()
        .forEach(
            (name, state) -> {
              if (FixtureStates.typeOf(name) == type) {
                assertThatCode(() -> type.validate(ByteBuffer.wrap(state)))
                    .as(name)
                    .doesNotThrowAnyException();
              } else {
                assertThatThrownBy(() -> type.validate(ByteBuffer.wrap(state)))
                    .as(name)
                    .isInstanceOf(MarshalException.class)
                    .hasMessageMatching(
                        "not an? " + type.family() + " state: expected .*, found .*");
              }
            });
  }

  @ParameterizedTest
  @MethodSource("types")
  void should_accept_the_empty_blob_as_is_valid_does(StateType type) {
    type.validate(ByteBuffer.allocate(0));
    type.validate(new byte[0], ByteArrayAccessor.instance);
    assertThat(type.allowsEmpty()).isTrue();
    assertThat(FamilyFunctions.isValid(type, ByteBuffer.allocate(0))).isTrue();
    type.validate(type.getMaskedValue());
  }

  /** A function's own buffer has no checksum yet, and its bytes alone are no state. */
  @Test
  void should_refuse_a_state_that_is_not_finished() {
    ByteBuffer working = MomentsAggregates.accumulate(ByteBuffer.allocate(0), 2.5);
    StateType type =
        types().stream().filter(each -> each.family().equals("moments")).findFirst().orElseThrow();

    assertThat(FamilyFunctions.isValid(type, working)).isTrue();
    assertThatThrownBy(() -> type.validate(working)).isInstanceOf(MarshalException.class);
  }

  /** Every byte of every stored state, and every length, judged as the function judges it. */
  @ParameterizedTest
  @MethodSource("types")
  void should_judge_damaged_states_as_is_valid_does(StateType type) {
    int refused = 0;
    for (String name : FixtureStates.names(type)) {
      byte[] state = FixtureStates.all().get(name);
      for (int length = 0; length < state.length; length++) {
        refused += assertJudged(type, Arrays.copyOf(state, length), name + " cut to " + length);
      }
      for (int offset = 0; offset < state.length; offset++) {
        for (int flip : new int[] {1, 0x80, 0xff}) {
          byte[] damaged = state.clone();
          damaged[offset] ^= (byte) flip;
          refused += assertJudged(type, damaged, name + " byte " + offset + " xor " + flip);
        }
      }
    }
    assertThat(refused).isGreaterThan(50);
  }

  private static int assertJudged(StateType type, byte[] state, String what) {
    boolean accepted = true;
    try {
      type.validate(state, ByteArrayAccessor.instance);
    } catch (MarshalException refused) {
      accepted = false;
    }
    assertThat(accepted).as(what).isEqualTo(FamilyFunctions.isValid(type, ByteBuffer.wrap(state)));
    return accepted ? 0 : 1;
  }

  @ParameterizedTest
  @MethodSource("types")
  void should_read_any_buffer_and_leave_it_as_it_was(StateType type) {
    for (String name : FixtureStates.names(type)) {
      byte[] state = FixtureStates.all().get(name);
      ByteBuffer within = ByteBuffer.allocate(state.length + 20);
      within.position(7);
      within.put(state);
      within.flip().position(7);
      ByteBuffer direct = ByteBuffer.allocateDirect(state.length).put(state).flip();
      ByteBuffer littleEndian = ByteBuffer.wrap(state).order(ByteOrder.LITTLE_ENDIAN);
      for (ByteBuffer buffer :
          List.of(within, direct, littleEndian, ByteBuffer.wrap(state).asReadOnlyBuffer())) {
        int position = buffer.position();
        int limit = buffer.limit();
        ByteOrder order = buffer.order();

        type.validate(buffer, ByteBufferAccessor.instance);

        assertThat(buffer.position()).isEqualTo(position);
        assertThat(buffer.limit()).isEqualTo(limit);
        assertThat(buffer.order()).isEqualTo(order);
        assertThat(type.compose(buffer)).isEqualTo(ByteBuffer.wrap(state));
      }
      type.validate(state, ByteArrayAccessor.instance);
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void should_read_literals_in_hexadecimal(StateType type) {
    for (String name : FixtureStates.names(type)) {
      ByteBuffer state = FixtureStates.state(name);
      String digits = type.getString(state);

      assertThat(type.fromString(digits)).isEqualTo(state);
      assertThat(type.fromString("0x" + digits)).isEqualTo(state);
      assertThat(type.fromString("0X" + digits.toUpperCase(java.util.Locale.ROOT)))
          .isEqualTo(state);
      assertThat(type.asCQL3Type().toCQLLiteral(state)).isEqualTo("0x" + digits);
    }
    assertThat(type.fromString("")).isEqualTo(ByteBuffer.allocate(0));
    assertThat(type.fromString("0x")).isEqualTo(ByteBuffer.allocate(0));
  }

  @ParameterizedTest
  @MethodSource("types")
  void should_say_what_a_literal_has_to_be(StateType type) {
    for (String literal : List.of("0xabc", "hello", "0x0g", "{}", "0x0x")) {
      assertThatThrownBy(() -> type.fromString(literal))
          .isInstanceOf(MarshalException.class)
          .hasMessage(
              "expected a %s state in hexadecimal, such as 0x01..., with or without 0x, found '%s'"
                  .formatted(type.family(), literal));
    }
    assertThatThrownBy(() -> type.fromString("x".repeat(100_000)))
        .isInstanceOf(MarshalException.class)
        .hasMessageEndingWith("found '" + "x".repeat(40) + "...'");
    assertThatThrownBy(() -> type.fromString("0xdeadbeef"))
        .isInstanceOf(MarshalException.class)
        .hasMessageMatching("not an? " + type.family() + " state: expected .*, found .*");
  }

  @Test
  void should_say_what_is_wrong_in_the_words_of_the_functions() {
    assertThatThrownBy(() -> TdigestType.instance.fromString("0x0101800000000000"))
        .hasMessageStartingWith("not a tdigest state: expected a tdigest<double> image")
        .hasMessageContaining("sketch type 128");
  }
}
