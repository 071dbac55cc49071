/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.cassandrastats.bench.run.Asker;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.BatchWriter;
import org.cassandrastats.bench.target.BenchKeyspace;
import org.cassandrastats.bench.target.Target;

/** Records in a table of their own. */
public final class StoredRecords {

  private final Target target;
  private final RecordLayout layout;
  private final String table;
  private final Records records;
  private final Answers answers;
  private final Store store;

  private StoredRecords(
      Target target, RecordLayout layout, String table, Records records, Answers answers) {
    this.target = target;
    this.layout = layout;
    this.table = table;
    this.records = records;
    this.answers = answers;
    this.store = layout.open(target, table, records, answers.filter());
  }

  /**
   * Makes an empty table.
   *
   * @param name of the table, in the keyspace of the study
   * @param options what follows the key in CQL
   * @param answers about the records
   */
  public static StoredRecords create(
      Target target,
      RecordLayout layout,
      String name,
      String options,
      Records records,
      Answers answers) {
    String table = BenchKeyspace.table(name);
    BenchKeyspace.createTable(target.session(), table, layout.schema(records), options);
    return new StoredRecords(target, layout, table, records, answers);
  }

  /**
   * Writes the records of a part.
   *
   * @return the seconds that took, until the last of them was acknowledged
   * @throws org.cassandrastats.cli.console.UserError if a write fails
   */
  public double write(int part) {
    BatchWriter writer =
        new BatchWriter(
            target, ConsistencyLevel.ALL, layout.rowsPerBatch(records), layout.batchesInFlight());
    long start = System.nanoTime();
    store.write(part, writer);
    writer.finish();
    return Asker.secondsSince(start);
  }

  /** Reads every partition by its key, which is what fills a row cache. */
  public void readPartitions() {
    store.readPartitions();
  }

  /** Bytes of all files of the table. */
  public long diskBytes() {
    return target.management().get(0).diskBytes(table);
  }

  /** How many reads of a partition the row cache has answered so far. */
  public long rowCacheHits() {
    return target.management().get(0).rowCacheHits(table);
  }

  /** Asks, and checks the answer. */
  public Attempt ask(RecordLayout.Question question) {
    return switch (question) {
      case ALL_COLUMNS -> timed(store::all, answers::checkAll);
      case ONE_COLUMN -> timed(store::one, answers::checkOne);
      case COUNT -> timed(store::count, answers::checkCount);
      case GROUPED -> timed(store::grouped, answers::checkGroups);
      case FILTERED -> timed(store::filtered, answers::checkFiltered);
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
}
