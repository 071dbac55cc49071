/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.frequent;

import java.util.Random;

/** Rows that a sketch may find hard. */
enum FrequentStream {
  ZIPF {
    @Override
    long row(int index, int max, Random random) {
      return (long) Math.exp(12 * random.nextDouble());
    }
  },
  UNIFORM {
    @Override
    long row(int index, int max, Random random) {
      return random.nextInt(3 * max);
    }
  },
  /** A value that comes a little more often than it has to, among values that come once. */
  BARELY {
    @Override
    long row(int index, int max, Random random) {
      return index % max == 0 || index == 1 ? -7 : index;
    }
  },
  /** The same, and its rows come first. */
  EARLY {
    @Override
    long row(int index, int max, Random random) {
      return index <= ROWS / max ? -7 : index;
    }
  },
  /** As many different values as fill the map, and then some others, again and again. */
  FULL {
    @Override
    long row(int index, int max, Random random) {
      return index % (index / 1000 % 2 == 0 ? 769 : 193);
    }
  },
  /** Every value comes twice, once all of them were there. */
  TWICE {
    @Override
    long row(int index, int max, Random random) {
      return index % (ROWS / 2);
    }
  };

  /** About as many as tests take. */
  static final int ROWS = 40_000;

  abstract long row(int index, int max, Random random);

  /** So many rows. */
  long[] rows(int size, int max, Random random) {
    long[] rows = new long[size];
    for (int index = 0; index < size; index++) {
      rows[index] = row(index, max, random);
    }
    return rows;
  }
}
