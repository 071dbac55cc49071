/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.math3.stat.StatUtils;
import org.cassandrastats.bench.run.Spread;
import org.cassandrastats.bench.target.BenchKeyspace;
import org.cassandrastats.bench.target.Target;

/** Reads single rows, one after the other, until it is closed. */
final class OtherUser implements AutoCloseable {
  private static final double MILLIS = 1e6;

  private final Target target;
  private final int rows;
  private final List<Double> milliseconds = Collections.synchronizedList(new ArrayList<>());
  private final Thread thread;
  private volatile boolean closed;

  OtherUser(Target target, int rows) {
    this.target = target;
    this.rows = rows;
    this.thread = new Thread(this::read, "other user");
    thread.setDaemon(true);
    thread.start();
  }

  private void read() {
    SplittableRandom random = new SplittableRandom(rows);
    while (!closed) {
      SimpleStatement statement =
          SimpleStatement.newInstance(
                  "SELECT value FROM " + BenchKeyspace.TABLE + " WHERE sensor = 1 AND at = ?",
                  (long) random.nextInt(rows))
              .setTimeout(Duration.ofMinutes(1));
      long start = System.nanoTime();
      try {
        target.session().execute(statement);
        milliseconds.add((System.nanoTime() - start) / MILLIS);
      } catch (DriverException nodeIsInTrouble) {
        // The aggregation says what has become of the node.
        milliseconds.add((System.nanoTime() - start) / MILLIS);
      }
    }
  }

  private double[] soFar() {
    synchronized (milliseconds) {
      return milliseconds.stream().mapToDouble(Double::doubleValue).toArray();
    }
  }

  Spread latencies() {
    return Spread.of(soFar());
  }

  double percentile(double percent) {
    double[] values = soFar();
    return values.length == 0 ? 0 : StatUtils.percentile(values, percent);
  }

  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
