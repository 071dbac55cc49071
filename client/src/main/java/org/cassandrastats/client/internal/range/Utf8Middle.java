/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.range;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A text about halfway between two others by their bytes in UTF-8, whose order is that of the code
 * points. It needs no keys that were seen: each step halves what bytes there may be, of which ASCII
 * is a half and each further byte of a character a quarter of its values.
 */
final class Utf8Middle {
  /** More bytes than the halfway point of two texts needs behind what they have in common. */
  private static final int BYTES = 16;

  private static final int SURROGATES = Character.MAX_SURROGATE - Character.MIN_SURROGATE + 1;
  private static final int CHARACTERS = Character.MAX_CODE_POINT + 1 - SURROGATES;

  /** The greatest text of one character. */
  static final String GREATEST = Character.toString(Character.MAX_CODE_POINT);

  private Utf8Middle() {}

  /**
   * A text above a lower one and not above a higher one.
   *
   * @param order of texts
   */
  static String between(String low, String high, Comparator<String> order) {
    return around(low, high).stream()
        .filter(text -> order.compare(low, text) < 0 && order.compare(text, high) < 0)
        .findFirst()
        .orElse(high);
  }

  /** The texts next to the halfway point, which itself may be none. */
  private static List<String> around(String low, String high) {
    byte[] middle =
        middle(low.getBytes(StandardCharsets.UTF_8), high.getBytes(StandardCharsets.UTF_8));
    String same = "";
    while (middle.length > 0) {
      int rank = leastNotBelow(middle);
      String character = rank == CHARACTERS ? "" : character(rank);
      if (rank == CHARACTERS || compare(character, middle) != 0) {
        // The next one above, or one above most that begins with the character below.
        String below = rank == 0 ? "" : character(rank - 1) + GREATEST;
        return List.of(same + character, same + below);
      }
      same += character;
      int length = character.getBytes(StandardCharsets.UTF_8).length;
      middle = Arrays.copyOfRange(middle, length, middle.length);
    }
    return List.of(same);
  }

  /** The mean of two fractions whose digits are bytes, without zeros at its end. */
  private static byte[] middle(byte[] low, byte[] high) {
    int digits = Math.max(0, Arrays.mismatch(low, high)) + BYTES;
    BigInteger sum =
        new BigInteger(1, Arrays.copyOf(low, digits))
            .add(new BigInteger(1, Arrays.copyOf(high, digits)));
    byte[] half = sum.shiftRight(1).toByteArray();
    byte[] middle = new byte[digits];
    int length = Math.min(digits, half.length);
    System.arraycopy(half, half.length - length, middle, digits - length, length);
    int end = digits;
    while (end > 0 && middle[end - 1] == 0) {
      end--;
    }
    return Arrays.copyOf(middle, end);
  }

  /** The number of the least character whose bytes are not below the first of some others. */
  private static int leastNotBelow(byte[] bytes) {
    int from = 0;
    int to = CHARACTERS;
    while (from < to) {
      int half = (from + to) >>> 1;
      if (compare(character(half), bytes) < 0) {
        from = half + 1;
      } else {
        to = half;
      }
    }
    return from;
  }

  /** Compares a character with as many bytes as it has. */
  private static int compare(String character, byte[] bytes) {
    byte[] own = character.getBytes(StandardCharsets.UTF_8);
    return Arrays.compareUnsigned(own, Arrays.copyOf(bytes, Math.min(own.length, bytes.length)));
  }

  /** Characters are numbered without the surrogates, which are none. */
  private static String character(int rank) {
    return Character.toString(rank < Character.MIN_SURROGATE ? rank : rank + SURROGATES);
  }
}
