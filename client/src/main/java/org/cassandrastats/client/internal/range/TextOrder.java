/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.range;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * The order of text: that of the bytes in UTF-8, which is that of the code points. Keys are
 * measured as fractions whose digits are their characters.
 */
final class TextOrder implements KeyOrder<String> {
  /** More digits than a double can tell apart. */
  private static final int DIGITS = 16;

  private final Collection<String> samples;
  private final Alphabet alphabet;
  private final int origin;

  /**
   * An order of text.
   *
   * @param samples keys that show which characters are used
   */
  TextOrder(Collection<String> samples) {
    this.samples = List.copyOf(samples);
    this.alphabet = new Alphabet(samples);
    this.origin = commonLength(samples);
  }

  private static int commonLength(Collection<String> samples) {
    int[] first = null;
    int common = 0;
    for (String sample : samples) {
      int[] points = sample.codePoints().toArray();
      if (first == null) {
        first = points;
        common = points.length;
      }
      int same = Arrays.mismatch(first, points);
      common = same < 0 ? common : Math.min(common, same);
    }
    return common;
  }

  @Override
  public int compare(String left, String right) {
    int[] leftPoints = left.codePoints().toArray();
    int[] rightPoints = right.codePoints().toArray();
    return Arrays.compare(leftPoints, rightPoints);
  }

  @Override
  public double distance(String low, String high) {
    int[] lowDigits = alphabet.digits(low);
    int[] highDigits = alphabet.digits(high);
    int from = firstDifference(lowDigits, highDigits);
    double distance = 0;
    for (int i = from; i < from + DIGITS; i++) {
      distance += (at(highDigits, i) - at(lowDigits, i)) * unit(i);
    }
    return Math.max(0, distance);
  }

  @Override
  public String advance(String low, double distance) {
    if (distance >= alphabet.base()) {
      return null;
    }
    int first = origin;
    while (unit(first) > distance && unit(first) > 0) {
      first++;
    }
    int[] lowDigits = alphabet.digits(low);
    int[] digits = Arrays.copyOf(lowDigits, Math.max(lowDigits.length, first + DIGITS));
    double rest = distance;
    for (int i = first; i < first + DIGITS && unit(i) > 0; i++) {
      double digit = Math.floor(rest / unit(i));
      rest -= digit * unit(i);
      digits[i] += (int) digit;
    }
    return carried(digits, alphabet) ? following(low, lowDigits, digits) : null;
  }

  /**
   * The key of digits above those of a lower one. Where they agree, its characters stay, because
   * the digit of a gap does not tell which character it was; null if no digit is above.
   */
  private String following(String low, int[] lowDigits, int[] digits) {
    int same = Arrays.mismatch(lowDigits, digits);
    String kept = low.substring(0, low.offsetByCodePoints(0, same));
    String key = kept + alphabet.key(Arrays.copyOfRange(digits, same, digits.length));
    return compare(key, low) > 0 ? key : null;
  }

  @Override
  public String middle(String low, String high) {
    if (samples.isEmpty()) {
      return Utf8Middle.between(low, high, this);
    }
    // With these keys in the alphabet, no digit of theirs is that of a gap, so that the key of
    // digits between them is between them.
    List<String> keys = new ArrayList<>(samples);
    keys.add(low);
    keys.add(high);
    Alphabet exact = new Alphabet(keys);
    int[] lowDigits = exact.digits(low);
    int[] highDigits = exact.digits(high);
    int length = firstDifference(lowDigits, highDigits) + DIGITS;
    int[] digits = new int[length];
    int rest = 0;
    for (int i = 0; i < length; i++) {
      int sum = rest * exact.base() + at(lowDigits, i) + at(highDigits, i);
      digits[i] = sum / 2;
      rest = sum % 2;
    }
    String middle = carried(digits, exact) ? exact.key(digits) : null;
    return middle != null && compare(middle, low) > 0 && compare(middle, high) <= 0 ? middle : null;
  }

  /** Brings all digits below the base; false if the number would be too large. */
  private static boolean carried(int[] digits, Alphabet alphabet) {
    for (int i = digits.length - 1; i > 0; i--) {
      digits[i - 1] += digits[i] / alphabet.base();
      digits[i] %= alphabet.base();
    }
    return digits[0] < alphabet.base();
  }

  private double unit(int index) {
    return Math.pow(alphabet.base(), (double) origin - index);
  }

  private static int firstDifference(int[] left, int[] right) {
    int index = Arrays.mismatch(left, right);
    return Math.max(0, index);
  }

  private static int at(int[] digits, int index) {
    return index < digits.length ? digits[index] : 0;
  }

  /**
   * The characters that keys were seen to use, as digits of a number. Between two of them lies a
   * gap, a digit as well, for characters that were not seen.
   */
  private static final class Alphabet {
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
}
