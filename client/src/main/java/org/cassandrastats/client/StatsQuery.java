/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A query over any number of rows: the SELECT statement that would be sent to Cassandra, if it
 * answered in time.
 *
 * <pre>{@code
 * StatsQuery.of(
 *     "SELECT count(*), stats.mean(value), stats.tdigest_quantile(stats.tdigest(value), 0.99)"
 *         + " FROM shop.measurement WHERE sensor = ? AND at >= ?",
 *     "roof", Instant.parse("2026-01-01T00:00:00Z"));
 * }</pre>
 *
 * It selects {@code count}, {@code min}, {@code max}, {@code sum}, {@code avg} of doubles,
 * aggregates of the pack whose states merge, what is asked of such states, and columns of the
 * partition key. It reads either one partition, which the WHERE clause names in full, or the whole
 * table. Clustering columns may be fixed ({@code =}) in their order, and the first that is not may
 * be limited ({@code <}, {@code <=}, {@code >}, {@code >=}). {@code GROUP BY} names the columns of
 * the partition key.
 */
public final class StatsQuery {
  private final String statement;
  private final List<Object> values;

  private StatsQuery(String statement, List<Object> values) {
    this.statement = statement;
    this.values = Collections.unmodifiableList(new ArrayList<>(values));
  }

  /**
   * A query. It is looked at when it runs.
   *
   * @param statement CQL
   * @param values one for each marker {@code ?} in the statement
   */
  public static StatsQuery of(String statement, Object... values) {
    return new StatsQuery(statement, java.util.Arrays.asList(values));
  }

  /** The statement as it was given. */
  public String statement() {
    return statement;
  }

  /** The values of its markers. */
  public List<Object> values() {
    return values;
  }
}
