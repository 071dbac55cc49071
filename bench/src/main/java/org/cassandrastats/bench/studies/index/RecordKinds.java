/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.index;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The kind of each record: those of the {@link Share shares}, and others for the rest. */
final class RecordKinds {
  private final int[] kinds;
  private final int others;

  private RecordKinds(int[] kinds, int others) {
    this.kinds = kinds;
    this.others = others;
  }

  /**
   * Kinds in random places; the same arguments give the same kinds.
   *
   * @param records at least 1000
   * @param others how many kinds share the rest: of ten, each is nearly as frequent as the most
   *     frequent share
   */
  static RecordKinds generate(int records, int others, long seed) {
    int[] kinds = new int[records];
    int next = 0;
    for (Share share : Share.GIVEN) {
      for (int i = share.count(records, others); i > 0; i--) {
        kinds[next] = share.kind();
        next++;
      }
    }
    for (int i = 0; next < records; i++) {
      kinds[next] = Share.RARE.kind() + i % others;
      next++;
    }
    shuffle(kinds, new SplittableRandom(seed));
    return new RecordKinds(kinds, others);
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
    return Share.RARE.kind() - 1 + others;
  }

  /** All records, those of a kind behind each other. */
  int[] idsByKind() {
    int[] next = new int[largest() + 2];
    for (int kind : kinds) {
      next[kind + 1]++;
    }
    Arrays.parallelPrefix(next, Integer::sum);
    int[] ids = new int[kinds.length];
    for (int id = 0; id < kinds.length; id++) {
      ids[next[kinds[id]]] = id;
      next[kinds[id]]++;
    }
    return ids;
  }

  /** The records of a kind, in ascending order. */
  int[] idsOf(int kind) {
    return IntStream.range(0, kinds.length).filter(id -> kinds[id] == kind).toArray();
  }

  /** How many of all records are wanted: each share is a kind of its own. */
  enum Share {
    NINE_PERCENT("9 %", 1, 90),
    ONE_PERCENT("1 %", 2, 10),
    TENTH_PERCENT("0.1 %", 3, 1),
    /** One of many other kinds, which share the rest. */
    RARE("one of many", 4, 0);

    /** Those whose part of the records is given. */
    static final List<Share> GIVEN = List.of(NINE_PERCENT, ONE_PERCENT, TENTH_PERCENT);

    private static final int ALL = 1000;

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

    /**
     * How many records are of this kind.
     *
     * @param records how many there are: of 1000 or more, each share has at least one
     * @param others how many kinds share the rest
     */
    int count(int records, int others) {
      int rest = records - GIVEN.stream().mapToInt(given -> given.count(records)).sum();
      return this == RARE ? (rest + others - 1) / others : count(records);
    }

    private int count(int records) {
      return Math.toIntExact((long) records * perMille / ALL);
    }

    double percent() {
      return 100.0 * perMille / ALL;
    }

    @Override
    public String toString() {
      return label;
    }
  }
}
