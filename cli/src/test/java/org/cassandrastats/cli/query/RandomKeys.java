/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** Keys of clustering columns. */
final class RandomKeys {
  private static final long SEED = 20261121;
  private static final int BATCH = 100;

  private RandomKeys() {}

  /** Fills the partition 'a' of a table (k, c, v, n) with so many rows. */
  static void load(CqlSession session, String table, String type, int rows) {
    Random random = new Random(SEED);
    List<Object> keys = of(type, rows, random);
    PreparedStatement insert =
        session.prepare("INSERT INTO %s (k, c, v, n) VALUES ('a', ?, ?, ?)".formatted(table));
    BatchStatementBuilder batch = BatchStatement.builder(BatchType.UNLOGGED);
    for (int i = 0; i < keys.size(); i++) {
      batch.addStatement(insert.bind(keys.get(i), random.nextGaussian() * 100, i));
      if (i % BATCH == BATCH - 1 || i == keys.size() - 1) {
        session.execute(batch.build());
        batch = BatchStatement.builder(BatchType.UNLOGGED);
      }
    }
  }

  /** So many different keys of a type. */
  static List<Object> of(String type, int size, Random random) {
    Set<Object> keys = new TreeSet<>();
    while (keys.size() < size) {
      keys.add(key(type, random, keys.size()));
    }
    return new ArrayList<>(keys);
  }

  /** Keys in lumps: half of them close together, some at the ends of their type. */
  private static Object key(String type, Random random, int size) {
    boolean extreme = size < 2;
    long lump =
        random.nextBoolean() ? random.nextInt(3000) : random.nextLong() >> random.nextInt(60);
    return switch (type) {
      case "bigint" -> extreme ? (size == 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : lump;
      case "int" -> extreme ? (size == 0 ? Integer.MIN_VALUE : Integer.MAX_VALUE) : (int) lump;
      case "smallint" -> (short) lump;
      case "timestamp" -> Instant.ofEpochMilli(extreme ? (size == 0 ? 0 : 1L << 50) : lump >> 12);
      case "date" -> LocalDate.ofEpochDay(lump >> 34);
      case "time" -> java.time.LocalTime.ofNanoOfDay(Math.floorMod(lump, 86_400_000_000_000L));
      case "timeuuid" -> uuid(random);
      case "double" ->
          extreme
              ? (size == 0 ? Double.NEGATIVE_INFINITY : Double.NaN)
              : random.nextBoolean()
                  ? random.nextDouble()
                  : Math.scalb(random.nextGaussian(), random.nextInt(2000) - 1000);
      case "text" -> extreme ? (size == 0 ? "" : "\uD83D\uDE00") : text(random);
      default -> throw new IllegalArgumentException(type);
    };
  }

  private static Object uuid(Random random) {
    UUID start = Uuids.startOf(1_700_000_000_000L + random.nextInt(1000));
    return new UUID(
        start.getMostSignificantBits(), (random.nextLong() & 0x3FFFFFFFFFFFFFFFL) | Long.MIN_VALUE);
  }

  private static String text(Random random) {
    return random.nextBoolean()
        ? "sensor-%07d".formatted(random.nextInt(5_000_000))
        : Long.toString(random.nextLong(), 36);
  }
}
