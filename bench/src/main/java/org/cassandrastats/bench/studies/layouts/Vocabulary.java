/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Different words, some of which are drawn much more often than others: the word of rank r with a
 * probability in proportion to 1 / r (Zipf's law).
 */
final class Vocabulary {
  private final String[] words;
  private final double[] cumulated;

  private Vocabulary(String... words) {
    this.words = words;
    this.cumulated = new double[words.length];
    double sum = 0;
    for (int rank = 0; rank < words.length; rank++) {
      sum += 1.0 / (rank + 1);
      cumulated[rank] = sum;
    }
  }

  /** Codes of so many letters. */
  static Vocabulary ofCodes(int count, int letters, SplittableRandom random) {
    return of(count, letters, letters, 'A', random);
  }

  /** Names of lengths between two. */
  static Vocabulary ofNames(int count, int shortest, int longest, SplittableRandom random) {
    return of(count, shortest, longest, 'a', random);
  }

  /** Numbers with so many digits, leading zeros included, in a random order. */
  static Vocabulary ofNumbers(int count, int digits, SplittableRandom random) {
    Set<String> words = new LinkedHashSet<>();
    int limit = (int) Math.pow(10, digits);
    while (words.size() < count) {
      String digitsOnly = Integer.toString(limit + random.nextInt(limit));
      words.add(digitsOnly.substring(1));
    }
    return new Vocabulary(words.toArray(String[]::new));
  }

  private static Vocabulary of(
      int count, int shortest, int longest, char first, SplittableRandom random) {
    Set<String> words = new LinkedHashSet<>();
    while (words.size() < count) {
      int length = random.nextInt(shortest, longest + 1);
      StringBuilder word = new StringBuilder(length);
      for (int i = 0; i < length; i++) {
        word.append((char) (first + random.nextInt(26)));
      }
      words.add(word.toString());
    }
    return new Vocabulary(words.toArray(String[]::new));
  }

  int size() {
    return words.length;
  }

  String word(int rank) {
    return words[rank];
  }

  /** Draws the rank of a word. */
  int draw(SplittableRandom random) {
    double drawn = random.nextDouble() * cumulated[cumulated.length - 1];
    int at = Arrays.binarySearch(cumulated, drawn);
    return Math.min(words.length - 1, at < 0 ? -at - 1 : at + 1);
  }
}
