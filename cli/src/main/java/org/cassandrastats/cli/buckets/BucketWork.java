/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BooleanSupplier;

/** What is done with the buckets of a partition. */
public interface BucketWork {
  /**
   * Goes through the buckets of a span that have rows.
   *
   * @param key of the partition
   * @param stopped asked before each bucket
   */
  void go(List<ByteBuffer> key, BucketSpan span, BooleanSupplier stopped);
}
