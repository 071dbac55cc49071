/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.util.Optional;

/**
 * What was published of filters and indexes on Cassandra 2.0 (GDELT, 4.04 million records): how
 * many times as fast as a full scan.
 */
final class Index2013 {
  /** Gains from the least to the most. */
  record Gain(double least, double most) {}

  private static final Gain SECONDARY_OF_NINE_PERCENT = new Gain(1.9, 6.6);
  private static final Gain SECONDARY_OF_TENTH = new Gain(100, 260);
  private static final Gain KEY_OF_ONE_PERCENT = new Gain(100, 100);

  private Index2013() {}

  /** The gain, where one was published. */
  static Optional<Gain> gain(IndexWay way, IndexShare share) {
    if (way == IndexWay.PARTITION_KEY && share == IndexShare.ONE_PERCENT) {
      return Optional.of(KEY_OF_ONE_PERCENT);
    }
    if (way != IndexWay.SECONDARY || share == IndexShare.ONE_PERCENT) {
      return Optional.empty();
    }
    return Optional.of(
        share == IndexShare.NINE_PERCENT ? SECONDARY_OF_NINE_PERCENT : SECONDARY_OF_TENTH);
  }
}
