/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The kind of each record: those of the {@link Share shares}, and others for the rest. */
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
    for (Share share : Share.values()) {
      for (int i = share.count(records); i > 0; i--) {
        kinds[next] = share.kind();
        next++;
      }
    }
    int firstOther = Share.values().length + 1;
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
    return Share.values().length + OTHERS;
  }

  /** The records of a kind, in ascending order. */
  int[] idsOf(int kind) {
    return IntStream.range(0, kinds.length).filter(id -> kinds[id] == kind).toArray();
  }

  /** How many of all records are wanted: each share is a kind of its own. */
  enum Share {
    NINE_PERCENT("9 %", 1, 90),
    ONE_PERCENT("1 %", 2, 10),
    TENTH_PERCENT("0.1 %", 3, 1);

    private static final int ALL = 1000;
    private static final int PER_CENT = 10;

    private final String label;
    private final int kind;
    private final int perMille;

    Share(String label, int kind, int perMille) {
      this.label = label;
      this.kind = kind;
      this.perMille = perMille;
    }

    /** The value of the column by which records are looked for, from 1 on. */
    int kind() {
      return kind;
    }

    /** How many records are of this kind, by how many there are; 1000 or more give at least one. */
    int count(int records) {
      return Math.toIntExact((long) records * perMille / ALL);
    }

    double percent() {
      return (double) perMille / PER_CENT;
    }

    @Override
    public String toString() {
      return label;
    }
  }
}
