/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.load;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.cassandrastats.bench.measure.Percentiles;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.Target;
import org.cassandrastats.localcluster.Background;

/** Reads single rows, one after the other, until it is closed. */
final class ForegroundLoad implements AutoCloseable {
  private static final double MILLIS = 1e3;

  private final Target target;
  private final int rows;
  private final SplittableRandom random;
  private final Queue<Double> milliseconds = new ConcurrentLinkedQueue<>();
  private final Background reads;

  ForegroundLoad(Target target, int rows) {
    this.target = target;
    this.rows = rows;
    this.random = new SplittableRandom(rows);
    this.reads = Background.start("other user", this::read);
  }

  private void read() {
    SimpleStatement statement =
        SimpleStatement.newInstance(
                "SELECT value FROM " + BenchKeyspace.TABLE + " WHERE sensor = 1 AND at = ?",
                (long) random.nextInt(rows))
            .setTimeout(Duration.ofMinutes(1));
    // If a read fails, the aggregation says what has become of the node.
    milliseconds.add(
        MILLIS
            * new QueryRunner(target.session()).ask(statement, row -> Optional.empty()).seconds());
  }

  /** Milliseconds of the reads so far. */
  Percentiles latencies() {
    return Percentiles.of(milliseconds);
  }

  @Override
  public void close() {
    reads.close();
  }
}
