/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The kind of each record: those of the {@link IndexShare shares}, and others for the rest. */
final class RecordKinds {
  /** How many kinds share the rest, each nearly as frequent as the most frequent share. */
  private static final int OTHERS = 10;

  private final int[] kinds;

  private RecordKinds(int[] kinds) {
    this.kinds = kinds;
  }

  /**
   * Kinds in random places; the same arguments give the same kinds.
   *
   * @param records at least 1000
   */
  static RecordKinds generate(int records, long seed) {
    int[] kinds = new int[records];
    int next = 0;
    for (IndexShare share : IndexShare.values()) {
      for (int i = share.count(records); i > 0; i--) {
        kinds[next] = share.kind();
        next++;
      }
    }
    int firstOther = IndexShare.values().length + 1;
    for (int i = 0; next < records; i++) {
      kinds[next] = firstOther + i % OTHERS;
      next++;
    }
    shuffle(kinds, new SplittableRandom(seed));
    return new RecordKinds(kinds);
  }

  private static void shuffle(int[] kinds, SplittableRandom random) {
    for (int i = kinds.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int kind = kinds[i];
      kinds[i] = kinds[other];
      kinds[other] = kind;
    }
  }

  int of(int id) {
    return kinds[id];
  }

  /** The largest kind; the smallest one is 1. */
  int largest() {
    return IndexShare.values().length + OTHERS;
  }

  /** The records of a kind, in ascending order. */
  int[] idsOf(int kind) {
    return IntStream.range(0, kinds.length).filter(id -> kinds[id] == kind).toArray();
  }
}
