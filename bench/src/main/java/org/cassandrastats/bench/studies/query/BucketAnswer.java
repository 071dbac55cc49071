/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.query;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.client.api.StatsRow;

/**
 * What is found about the values of a bucket.
 *
 * @param count how many they are
 * @param mean their mean
 * @param quantile their 99th percentile
 */
record BucketAnswer(long count, double mean, double quantile) {
  private static final double QUANTILE = 0.99;
  private static final double MEAN_ERROR = 1e-12;
  private static final double RANK_ERROR = 0.02;

  /** What is asked for, in CQL. */
  static String selectors(String functions) {
    return "count(*), %1$s.mean(value), %1$s.tdigest_quantile(%1$s.tdigest(value), %2$s)"
        .formatted(functions, QUANTILE);
  }

  /** What a server answers. */
  static BucketAnswer of(Row row) {
    return new BucketAnswer(row.getLong(0), row.getDouble(1), row.getDouble(2));
  }

  /** What the client answers. */
  static BucketAnswer of(StatsRow row) {
    return new BucketAnswer((Long) row.get(0), (Double) row.get(1), (Double) row.get(2));
  }

  /** What an application computes of the first values, which it sorts. */
  static BucketAnswer of(double[] values, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += values[i];
    }
    Arrays.sort(values, 0, count);
    return new BucketAnswer(count, sum / count, values[(int) (QUANTILE * (count - 1))]);
  }

  /** What is wrong with the answers about all buckets, if anything is. */
  static Optional<String> check(List<BucketAnswer> found, List<ExactPart> exact) {
    if (found.size() != exact.size()) {
      return Optional.of("%d groups instead of %d".formatted(found.size(), exact.size()));
    }
    for (int i = 0; i < found.size(); i++) {
      Optional<String> wrong = found.get(i).check(exact.get(i));
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    return Optional.empty();
  }

  private Optional<String> check(ExactPart exact) {
    if (count != exact.count()) {
      return Optional.of("the count is %d instead of %d".formatted(count, exact.count()));
    }
    // Of few values a quantile lies between two of them.
    if (exact.rankError(quantile, QUANTILE) > RANK_ERROR + 1.0 / count) {
      return Optional.of("the rank of %s is not %s".formatted(quantile, QUANTILE));
    }
    return MeasuredAggregate.checkMean(mean, exact.mean(), MEAN_ERROR);
  }
}
