/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.type.DataType;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.request.Failures;
import org.cassandrastats.spark.request.PlannedTable;
import org.cassandrastats.spark.request.Repeated;
import org.cassandrastats.spark.value.CqlValues;

/** Writes the rows of a task, several at a time; one that fails is sent again. */
final class RowWriter implements DataWriter<InternalRow> {
  /** Writes are shorter than aggregations. */
  private static final int AT_ONCE = 16;

  private final SourceOptions options;
  private final StructType schema;
  private final List<Column> columns;
  private final SessionPool.Lease lease;
  private final PreparedStatement insert;
  private final Deque<Sent> sent = new ArrayDeque<>();

  /**
   * A column of the rows.
   *
   * @param name in CQL
   * @param type in CQL
   * @param key whether it is one of the primary key
   * @param place in the statement; -1 for one whose values are not written, which has to be null
   */
  record Column(String name, String type, boolean key, int place) implements Serializable {}

  private record Sent(BoundStatement statement, CompletionStage<AsyncResultSet> answer) {}

  private record Written() implements WriterCommitMessage {}

  /** Opens writers where tasks run. */
  static final class Factory implements DataWriterFactory {
    private static final long serialVersionUID = 1;

    private final SourceOptions options;
    private final PlannedTable table;
    private final String insert;
    private final StructType schema;
    private final List<Column> columns;

    Factory(
        SourceOptions options,
        PlannedTable table,
        String insert,
        StructType schema,
        List<Column> columns) {
      this.options = options;
      this.table = table;
      this.insert = insert;
      this.schema = schema;
      this.columns = columns;
    }

    @Override
    public DataWriter<InternalRow> createWriter(int partition, long task) {
      return new RowWriter(this);
    }
  }

  private RowWriter(Factory factory) {
    this.options = factory.options;
    this.schema = factory.schema;
    this.columns = factory.columns;
    this.lease = SessionPool.shared().lease(options);
    try {
      factory.table.require(lease.session(), options.requestTimeout(), options.retryTimeout());
      // The driver keeps what it has prepared by its text, also where the table is another one.
      this.insert =
          lease.session().prepare("%s /* %s */".formatted(factory.insert, factory.table.id()));
    } catch (RuntimeException refused) {
      lease.close();
      throw refused instanceof DriverException failed ? Failures.stopped(failed) : refused;
    }
  }

  /** Writes a row. A null changes nothing: what the table has stays. */
  @Override
  public void write(InternalRow row) {
    BoundStatementBuilder builder =
        insert
            .boundStatementBuilder()
            .setConsistencyLevel(options.consistency())
            .setTimeout(options.requestTimeout())
            // Now, not when it is sent again: of two rows of one key the later one stays.
            .setQueryTimestamp(lease.session().getContext().getTimestampGenerator().next())
            .setIdempotence(true);
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (!row.isNullAt(i)) {
        builder = bound(builder, column, row.get(i, schema.fields()[i].dataType()));
      } else if (column.key()) {
        throw new IllegalArgumentException(
            "A row has no %s: expected a value for each column of the primary key."
                .formatted(column.name()));
      }
    }
    if (sent.size() >= AT_ONCE * options.inFlight()) {
      await(sent.poll());
    }
    BoundStatement statement = builder.build();
    sent.add(new Sent(statement, send(statement)));
  }

  /** A connection refuses more requests than it takes: all tasks together send fewer. */
  private CompletionStage<AsyncResultSet> send(BoundStatement statement) {
    Semaphore writes = lease.writes();
    try {
      writes.acquire();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw StatsException.interrupted(interrupted);
    }
    return lease
        .session()
        .executeAsync(statement)
        .whenComplete((answer, failure) -> writes.release());
  }

  private BoundStatementBuilder bound(BoundStatementBuilder builder, Column column, Object value) {
    if (column.place() < 0) {
      throw new IllegalArgumentException(
          "The column %s of the type %s is not written from Spark: expected numbers, times, text, blobs, ids, and collections of these, or null."
              .formatted(column.name(), column.type()));
    }
    DataType type = insert.getVariableDefinitions().get(column.place()).getType();
    try {
      Object converted = CqlValues.of(type, value);
      return builder.set(
          column.place(),
          converted,
          lease.session().getContext().getCodecRegistry().codecFor(type, converted));
    } catch (RuntimeException refused) {
      throw new IllegalArgumentException(
          "The column %s of the type %s does not take %s: %s."
              .formatted(column.name(), column.type(), value, refused.getMessage()),
          refused);
    }
  }

  private void await(Sent first) {
    Repeated.await(
        first.answer(),
        () -> send(first.statement()),
        failure -> Failures.patience(failure, options.retryTimeout(), false),
        "Writing");
  }

  @Override
  public WriterCommitMessage commit() {
    while (!sent.isEmpty()) {
      await(sent.poll());
    }
    return new Written();
  }

  @Override
  public void abort() {
    sent.forEach(one -> one.answer().toCompletableFuture().cancel(true));
    sent.clear();
  }

  @Override
  public void close() {
    lease.close();
  }
}
