/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Gives blobs that nobody should trust to every function of an aggregate. */
final class Hostile {
  private Hostile() {}

  /** Every function refuses the blob, and says why. */
  static <R> void assertRefused(StateContract<R> contract, byte[] blob, String reason) {
    assertThat(contract.isValid(ByteBuffer.wrap(blob))).isFalse();
    calls(contract, blob)
        .forEach(
            (name, call) ->
                assertThatThrownBy(call::get)
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(" state: ")
                    .hasMessageContaining(reason));
  }

  /** A state function refuses to go on from a blob that it did not return, and leaves it alone. */
  static <R> void assertNoStart(StateContract<R> contract, ByteBuffer blob, R row) {
    String before = Blobs.hex(blob);

    assertThatThrownBy(() -> contract.accumulate(blob, row))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected the empty blob 0x")
        .hasMessageContaining("join stored states with");
    assertThat(Blobs.hex(blob)).isEqualTo(before);
  }

  /**
   * Of a state that was changed and sealed again, every function gives an answer or refuses it, and
   * what a union makes of it is valid.
   */
  static <R> void assertNoOtherError(StateContract<R> contract, byte[] blob, String description) {
    boolean valid = contract.isValid(ByteBuffer.wrap(blob));
    calls(contract, blob)
        .forEach(
            (name, call) -> {
              Object answer = answer(name, call, description);
              if (answer instanceof ByteBuffer state && name.startsWith("union")) {
                assertThat(valid && contract.isValid(state))
                    .as("%s, %s", name, description)
                    .isTrue();
              } else if (answer != null && valid) {
                assertThat(isSound(contract, answer))
                    .as("%s is sound, %s: %s", name, description, answer)
                    .isTrue();
              }
            });
  }

  /** The answer of a call, null where it refuses the blob. */
  private static Object answer(String name, Supplier<Object> call, String description) {
    try {
      return call.get();
    } catch (IllegalArgumentException refused) {
      assertThat(refused.getMessage()).as("%s, %s", name, description).matches(MESSAGE);
      return null;
    } catch (RuntimeException failed) {
      return fail(name + ", " + description, failed);
    }
  }

  /**
   * Every function refuses an invalid blob; of a valid one the answers are finite, and what comes
   * of it is valid again.
   */
  static <R> void assertRefusedOrConsistent(
      StateContract<R> contract, byte[] blob, String description) {
    boolean valid = contract.isValid(ByteBuffer.wrap(blob));
    calls(contract, blob)
        .forEach(
            (name, call) -> {
              Object answer;
              try {
                answer = call.get();
              } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).as("%s, %s", name, description).matches(MESSAGE);
                return;
              } catch (RuntimeException e) {
                fail(name + ", " + description, e);
                return;
              }
              assertThat(valid || contract.readsStructureOnly(name))
                  .as("%s answers, %s", name, description)
                  .isTrue();
              assertThat(isSound(contract, answer))
                  .as("%s is sound, %s: %s", name, description, answer)
                  .isTrue();
            });
  }

  private static final String MESSAGE =
      "(not an? \\w+ state: expected .*)|(\\w+: expected .*)|(.* would exceed 2\\^(63-1|53))"
          + "|(\\w+: .* (is beyond int|is no float); .*)";

  private static <R> Map<String, Supplier<Object>> calls(StateContract<R> contract, byte[] blob) {
    Map<String, Supplier<Object>> calls = new LinkedHashMap<>();
    ByteBuffer good =
        contract.stored(contract.stateOf(contract.rows(new double[] {3, 1, 4, 1, 5, 9, 2, 6})));
    contract
        .accessors()
        .forEach((name, accessor) -> calls.put(name, () -> accessor.apply(ByteBuffer.wrap(blob))));
    calls.put("union as left", () -> contract.union(ByteBuffer.wrap(blob), good));
    calls.put("union as right", () -> contract.union(good, ByteBuffer.wrap(blob)));
    calls.put("union with nothing", () -> contract.union(ByteBuffer.wrap(blob), Blobs.none()));
    calls.put("union into nothing", () -> contract.union(Blobs.none(), ByteBuffer.wrap(blob)));
    ByteBuffer own = contract.append(Blobs.none(), good);
    calls.put("union by appending", () -> contract.append(own, ByteBuffer.wrap(blob)));
    calls.put(
        "union appended to nothing", () -> contract.append(Blobs.none(), ByteBuffer.wrap(blob)));
    return calls;
  }

  private static boolean isSound(StateContract<?> contract, Object answer) {
    if (answer instanceof Double number) {
      return Double.isFinite(number);
    }
    if (answer instanceof Float number) {
      return Float.isFinite(number);
    }
    if (answer instanceof Collection<?> list) {
      return list.stream().allMatch(element -> isSound(contract, element));
    }
    if (answer instanceof Map<?, ?> map) {
      return isSound(contract, map.keySet()) && isSound(contract, map.values());
    }
    if (answer instanceof ByteBuffer state) {
      return contract.isValid(state);
    }
    return true;
  }
}
