/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.cassandrastats.uda.tdigest.TdigestAggregates;
import org.cassandrastats.udf.tdigest.TdigestFinish;

/**
 * What one query of several aggregates says about values from 0 to 1000.
 *
 * @param count of all rows
 * @param average by Cassandra's own avg()
 * @param mean by the pack
 * @param digest bytes of a t-digest
 * @param bins of a histogram
 */
record SeveralAnswers(long count, double average, double mean, ByteBuffer digest, List<Long> bins) {
  private static final int BINS = 10;
  private static final double LIMIT = 1000;

  private static final String SELECT =
      "SELECT count(value), avg(value), stats.mean(value), stats.tdigest(value),"
          + " stats.histogram_counts(stats.histogram(value, 0.0, 1000.0, 10)) FROM ";

  /** The query. */
  static SimpleStatement query(String table, int partition) {
    return SimpleStatement.newInstance(SELECT + table + " WHERE sensor = ?", partition);
  }

  /** What a node says. */
  static SeveralAnswers ask(CqlSession session, SimpleStatement query) {
    Row row = session.execute(query).one();
    return new SeveralAnswers(
        row.getLong(0),
        row.getDouble(1),
        row.getDouble(2),
        row.getByteBuffer(3),
        row.getList(4, Long.class));
  }

  /**
   * What is right: a digest depends on the order of the values, everything else is worked out
   * independently.
   *
   * @param values in the order of their rows
   */
  static SeveralAnswers exact(double... values) {
    BigDecimal sum =
        Arrays.stream(values).mapToObj(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
    double mean =
        sum.divide(BigDecimal.valueOf(values.length), MathContext.DECIMAL128).doubleValue();
    List<Long> bins = new ArrayList<>(Collections.nCopies(BINS, 0L));
    ByteBuffer digest = ByteBuffer.allocate(0);
    for (double value : values) {
      int bin = (int) (value * BINS / LIMIT);
      bins.set(bin, bins.get(bin) + 1);
      digest = TdigestAggregates.accumulate(digest, value);
    }
    return new SeveralAnswers(values.length, mean, mean, TdigestFinish.state(digest), bins);
  }
}
