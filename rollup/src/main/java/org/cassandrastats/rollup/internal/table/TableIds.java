/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.table;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Ids of tables that follow from what all runs know. */
final class TableIds {
  /** From which identifiers count tenths of a microsecond. */
  private static final long GREGORIAN_EPOCH = -12_219_292_800_000L;

  private TableIds() {}

  /** The id that a name always has. */
  static UUID named(String name) {
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  /** The id of a name that says, as Cassandra's own do, when the table was made. */
  static UUID timeBased(long millis, String name) {
    UUID named = named(name);
    long ticks = (millis - GREGORIAN_EPOCH) * 10_000 + Math.floorMod(named.hashCode(), 10_000);
    long high = (ticks << 32) | ((ticks >>> 16) & 0xffff0000L) | 0x1000 | ((ticks >>> 48) & 0xfff);
    return new UUID(high, ((named.getLeastSignificantBits() << 2) >>> 2) | Long.MIN_VALUE);
  }
}
