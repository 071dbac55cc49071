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

  /** The least key that these digits stand for, or one close by: never one below them. */
  String key(int[] digits) {
    int length = digits.length;
    while (length > 0 && digits[length - 1] == 0) {
      length--;
    }
    StringBuilder key = new StringBuilder();
    for (int i = 0; i < length; i++) {
      // No key goes on behind its end: the next ones begin with the gap below all characters.
      int digit = Math.max(1, digits[i]);
      boolean isGap = (digit & 1) == 1;
      int index = isGap ? (digit - 1) / 2 : digit / 2 - 1;
      key.appendCodePoint(index == seen.length ? behindLast() : seen[index]);
      if (isGap) {
        // What follows cannot be told apart.
        break;
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
