/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import java.nio.ByteBuffer;
import java.util.List;

/** Finds where a partition has something, so that empty stretches of time cost nothing. */
public interface TimeFinder {
  /**
   * The first time of a partition in a range where there is something, in milliseconds.
   *
   * @param key of the partition
   * @param from where the range begins; null for all before its end
   * @param until where it ends, itself not in it
   * @return null if there is nothing
   */
  Long first(List<ByteBuffer> key, Long from, long until);

  /** The last such time of a partition before another time; null if there is nothing. */
  Long last(List<ByteBuffer> key, long until);
}
