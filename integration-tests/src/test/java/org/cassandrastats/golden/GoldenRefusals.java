/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.golden;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.annotated.StoredStates;
import org.cassandrastats.udf.state.Checksum;

/** Blobs that {@code <family>_is_valid} refuses, and why. */
final class GoldenRefusals {
  /** What a forger may write over a word. */
  private static final long[] WORDS = {-1, 0, 1L << 63, 0x7ff0000000000000L};

  private final AnnotatedFunction isValid;
  private final boolean isSealed;
  private final List<Object> refusals = new ArrayList<>();

  private GoldenRefusals(String family) {
    this.isSealed = StoredStates.isSealed(family);
    this.isValid =
        Annotated.functions().stream()
            .filter(function -> function.name().equals(family + "_is_valid"))
            .findFirst()
            .orElseThrow();
  }

  static List<Object> of(String family, List<GoldenState> bases) {
    GoldenRefusals refusals = new GoldenRefusals(family);
    for (int base = 0; base < bases.size(); base++) {
      refusals.addAll(bases.get(base).bytes().array(), base == 0);
    }
    return refusals.refusals;
  }

  private void addAll(byte[] state, boolean isFirst) {
    if (isFirst) {
      add("size", Arrays.copyOf(state, 1));
      add("size", Arrays.copyOf(state, 7));
      add("size", Arrays.copyOf(state, 8));
      add("size", Arrays.copyOf(state, state.length - 1));
      add("size", Arrays.copyOf(state, state.length - 8));
      add("size", Arrays.copyOf(state, state.length + 8));
      add("preamble", withByte(state, 0, 3));
      add("version", withByte(state, 1, isSealed ? 1 : state[1] + 2));
      add("family", withByte(state, 2, 135));
    }
    if (isSealed) {
      add("checksum", flipped(state, 8 * state.length - 1));
      add("checksum", flipped(state, 8 * 16 + 3));
    }
    int end = state.length - (isSealed ? Checksum.SIZE : 0);
    for (int word = 0; word < end / 8; word++) {
      for (long value : WORDS) {
        byte[] forged = state.clone();
        // Of the first word, what the family says there.
        ByteBuffer.wrap(forged).putLong(8 * word, value);
        System.arraycopy(state, 0, forged, 0, 3);
        if (!isValid(sealed(forged))) {
          add("content", forged);
          break;
        }
      }
    }
  }

  private static byte[] withByte(byte[] state, int at, int value) {
    byte[] changed = state.clone();
    changed[at] = (byte) value;
    return changed;
  }

  private static byte[] flipped(byte[] state, int bit) {
    byte[] changed = state.clone();
    changed[bit / 8] ^= (byte) (1 << bit % 8);
    return changed;
  }

  /** With the checksum of its bytes, unless that is what is wrong. */
  private byte[] sealed(byte[] state) {
    byte[] sealed = state.clone();
    if (isSealed && sealed.length % 8 == 0 && sealed.length > Checksum.SIZE) {
      Checksum.seal(ByteBuffer.wrap(sealed), sealed.length - Checksum.SIZE);
    }
    return sealed;
  }

  private void add(String why, byte[] state) {
    byte[] refused = why.equals("checksum") ? state : sealed(state);
    if (isValid(refused)) {
      throw new IllegalStateException("accepted in spite of its " + why);
    }
    Map<String, Object> refusal = new LinkedHashMap<>();
    refusal.put("why", why);
    refusal.put("state", ByteBuffer.wrap(refused));
    refusals.add(refusal);
  }

  private boolean isValid(byte[] state) {
    try {
      return (Boolean) isValid.call(ByteBuffer.wrap(state.clone()));
    } catch (Throwable failed) {
      throw new IllegalStateException(failed);
    }
  }
}
