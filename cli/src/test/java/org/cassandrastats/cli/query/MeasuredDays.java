/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.cassandrastats.cli.command.NativeNode;

/** Two series in a partition for each day, whose nights have no rows. */
final class MeasuredDays {
  static final LocalDate FIRST = LocalDate.parse("2026-10-23");
  static final int DAYS = 5;

  private static final long SEED = 20261123;
  private static final int ROWS = 6000;

  private MeasuredDays() {}

  /**
   * Makes and fills the tables shop.days_asc and shop.days_desc, which differ in the order of
   * times.
   *
   * @return their rows: the series, the day, the time, a number from 0, and a value
   */
  static List<Object[]> load(NativeNode node) {
    Random random = new Random(SEED);
    List<Object[]> rows = new ArrayList<>();
    for (int n = 0; n < ROWS; n++) {
      LocalDate day = FIRST.plusDays(random.nextInt(DAYS));
      Instant at =
          day.atTime(6, 0)
              .toInstant(ZoneOffset.UTC)
              .plusMillis(random.nextLong(Duration.ofHours(12).toMillis()));
      double value = random.nextGaussian();
      rows.add(new Object[] {random.nextInt(4) == 0 ? "b" : "a", day, at, n, value});
    }
    for (String order : List.of("ASC", "DESC")) {
      String table = "shop.days_" + order.toLowerCase(Locale.ROOT);
      node.execute(
          "CREATE TABLE %s (s text, day date, at timestamp, n int, v double, PRIMARY KEY ((s, day), at)) WITH CLUSTERING ORDER BY (at %s)"
              .formatted(table, order));
      node.load("INSERT INTO " + table + " (s, day, at, n, v) VALUES (?, ?, ?, ?, ?)", rows);
    }
    return rows;
  }
}
