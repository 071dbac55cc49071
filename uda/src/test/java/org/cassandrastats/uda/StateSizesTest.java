/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.cassandrastats.uda.chunk.ChunkRows;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.uda.counter.CounterAggregates;
import org.cassandrastats.uda.ddsketch.DdsketchAggregates;
import org.cassandrastats.uda.extremes.ByAggregates;
import org.cassandrastats.uda.extremes.MaxNAggregates;
import org.cassandrastats.uda.extremes.RowsAggregates;
import org.cassandrastats.uda.frequent.FrequentAggregates;
import org.cassandrastats.uda.heartbeat.HeartbeatAggregates;
import org.cassandrastats.uda.histogram.HistogramAggregates;
import org.cassandrastats.uda.hll.HllAggregates;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.uda.regression.RegressionAggregates;
import org.cassandrastats.uda.state_time.StateTimeAggregates;
import org.cassandrastats.uda.tdigest.TdigestAggregates;
import org.cassandrastats.uda.theta.ThetaAggregates;
import org.cassandrastats.uda.time_weight.TimeWeightAggregates;
import org.cassandrastats.udf.chunk.ChunkState;
import org.cassandrastats.udf.counter.Counter;
import org.cassandrastats.udf.ddsketch.Ddsketch;
import org.cassandrastats.udf.extremes.Extremes;
import org.cassandrastats.udf.frequent.Frequent;
import org.cassandrastats.udf.heartbeat.Heartbeat;
import org.cassandrastats.udf.histogram.Histogram;
import org.cassandrastats.udf.hll.Hll;
import org.cassandrastats.udf.moments.Moments;
import org.cassandrastats.udf.regression.Regression;
import org.cassandrastats.udf.state_time.StateTime;
import org.cassandrastats.udf.tdigest.TdigestFinish;
import org.cassandrastats.udf.theta.Theta;
import org.cassandrastats.udf.time_weight.TimeWeight;
import org.junit.jupiter.api.Test;

/** The table of sizes in {@code docs/formats.md} says what the functions do. */
class StateSizesTest {
  private static final Path PAGE = Path.of("..", "docs", "formats.md");
  private static final String START = "<!-- sizes of states -->\n";
  private static final String END = "<!-- /sizes of states -->";
  private static final int[] ROWS = {1, 10, 1_000, 1_000_000};

  @Test
  void should_be_those_of_the_page() throws IOException {
    String page = Files.readString(PAGE);
    String table = page.substring(page.indexOf(START) + START.length(), page.indexOf(END));

    assertThat(table).isEqualTo(made());
  }

  private static String made() {
    StringBuilder table = new StringBuilder("| state | 1 value | 10 | 1,000 | 1,000,000 |\n");
    table.append("| --- | ---: | ---: | ---: | ---: |\n");
    aggregates()
        .forEach(
            (call, aggregate) -> {
              table.append("| `").append(call).append("` |");
              for (int rows : ROWS) {
                table.append(' ').append(size(aggregate, rows)).append(" |");
              }
              table.append('\n');
            });
    return table.toString();
  }

  private static String size(Aggregate aggregate, int rows) {
    if (rows > aggregate.most()) {
      return "-";
    }
    ByteBuffer state = Blobs.none();
    for (int row = 0; row < rows; row++) {
      state = aggregate.row().added(state, row, reading(row));
    }
    int bytes = aggregate.finish().apply(state).remaining();
    return String.format(Locale.ROOT, "%,d", bytes);
  }

  /** A number from 0 to 100 with two decimals, up and down without an order. */
  private static double reading(int row) {
    return row * 7919L % 10_007 / 100.0;
  }

  private static Map<String, Aggregate> aggregates() {
    Map<String, Aggregate> aggregates = new LinkedHashMap<>();
    aggregates.put(
        "moments(v)",
        new Aggregate((state, row, v) -> MomentsAggregates.accumulate(state, v), Moments::state));
    aggregates.put(
        "min_max_by(v, t)",
        new Aggregate(
            (state, row, v) -> ByAggregates.accumulate(state, v, (long) row), Extremes::state));
    aggregates.put(
        "first_last(v)",
        new Aggregate((state, row, v) -> RowsAggregates.accumulate(state, v), Extremes::state));
    aggregates.put(
        "max_n_state(v, 10)",
        new Aggregate((state, row, v) -> MaxNAggregates.accumulate(state, v, 10), Extremes::state));
    aggregates.put(
        "tdigest(v)",
        new Aggregate(
            (state, row, v) -> TdigestAggregates.accumulate(state, v), TdigestFinish::state));
    aggregates.put(
        "histogram(v, 0, 100, 100)",
        new Aggregate(
            (state, row, v) -> HistogramAggregates.accumulate(state, v, 0, 100, 100),
            Histogram::state));
    aggregates.put(
        "ddsketch(v, 0.01)",
        new Aggregate(
            (state, row, v) -> DdsketchAggregates.accumulate(state, v, 0.01), Ddsketch::state));
    aggregates.put(
        "hll(v)", new Aggregate((state, row, v) -> HllAggregates.accumulate(state, v), Hll::state));
    aggregates.put(
        "theta(v)",
        new Aggregate((state, row, v) -> ThetaAggregates.accumulate(state, v), Theta::state));
    aggregates.put(
        "frequent_items(whole v, 96)",
        new Aggregate(
            (state, row, v) -> FrequentAggregates.accumulate(state, (long) v, 96),
            Frequent::state));
    aggregates.put(
        "regression(v, w)",
        new Aggregate(
            (state, row, v) -> RegressionAggregates.accumulate(state, v, row), Regression::state));
    aggregates.put(
        "counter(t, v)",
        new Aggregate(
            (state, row, v) -> CounterAggregates.accumulate(state, 1000L * row, v),
            Counter::state));
    aggregates.put(
        "time_weight_locf(t, v)",
        new Aggregate(
            (state, row, v) -> TimeWeightAggregates.locf(state, 1000L * row, v),
            TimeWeight::state));
    aggregates.put(
        "state_time(t, v)",
        new Aggregate(
            (state, row, v) -> StateTimeAggregates.accumulate(state, 1000L * row, (long) v),
            StateTime::state));
    aggregates.put(
        "heartbeat(t, 900)",
        new Aggregate(
            (state, row, v) -> HeartbeatAggregates.accumulate(state, 1000L * row, 900),
            Heartbeat::state));
    aggregates.put(
        "chunk(t, v)",
        new Aggregate(
            (state, row, v) -> ChunkRows.accumulate(state, 1000L * row, v),
            ChunkRows::chunk,
            ChunkState.MAXIMUM_COUNT));
    return aggregates;
  }

  /** How a state takes a row, the final state of it, and how many rows it may have. */
  private record Aggregate(Row row, UnaryOperator<ByteBuffer> finish, int most) {
    Aggregate(Row row, UnaryOperator<ByteBuffer> finish) {
      this(row, finish, Integer.MAX_VALUE);
    }
  }

  /** Adds the value of a row. */
  private interface Row {
    ByteBuffer added(ByteBuffer state, int row, double value);
  }
}
