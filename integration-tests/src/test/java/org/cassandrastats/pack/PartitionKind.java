/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.pack;

import java.util.Random;

/** What the rows of a test partition look like. */
public enum PartitionKind {
  ORDINARY(300, 0, 0),
  SOME_NULL(200, 3, 0),
  HOSTILE(200, 0, 2),
  HOSTILE_AND_NULL(200, 4, 3),
  ALL_NULL(20, 1, 0),
  ONE_ROW(1, 0, 0),
  NO_ROWS(0, 0, 0);

  final int rows;
  private final int oneNullIn;
  private final int oneHostileIn;

  PartitionKind(int rows, int oneNullIn, int oneHostileIn) {
    this.rows = rows;
    this.oneNullIn = oneNullIn;
    this.oneHostileIn = oneHostileIn;
  }

  /** A value of one row, or null. */
  Object value(String type, Random random, Values values) {
    if (oneNullIn > 0 && random.nextInt(oneNullIn) == 0) {
      return null;
    }
    return oneHostileIn > 0 && random.nextInt(oneHostileIn) == 0
        ? values.any(type)
        : values.ordinary(type);
  }
}
