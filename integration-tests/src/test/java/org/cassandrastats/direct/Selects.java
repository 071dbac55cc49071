/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import java.util.List;
import java.util.Random;
import org.cassandrastats.annotated.LargestState;

/** Queries of the tables of {@link Histories}, and whether direct reads are to cover them. */
final class Selects {
  private static final List<Part> SELECTORS =
      List.of(
          narrow("avg(v)"),
          narrow("sum(w), avg(w), min(w), max(w)"),
          narrow("min(x), max(x), count(x)"),
          narrow("min(y), max(y), count(f)"),
          covered("min(f), max(l), min(m)"),
          covered("count(l), count(m)"),
          covered("count(*)"),
          covered("count(*), count(v), avg(v)"),
          covered("max(s), avg(s), count(t)"),
          covered("p, a, b, count(*)"),
          covered("v, w, x, avg(v)"),
          covered("s, max(w)"),
          covered("max(writetime(v)), min(ttl(v))"),
          covered("max(m['b']), count(m['c'])"),
          covered("avg(cast(w as double)), max(cast(v as text))"),
          narrow("stats.mean(v), stats.tdigest(v), stats.moments(v)"),
          narrow("stats.mean(w), stats.moments_mean(stats.moments(w))"),
          narrow("stats.hll_estimate(stats.hll(w)), stats.tdigest_quantile(stats.tdigest(v), 0.5)"),
          narrow("stats.first(v), stats.last(v), stats.max_by(v, w), stats.min_by(w, a)"),
          narrow(LargestState.selectorsInAnyOrder("v")),
          covered("stats.mean(cast(w as double)), max(a)"),
          // Functions that may change their arguments, and a statement without an aggregate.
          ordinary("max(token(p))"),
          ordinary("avg(abs(v))"),
          ordinary("avg(v + w)"),
          ordinary("v, w"));

  private static final List<Part> CLAUSES =
      List.of(
          narrow("WHERE p = 1"),
          narrow("WHERE p = 2"),
          narrow("WHERE p = 3"),
          narrow("WHERE p = 7"),
          narrow("WHERE p = 1 AND a > 3"),
          narrow("WHERE p = 2 AND a >= 2 AND a < 9"),
          narrow("WHERE p = 2 AND a = 5"),
          narrow("WHERE p = 1 AND a = 5 AND b = 'b'"),
          narrow("WHERE p = 3 AND a IN (1, 5, 9, 12)"),
          narrow("WHERE p = 1 AND (a, b) > (4, 'b')"),
          narrow("WHERE p = 1 ORDER BY a ASC"),
          narrow("WHERE p = 2 AND a < 9 ORDER BY a DESC"),
          covered("WHERE p = 2 LIMIT 1"),
          covered("WHERE p = 2 LIMIT 5"),
          covered("WHERE p = 3 PER PARTITION LIMIT 4"),
          narrow("WHERE p IN (2)"),
          covered("WHERE p = 1 AND w > 0 ALLOW FILTERING"),
          covered("WHERE p = 2 AND x > 'b' AND a > 2 ALLOW FILTERING"),
          covered("WHERE p = 3 AND s > 0 ALLOW FILTERING"),
          narrow("WHERE p IN (1, 2)"),
          narrow("WHERE p IN (3, 1, 7) AND a > 4"),
          covered("WHERE p IN (3, 1, 2) LIMIT 7"),
          covered("WHERE p IN (2, 1) PER PARTITION LIMIT 3"),
          covered("WHERE p IN (2, 1, 3) AND w > 0 ALLOW FILTERING"),
          narrow(""),
          // The tokens of partitions 1 and 3.
          narrow("WHERE token(p) > -4069959284402364209"),
          narrow("WHERE token(p) >= -4069959284402364209 AND token(p) < 9010454139840013625"),
          narrow("WHERE token(p) > -4069959284402364209 AND token(p) <= 9010454139840013625"),
          covered("WHERE token(p) > -9000000000000000000 AND a > 3 ALLOW FILTERING"),
          covered("WHERE token(p) <= 9010454139840013625 LIMIT 5"),
          covered("PER PARTITION LIMIT 2"),
          covered("PER PARTITION LIMIT 3 LIMIT 5"),
          covered("WHERE a = 3 ALLOW FILTERING"),
          covered("WHERE w > 0 ALLOW FILTERING"),
          covered("WHERE s > 0 AND x > 'b' LIMIT 9 ALLOW FILTERING"),
          covered("WHERE p > 1 ALLOW FILTERING"),
          // No partition is left to be read.
          narrowOnly("WHERE token(p) > 5 AND token(p) < 3"));

  private static final List<Integer> PAGE_SIZES = List.of(1, 2, 3, 7, 100, 5000);

  private record Part(String cql, boolean covered, boolean narrow) {}

  /**
   * A query.
   *
   * @param cql in which {@code %s} stands for the keyspace
   * @param covered whether it is read directly
   * @param narrow whether only those columns are read that it names
   */
  record Select(String cql, int pageSize, boolean covered, boolean narrow) {}

  private Selects() {}

  private static Part covered(String cql) {
    return new Part(cql, true, false);
  }

  private static Part narrow(String cql) {
    return new Part(cql, true, true);
  }

  private static Part narrowOnly(String cql) {
    return new Part(cql, false, true);
  }

  private static Part ordinary(String cql) {
    return new Part(cql, false, false);
  }

  /** Of the partitions of one table, some of them, or all. */
  static Select any(String table, Random random) {
    return select(table, any(SELECTORS, random), any(CLAUSES, random), random);
  }

  /** In groups; of a table that is made for it, also by time. */
  static Select grouped(String table, Random random) {
    boolean timed = table.equals(Histories.TIMED);
    String clause = GroupedClauses.any(timed, random);
    String keys =
        any(
            List.of(
                "",
                "p, a, b, ",
                "v, s, ",
                timed ? "floor(a, 4s), stats.time_bucket('5s', a), " : "x, "),
            random);
    Part selectors = any(SELECTORS, random);
    return select(
        table,
        new Part(keys + selectors.cql(), selectors.covered(), false),
        covered(clause),
        random);
  }

  private static Select select(String table, Part selectors, Part clause, Random random) {
    boolean json = random.nextInt(20) == 0;
    return new Select(
        "SELECT "
            + (json ? "JSON " : "")
            + selectors.cql()
            + " FROM %s."
            + table
            + " "
            + clause.cql(),
        any(PAGE_SIZES, random),
        selectors.covered() && clause.covered() && !json,
        selectors.narrow() && clause.narrow() && !json);
  }

  private static <T> T any(List<T> all, Random random) {
    return all.get(random.nextInt(all.size()));
  }
}
