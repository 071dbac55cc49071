/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import java.util.List;
import java.util.Random;

/** What stands behind the table in queries with {@code GROUP BY}. */
final class GroupedClauses {
  private static final int SECOND = 1000;

  /** Of one partition, which may be left out of the groups. */
  private static final List<String> BY_ROWS = List.of("a", "a, b", "p, a", "p, a, b");

  private static final List<String> BY_TIME =
      List.of(
          "p, floor(a, 4s)",
          "p, floor(a, 1h)",
          "p, stats.time_bucket('5s', a)",
          "p, stats.time_bucket('3s', a, 1000)",
          "p, a");

  private final Random random;
  private final int step;

  private GroupedClauses(boolean timed, Random random) {
    this.random = random;
    this.step = timed ? SECOND : 1;
  }

  /** Where, groups, order and limits. */
  static String any(boolean timed, Random random) {
    return new GroupedClauses(timed, random).any();
  }

  private String any() {
    boolean one = random.nextInt(5) < 3;
    boolean filtered = random.nextInt(5) == 0;
    StringBuilder clause = new StringBuilder();
    String where = one ? onePartition() : partitions(filtered);
    clause.append(where);
    if (filtered) {
      clause.append(where.isEmpty() ? "WHERE" : " AND").append(" w > ").append(number(20));
    }
    clause.append(" GROUP BY ").append(groups(one));
    if (one && random.nextInt(3) == 0) {
      clause.append(" ORDER BY a ").append(random.nextBoolean() ? "ASC" : "DESC");
    }
    if (random.nextInt(3) == 0) {
      clause.append(" PER PARTITION LIMIT ").append(1 + random.nextInt(5));
    }
    if (random.nextInt(3) == 0) {
      clause.append(" LIMIT ").append(1 + random.nextInt(9));
    }
    return clause.append(filtered ? " ALLOW FILTERING" : "").toString();
  }

  private String onePartition() {
    return any(List.of("WHERE p = 1", "WHERE p = 2", "WHERE p = 3", "WHERE p = 7")) + slice();
  }

  /** A slice of several partitions that are not named would have to be filtered. */
  private String partitions(boolean filtered) {
    String named = any(List.of("WHERE p IN (1, 2)", "WHERE p IN (3, 7, 1, 2)"));
    return switch (random.nextInt(5)) {
      case 0 -> named;
      case 1 -> named + slice();
      case 2 -> "";
      case 3 -> "WHERE token(p) > -4069959284402364209 AND token(p) <= 9010454139840013625";
      default ->
          "WHERE token(p) > -9000000000000000000" + (filtered ? " AND a > " + clustering() : "");
    };
  }

  private String slice() {
    int from = clustering();
    return switch (random.nextInt(4)) {
      case 0 -> " AND a > " + from;
      case 1 -> " AND a >= " + from + " AND a < " + (from + (1 + number(9)) * step);
      default -> "";
    };
  }

  private String groups(boolean one) {
    if (step == SECOND && random.nextInt(4) > 0) {
      return any(BY_TIME);
    }
    if (one && random.nextBoolean()) {
      return any(BY_ROWS);
    }
    return any(List.of("p", "p, a", "p, a, b"));
  }

  private int clustering() {
    return number(Histories.CLUSTERINGS) * step;
  }

  private int number(int bound) {
    return random.nextInt(bound);
  }

  private String any(List<String> all) {
    return all.get(random.nextInt(all.size()));
  }
}
