/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.api;

/**
 * What a column of the result shows instead of the value of its row.
 *
 * @param kind how it is computed
 * @param buckets how many buckets of time before; 0 where that says nothing
 */
public record Window(Kind kind, int buckets) {
  /**
   * The aggregate over the rows of this group and of all before it in the same series, in the order
   * in which they are read. {@code GROUP BY} has to end in a clustering column, or a function of
   * time.
   */
  public static final Window RUNNING = new Window(Kind.RUNNING, 0);

  /**
   * The part that the value has in the sum over all rows of the result, as a double; null for null,
   * and where the sum is 0.
   */
  public static final Window SHARE = new Window(Kind.SHARE, 0);

  private static final int MOST_BUCKETS = 10_000;

  /** The ways. */
  public enum Kind {
    RUNNING,
    SHARE,
    LAG
  }

  /**
   * The value of an earlier bucket of time; null where that has no row in the result.
   *
   * @param buckets how many before, from 1 to 10,000
   * @throws IllegalArgumentException if it is another number
   */
  public static Window lag(int buckets) {
    if (buckets < 1 || buckets > MOST_BUCKETS) {
      throw new IllegalArgumentException(
          "expected 1 to %,d buckets, found %,d".formatted(MOST_BUCKETS, buckets));
    }
    return new Window(Kind.LAG, buckets);
  }
}
