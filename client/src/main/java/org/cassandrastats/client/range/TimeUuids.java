/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.range;

import java.util.Comparator;
import java.util.UUID;

/** Time-based UUIDs as Cassandra orders them: by time, then by their signed bytes. */
final class TimeUuids {
  /** The greatest time that a UUID holds, in units of 100 ns since 1582. */
  static final long GREATEST_TIME = (1L << 60) - 1;

  private static final long SIGNS_BUT_FIRST = 0x0080808080808080L;
  private static final long LEAST_NODE = 0x8080808080808080L;
  private static final long VERSION = 0x1000;

  private TimeUuids() {}

  static Comparator<UUID> order() {
    return Comparator.comparingLong(UUID::timestamp)
        // Bytes are compared signed, longs are compared signed in their first byte only.
        .thenComparingLong(uuid -> uuid.getLeastSignificantBits() ^ SIGNS_BUT_FIRST);
  }

  /** The least UUID of a time. */
  static UUID leastOf(long time) {
    long most = time << 32 | (time >>> 32 & 0xFFFF) << 16 | VERSION | time >>> 48;
    return new UUID(most, LEAST_NODE);
  }
}
