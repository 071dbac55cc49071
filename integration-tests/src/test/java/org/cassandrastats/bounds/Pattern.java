/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bounds;

import java.util.random.RandomGenerator;

/** Values in an order that is hard for one statistic or another. */
public enum Pattern {
  SORTED_UP {
    @Override
    public double value(int row, int rows, RandomGenerator random) {
      return row;
    }
  },
  SORTED_DOWN {
    @Override
    public double value(int row, int rows, RandomGenerator random) {
      return rows - row;
    }
  },
  /** From both ends to the middle. */
  ORGAN_PIPE {
    @Override
    public double value(int row, int rows, RandomGenerator random) {
      return (row & 1) == 0 ? row : 2.0 * rows - row;
    }
  },
  ALL_EQUAL {
    @Override
    public double value(int row, int rows, RandomGenerator random) {
      return 0.1;
    }
  },
  TWO_VALUES {
    @Override
    public double value(int row, int rows, RandomGenerator random) {
      return random.nextInt(10) == 0 ? 1e9 : -3;
    }
  },
  /** Every magnitude of a double, of both signs. */
  MAGNITUDES {
    @Override
    public double value(int row, int rows, RandomGenerator random) {
      double value = Math.scalb(1 + random.nextDouble(), random.nextInt(-1022, 1023));
      return random.nextBoolean() ? value : -value;
    }
  },
  RANDOM {
    @Override
    public double value(int row, int rows, RandomGenerator random) {
      return random.nextGaussian();
    }
  },
  /** Nearly every bin of a ddsketch, of small relative errors first. */
  GROWING {
    @Override
    public double value(int row, int rows, RandomGenerator random) {
      double spread = row < rows / 3 ? 0.45 : row < rows / 3 * 2 ? 4.5 : 45;
      return Math.exp(spread * random.nextDouble()) * (random.nextBoolean() ? 1 : -1);
    }
  };

  /** The value of a row. */
  public abstract double value(int row, int rows, RandomGenerator random);
}
