/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.cassandrastats.bench.run.Asker;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.BatchWriter;
import org.cassandrastats.bench.target.Target;

/** Records in a table of one layout: how they are written, and how questions are answered. */
public abstract class StoredRecords {
  private static final int PAGE_SIZE = 5000;
  private static final Duration TIMEOUT = Duration.ofHours(2);

  private final Table table;

  /**
   * Where records are stored.
   *
   * @param name the full name of the table
   * @param answers about the records
   * @param perBatch rows of a write
   * @param inFlight writes at the same time
   */
  record Table(
      Target target,
      String name,
      Records records,
      RecordAnswers answers,
      int perBatch,
      int inFlight) {}

  StoredRecords(Table table) {
    this.table = table;
  }

  final String name() {
    return table.name;
  }

  final Records records() {
    return table.records;
  }

  /** The event code to filter by. */
  final String filter() {
    return table.answers.filter();
  }

  final String functions() {
    return table.target.functions();
  }

  /** Prepares what is behind {@code INSERT INTO table}. */
  final PreparedStatement prepareInsert(String rest) {
    return table.target.session().prepare("INSERT INTO " + table.name + " " + rest);
  }

  /** Sends a read and waits for as long as it takes. */
  final ResultSet read(String cql, Object... values) {
    return table
        .target
        .session()
        .execute(
            SimpleStatement.newInstance(cql, values).setPageSize(PAGE_SIZE).setTimeout(TIMEOUT));
  }

  /** Reads every part, one after the other, each by its key. */
  final void eachPart(String selected, Consumer<Row> action) {
    for (int part = 0; part < table.records.parts(); part++) {
      read("SELECT %s FROM %s WHERE part = ?".formatted(selected, table.name), part)
          .forEach(action);
    }
  }

  /** Writes the records of a part. */
  abstract void write(int part, BatchWriter writer);

  /** Reads every partition by its key, which is what fills a row cache. */
  public abstract void readPartitions();

  /** Reads all columns. */
  abstract RecordAnswers.Checksum all();

  /** Reads the tone of all records. */
  abstract RecordAnswers.Checksum one();

  /** Counts the tones. */
  abstract long count();

  /** The tones of each country. */
  abstract Map<String, RecordAnswers.Summary> grouped();

  /** The tones of the records with the event code to filter by. */
  abstract RecordAnswers.Summary filtered();

  /**
   * Writes the records of a part.
   *
   * @return the seconds that took, until the last of them was acknowledged
   * @throws org.cassandrastats.cli.console.UserError if a write fails
   */
  public final double write(int part) {
    BatchWriter writer =
        new BatchWriter(table.target, ConsistencyLevel.ALL, table.perBatch, table.inFlight);
    long start = System.nanoTime();
    write(part, writer);
    writer.finish();
    return Asker.secondsSince(start);
  }

  /** Bytes of all files of the table. */
  public final long diskBytes() {
    return table.target.management().get(0).diskBytes(table.name);
  }

  /** How many reads of a partition the row cache has answered so far. */
  public final long rowCacheHits() {
    return table.target.management().get(0).rowCacheHits(table.name);
  }

  /** Asks, and checks the answer. */
  public final Attempt ask(Question question) {
    return switch (question) {
      case ALL_COLUMNS -> timed(this::all, table.answers::checkAll);
      case ONE_COLUMN -> timed(this::one, table.answers::checkOne);
      case COUNT -> timed(this::count, table.answers::checkCount);
      case GROUPED -> timed(this::grouped, table.answers::checkGroups);
      case FILTERED -> timed(this::filtered, table.answers::checkFiltered);
    };
  }

  private static <T> Attempt timed(Supplier<T> read, Function<T, Optional<String>> check) {
    long start = System.nanoTime();
    try {
      T answer = read.get();
      return Attempt.of(Asker.secondsSince(start), check.apply(answer));
    } catch (DriverException failed) {
      return Attempt.failed(Asker.secondsSince(start), failed);
    }
  }

  /** What is asked of every layout. */
  public enum Question {
    /** Every value of every record. */
    ALL_COLUMNS("read all columns"),
    /** Every value of one column. */
    ONE_COLUMN("read one column"),
    /** How many values a column has. */
    COUNT("count of a column"),
    /** The average of a column for each value of another. */
    GROUPED("average grouped by a column"),
    /** Average, minimum and maximum of a column where another has a value that 1 % have. */
    FILTERED("average, min, max of 1 %");

    private final String label;

    Question(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }
}
