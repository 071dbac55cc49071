/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import org.apache.spark.SparkEnv;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.cassandrastats.uda.extremes.MaxNAggregates;
import org.cassandrastats.uda.histogram.HistogramAggregates;
import org.cassandrastats.uda.hll.HllAggregates;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.uda.tdigest.TdigestAggregates;
import org.cassandrastats.udf.extremes.ExtremesValues;
import org.cassandrastats.udf.histogram.Histogram;
import org.cassandrastats.udf.hll.Hll;
import org.cassandrastats.udf.moments.Moments;
import org.cassandrastats.udf.tdigest.Tdigest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Many groups, whose parts meet in memory, in a sort, and on disk. */
@Tag("extended")
@ExtendWith(LocalSpark.class)
class GroupsTest {
  private static final int GROUPS = 10_000;
  private static final int ROWS = 200_000;

  /** At 128 groups Spark begins to sort. */
  private static final String SORT_FROM =
      "spark.sql.objectHashAggregate.sortBased.fallbackThreshold";

  private static final String SPILL_FROM = "spark.shuffle.spill.numElementsForceSpillThreshold";

  private static final String VALUE =
      "CASE WHEN id % 17 = 0 THEN NULL WHEN id % 19 = 0 THEN double('NaN')"
          + " ELSE (id * 7919) % 1000 / 8D END";

  @Test
  void should_sort_more_groups_than_fit(SparkSession spark) {
    assertGroups(spark);
  }

  @Test
  void should_hash_all_groups(SparkSession spark) {
    spark.conf().set(SORT_FROM, GROUPS * 2);
    try {
      assertGroups(spark);
    } finally {
      spark.conf().unset(SORT_FROM);
    }
  }

  @Test
  void should_spill(SparkSession spark) {
    SparkEnv.get().conf().set(SPILL_FROM, "1000");
    try {
      assertGroups(spark);
    } finally {
      SparkEnv.get().conf().remove(SPILL_FROM);
    }
  }

  private static void assertGroups(SparkSession spark) {
    Expected[] expected = expected();
    spark
        .range(0, ROWS, 1, 8)
        .selectExpr("cast(id % 10000 AS int) AS k", VALUE + " AS v")
        .createOrReplaceTempView("groups");

    var rows =
        spark
            .sql(
                "SELECT k, stats.histogram(v, 0.0, 125.0, 10) h, stats.hll(v) u, stats.mean(v) m,"
                    + " stats.tdigest_quantile(stats.tdigest(v), 0.25) q, stats.max_n(v, 3) x,"
                    + " stats.quantile(v, 0.25) s FROM groups GROUP BY k")
            .collectAsList();

    assertThat(rows).hasSize(GROUPS);
    for (Row row : rows) {
      expected[row.getInt(0)].assertSame(row);
    }
  }

  private static Expected[] expected() {
    Expected[] expected = new Expected[GROUPS];
    for (int id = 0; id < ROWS; id++) {
      Expected group = expected[id % GROUPS];
      if (group == null) {
        group = new Expected();
        expected[id % GROUPS] = group;
      }
      if (id % 17 != 0) {
        group.add(id % 19 == 0 ? Double.NaN : (id * 7919L) % 1000 / 8.0);
      }
    }
    return expected;
  }

  /** The answers of the pack, called row by row. */
  private static final class Expected {
    private ByteBuffer histogram = ByteBuffer.allocate(0);
    private ByteBuffer hll = ByteBuffer.allocate(0);
    private ByteBuffer moments = ByteBuffer.allocate(0);
    private ByteBuffer digest = ByteBuffer.allocate(0);
    private ByteBuffer largest = ByteBuffer.allocate(0);

    void add(double value) {
      histogram = HistogramAggregates.accumulate(histogram, value, 0.0, 125.0, 10);
      hll = HllAggregates.accumulate(hll, value);
      moments = MomentsAggregates.accumulate(moments, value);
      digest = TdigestAggregates.accumulate(digest, value);
      largest = MaxNAggregates.accumulate(largest, value, 3);
    }

    void assertSame(Row row) {
      assertThat(ByteBuffer.wrap(row.getAs("h"))).isEqualTo(Histogram.state(histogram));
      assertThat(ByteBuffer.wrap(row.getAs("u"))).isEqualTo(Hll.state(hll));
      double mean = Moments.mean(moments);
      assertThat(row.<Double>getAs("m")).isCloseTo(mean, within(1e-12 * mean));
      // So few values are all kept.
      assertThat(row.<Double>getAs("q")).isEqualTo(Tdigest.quantile(digest, 0.25));
      assertThat(row.<Double>getAs("s")).isEqualTo(Tdigest.quantile(digest, 0.25));
      assertThat(row.getList(row.fieldIndex("x"))).isEqualTo(ExtremesValues.valuesDouble(largest));
    }
  }

  @Test
  void should_send_large_states(SparkSession spark) {
    spark
        .range(0, 400_000, 1, 4)
        .selectExpr("id % 20 AS k", "rand(7) AS v")
        .createOrReplaceTempView("large");

    var rows =
        spark
            .sql(
                "SELECT k, stats.histogram_count(stats.histogram(v, 0.0, 1.0, 4096)) h,"
                    + " stats.tdigest_quantile(stats.tdigest(v, 1000), 0.5) q, count(*) n"
                    + " FROM large GROUP BY k")
            .collectAsList();

    assertThat(rows).hasSize(20);
    for (Row row : rows) {
      assertThat(row.<Long>getAs("h")).isEqualTo(row.<Long>getAs("n"));
      assertThat(row.<Double>getAs("q")).isCloseTo(0.5, within(0.02));
    }
  }
}
