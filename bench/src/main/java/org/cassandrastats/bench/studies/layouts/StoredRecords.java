/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.cassandrastats.bench.bulk.BulkLoad;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.BatchWriter;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.bench.nodes.TableFiles;
import org.cassandrastats.bench.nodes.Target;

/** Records in a table of one layout: how they are written, and how questions are answered. */
abstract class StoredRecords {
  /** Bytes that the node has had read from disks. */
  static final String READ = "bytes_read";

  static final String HEAD = " LIMIT " + Records.PER_HEAD;

  /** So many records are read one by one. */
  static final int SINGLES = 1000;

  private static final int FEWEST_HEADS = 1000;
  private static final int PAGE_SIZE = 5000;
  private static final Duration TIMEOUT = Duration.ofHours(2);

  private final Table table;
  private final int[] singles;

  /**
   * Where records are stored.
   *
   * @param name the full name of the table
   * @param columns with their types, and the primary key
   * @param answers about the records
   * @param perBatch rows of a write
   * @param inFlight writes at the same time
   */
  record Table(
      Target target,
      String name,
      String columns,
      Records records,
      RecordAnswers answers,
      int perBatch,
      int inFlight) {}

  StoredRecords(Table table) {
    this.table = table;
    this.singles = new SplittableRandom(0).ints(SINGLES, 0, table.records.count()).toArray();
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

  /** Sends a read and waits for as long as it takes. */
  final ResultSet read(String cql, Object... values) {
    return table
        .target
        .session()
        .execute(
            SimpleStatement.newInstance(cql, values).setPageSize(PAGE_SIZE).setTimeout(TIMEOUT));
  }

  /** Sends a short read that was prepared, as applications send theirs; the driver keeps it. */
  final ResultSet readPrepared(String cql, Object... values) {
    return table.target.session().execute(table.target.session().prepare(cql).bind(values));
  }

  /**
   * Reads every part, one after the other, each by its key.
   *
   * @param end of the statement; may be empty
   */
  final void eachPart(String selected, String end, Consumer<Row> action) {
    for (int part = 0; part < table.records.parts(); part++) {
      read("SELECT %s FROM %s WHERE part = ?%s".formatted(selected, table.name, end), part)
          .forEach(action);
    }
  }

  /** Where rows go. */
  interface Sink {
    /**
     * Adds a row.
     *
     * @param partition tells its partition from others
     */
    void add(Object partition, Object... values);
  }

  /** The columns that rows have values of. */
  abstract List<String> inserted();

  /** Makes the rows of the records of a part. */
  abstract void rows(int part, Sink sink);

  /** Reads every partition by its key, which is what fills a row cache. */
  abstract void readPartitions();

  /** Whether a partition is sorted by the column to group by, and not by time. */
  boolean isGrouped() {
    return false;
  }

  /** Adds the first records of each partition, as the table sorts them. */
  void heads(RecordAnswers.Checksum checksum) {
    throw new IllegalStateException("records are not rows of " + table.name);
  }

  /** Adds a record, read by its whole key. */
  void single(int record, RecordAnswers.Checksum checksum) {
    throw new IllegalStateException("records are not rows of " + table.name);
  }

  /** Bytes of each column of a record, where columns are encoded one by one. */
  Map<String, Double> encodedBytes() {
    return Map.of();
  }

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
  final double write(int part) {
    BatchWriter writer =
        new BatchWriter(table.target, ConsistencyLevel.ALL, table.perBatch, table.inFlight);
    PreparedStatement insert =
        table.target.session().prepare(BulkLoad.insert(table.name, inserted()));
    long start = System.nanoTime();
    rows(part, (partition, values) -> writer.add(partition, insert.bind(values)));
    writer.finish();
    return QueryRunner.secondsSince(start);
  }

  /**
   * Removes what was written and has the node import all records.
   *
   * @param reached is told of each part
   * @return the seconds that took
   */
  final double load(IntConsumer reached) {
    read("TRUNCATE " + table.name);
    long start = System.nanoTime();
    try (BulkLoad load =
        new BulkLoad(table.target.management(), table.name, table.columns, inserted())) {
      for (int part = 0; part < table.records.parts(); part++) {
        rows(part, (partition, values) -> load.add(values));
        reached.accept(part);
      }
      load.finish();
    }
    return QueryRunner.secondsSince(start);
  }

  /** The files of the table's node. */
  private TableFiles files() {
    return table.target.management().get(0).files();
  }

  /** Asks when the system keeps nothing of the table in memory. */
  final Attempt askCold(Question question) {
    files().dropFromPageCache(table.name);
    long before = files().bytesRead();
    Attempt attempt = ask(question);
    return attempt.with(READ, (double) (files().bytesRead() - before));
  }

  /** Bytes of all files of the table. */
  final long diskBytes() {
    return table.target.management().get(0).diskBytes(table.name);
  }

  /** How many reads of a partition the row cache has answered so far. */
  final long rowCacheHits() {
    return table.target.management().get(0).rowCacheHits(table.name);
  }

  /** Asks, and checks the answer. */
  final Attempt ask(Question question) {
    return switch (question) {
      case ALL_COLUMNS -> timed(this::all, table.answers::checkAll);
      case ONE_COLUMN -> timed(this::one, table.answers::checkOne);
      case COUNT -> timed(this::count, table.answers::checkCount);
      case GROUPED -> timed(this::grouped, table.answers::checkGroups);
      case FILTERED -> timed(this::filtered, table.answers::checkFiltered);
      case HEADS ->
          timed(this::heads, found -> table.answers.checkHeads(found, passes(), isGrouped()));
      case SINGLES -> timed(this::singles, found -> table.answers.checkRecords(found, singles));
    };
  }

  /** Records all over the table, the same ones in each run, so that a cache may have them. */
  private RecordAnswers.Checksum singles() {
    RecordAnswers.Checksum checksum = new RecordAnswers.Checksum();
    for (int record : singles) {
      single(record, checksum);
    }
    return checksum;
  }

  /** How many partitions are read for the question for heads. */
  final double headsRead() {
    return (double) passes() * table.records.parts();
  }

  /** How often each partition is read: there are few, and their heads are read soon. */
  private int passes() {
    return Math.max(1, FEWEST_HEADS / table.records.parts());
  }

  private RecordAnswers.Checksum heads() {
    RecordAnswers.Checksum checksum = new RecordAnswers.Checksum();
    for (int pass = 0; pass < passes(); pass++) {
      heads(checksum);
    }
    return checksum;
  }

  private static <T> Attempt timed(Supplier<T> read, Function<T, Optional<String>> check) {
    long start = System.nanoTime();
    try {
      T answer = read.get();
      return Attempt.of(QueryRunner.secondsSince(start), check.apply(answer));
    } catch (DriverException failed) {
      return Attempt.failed(QueryRunner.secondsSince(start), failed);
    }
  }

  /** What is asked of every layout. */
  enum Question {
    /** Every value of every record. */
    ALL_COLUMNS("read all columns"),
    /** Every value of one column. */
    ONE_COLUMN("read one column"),
    /** How many values a column has. */
    COUNT("count of a column"),
    /** The average of a column for each value of another. */
    GROUPED("average grouped by a column"),
    /** Average, minimum and maximum of a column where another has a value that 1 % have. */
    FILTERED("average, min, max of 1 %"),
    /** All columns of the first records of each partition. */
    HEADS("read the first 100 records of each partition"),
    /** All columns of records, each by its key. */
    SINGLES("read 1,000 records, each by its key");

    /** What is asked of all records of a table. */
    static final List<Question> OF_ALL = List.of(ALL_COLUMNS, ONE_COLUMN, COUNT, GROUPED, FILTERED);

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
