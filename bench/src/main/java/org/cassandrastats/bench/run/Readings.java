/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.run;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.time.Duration;
import org.cassandrastats.bench.target.BenchKeyspace;
import org.cassandrastats.bench.target.Target;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;

/** The rows of a study in the tables of a target. */
public final class Readings {
  private static final int SHOWN = 1000;
  private static final Duration READ_TIMEOUT = Duration.ofHours(2);

  private Readings() {}

  /**
   * Loads the first rows of a column into one partition.
   *
   * @throws org.cassandrastats.cli.console.UserError if a write fails
   */
  public static void load(Target target, ExactColumn column, int rows, Console console) {
    load(target, BenchKeyspace.TABLE, column, rows, 1, console);
  }

  /**
   * Loads the first rows of a column into a further partition of the same table.
   *
   * @param sensor its key; 2 or more
   * @throws org.cassandrastats.cli.console.UserError if a write fails
   */
  public static void loadPartition(
      Target target, ExactColumn column, int sensor, int rows, Console console) {
    loadPartition(target, BenchKeyspace.TABLE, column, sensor, rows, console);
  }

  /**
   * Loads the first rows of a column into a partition of any table with the same columns.
   *
   * @param sensor its key
   * @throws org.cassandrastats.cli.console.UserError if a write fails
   */
  public static void loadPartition(
      Target target, String table, ExactColumn column, int sensor, int rows, Console console) {
    write(target, table, column, rows, new Partitions(sensor, 1), console);
  }

  /**
   * Loads the same rows into many partitions of the other table: row i into the sensor i modulo
   * their number, plus 1.
   *
   * @throws org.cassandrastats.cli.console.UserError if a write fails
   */
  public static void loadSplit(
      Target target, ExactColumn column, int rows, int partitions, Console console) {
    load(target, BenchKeyspace.SPLIT, column, rows, partitions, console);
  }

  private static void load(
      Target target, String table, ExactColumn column, int rows, int partitions, Console console) {
    write(target, table, column, rows, new Partitions(1, partitions), console);
    target.settle();
  }

  /** Partitions next to each other: the key of the first one, and how many there are. */
  private record Partitions(int first, int count) {}

  private static void write(
      Target target,
      String table,
      ExactColumn column,
      int rows,
      Partitions partitions,
      Console console) {
    // Every replica has every row, so that any of them gives the exact answer.
    Writer writer = new Writer(target, table, ConsistencyLevel.ALL);
    long loaded = 0;
    try (Progress progress = console.progress("Loading " + target.lane(), rows, "rows")) {
      for (int partition = 0; partition < partitions.count(); partition++) {
        for (long row = partition; row < rows; row += partitions.count()) {
          writer.add(partitions.first() + partition, row, column.value((int) row));
          loaded++;
          if (loaded % SHOWN == 0) {
            progress.reached(loaded);
          }
        }
      }
      writer.finish();
      progress.reached(loaded);
    }
  }

  /** Asks for an aggregate over the first rows, and waits for as long as it takes. */
  public static SimpleStatement query(
      Target target, MeasuredAggregate aggregate, int rows, int pageSize, boolean traced) {
    return SimpleStatement.newInstance(
            "SELECT %s FROM %s WHERE sensor = 1 AND at < %d"
                .formatted(aggregate.selector(target.functions()), BenchKeyspace.TABLE, rows))
        .setPageSize(pageSize)
        .setTracing(traced)
        .setTimeout(READ_TIMEOUT);
  }

  /** Asks for an aggregate over the first rows, of which the exact results are known. */
  public static Attempt ask(
      Target target, MeasuredAggregate aggregate, ExactPart exact, int pageSize, boolean traced) {
    return new Asker(target.session())
        .ask(
            query(target, aggregate, exact.count(), pageSize, traced),
            row -> aggregate.check(row, exact));
  }

  /** The same statement with what tells the driver where the rows of a sensor are. */
  public static SimpleStatement routed(SimpleStatement statement, int sensor) {
    return statement
        .setRoutingKeyspace(CqlIdentifier.fromCql(BenchKeyspace.NAME))
        .setRoutingKey(TypeCodecs.INT.encode(sensor, ProtocolVersion.DEFAULT));
  }

  /** Writes rows into a table like {@link org.cassandrastats.bench.target.BenchKeyspace#TABLE}. */
  public static final class Writer {
    // Below the size that Cassandra warns of (5 KiB), and enough to hide the round trips.
    private static final int ROWS_PER_BATCH = 64;
    private static final int BATCHES_IN_FLIGHT = 16;

    private final PreparedStatement insert;
    private final BatchWriter writer;

    /** Writes at a consistency level. */
    public Writer(Target target, String table, ConsistencyLevel level) {
      this.insert =
          target
              .session()
              .prepare("INSERT INTO " + table + " (sensor, at, value) VALUES (?, ?, ?)");
      this.writer = new BatchWriter(target, level, ROWS_PER_BATCH, BATCHES_IN_FLIGHT);
    }

    /**
     * Writes a row, soon.
     *
     * @throws org.cassandrastats.cli.console.UserError if an earlier write has failed
     */
    public void add(int sensorOfRow, long at, double value) {
      writer.add(sensorOfRow, insert.bind(sensorOfRow, at, value));
    }

    /**
     * Waits until everything is written.
     *
     * @throws org.cassandrastats.cli.console.UserError if a write has failed
     */
    public void finish() {
      writer.finish();
    }
  }
}
