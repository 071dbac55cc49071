/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.range;

import java.util.Arrays;
import java.util.Collection;

/**
 * The characters that keys were seen to use, as digits of a number. Between two of them lies a gap,
 * a digit as well, for characters that were not seen.
 */
final class Alphabet {
  private final int[] seen;

  /** The alphabet of some keys. */
  Alphabet(Collection<String> keys) {
    this.seen = keys.stream().flatMapToInt(String::codePoints).sorted().distinct().toArray();
  }

  /** How many digits there are: the end of a key, the characters, and the gaps around them. */
  int base() {
    return 2 * seen.length + 2;
  }

  /** The digits of a key: 0 is its end. */
  int[] digits(String key) {
    return key.codePoints().map(this::digit).toArray();
  }

  private int digit(int character) {
    int index = Arrays.binarySearch(seen, character);
    return index >= 0 ? 2 * index + 2 : 2 * (-index - 1) + 1;
  }

  /** The least key that these digits stand for, or one close by. */
  String key(int[] digits) {
    StringBuilder key = new StringBuilder();
    for (int digit : digits) {
      boolean isGap = (digit & 1) == 1;
      int index = isGap ? (digit - 1) / 2 : digit / 2 - 1;
      if (digit == 0 || (isGap && index == seen.length)) {
        // Behind the last character: what follows cannot be told apart.
        return isGap ? key.appendCodePoint(behindLast()).toString() : key.toString();
      }
      key.appendCodePoint(seen[index]);
      if (isGap) {
        return key.toString();
      }
    }
    return key.toString();
  }

  private int behindLast() {
    int last = seen.length == 0 ? 0 : seen[seen.length - 1];
    int next = Math.min(last + 1, Character.MAX_CODE_POINT);
    boolean isSurrogate = next >= Character.MIN_SURROGATE && next <= Character.MAX_SURROGATE;
    return isSurrogate ? Character.MAX_SURROGATE + 1 : next;
  }
}
