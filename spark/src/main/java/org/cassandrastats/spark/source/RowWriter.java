/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.type.DataType;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.request.Failures;

/** Writes the rows of a task, several at a time; one that fails is sent again. */
final class RowWriter implements DataWriter<InternalRow> {
  /** Writes are shorter than aggregations. */
  private static final int AT_ONCE = 16;

  private final SourceOptions options;
  private final StructType schema;
  private final List<Boolean> keys;
  private final SessionPool.Lease lease;
  private final PreparedStatement insert;
  private final Deque<Sent> sent = new ArrayDeque<>();

  private record Sent(BoundStatement statement, CompletionStage<AsyncResultSet> answer) {}

  private record Written() implements WriterCommitMessage {}

  /** Opens writers where tasks run. */
  static final class Factory implements DataWriterFactory {
    private static final long serialVersionUID = 1;

    private final SourceOptions options;
    private final String insert;
    private final StructType schema;
    private final List<Boolean> keys;

    Factory(SourceOptions options, String insert, StructType schema, List<Boolean> keys) {
      this.options = options;
      this.insert = insert;
      this.schema = schema;
      this.keys = keys;
    }

    @Override
    public DataWriter<InternalRow> createWriter(int partition, long task) {
      return new RowWriter(this);
    }
  }

  private RowWriter(Factory factory) {
    this.options = factory.options;
    this.schema = factory.schema;
    this.keys = factory.keys;
    this.lease = SessionPool.shared().lease(options);
    try {
      this.insert = lease.session().prepare(factory.insert);
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
    for (int i = 0; i < schema.fields().length; i++) {
      if (!row.isNullAt(i)) {
        DataType type = insert.getVariableDefinitions().get(i).getType();
        Object value = CqlValues.of(type, row.get(i, schema.fields()[i].dataType()));
        builder =
            builder.set(
                i, value, lease.session().getContext().getCodecRegistry().codecFor(type, value));
      } else if (keys.get(i)) {
        throw new IllegalArgumentException(
            "A row has no %s: expected a value for each column of the primary key."
                .formatted(schema.fields()[i].name()));
      }
    }
    if (sent.size() >= AT_ONCE * options.inFlight()) {
      await(sent.poll());
    }
    sent.add(send(builder.build()));
  }

  private Sent send(BoundStatement statement) {
    CqlSession session = lease.session();
    return new Sent(statement, session.executeAsync(statement));
  }

  private void await(Sent first) {
    long start = System.nanoTime();
    int failures = 0;
    Sent waiting = first;
    while (true) {
      try {
        try {
          waiting.answer().toCompletableFuture().get();
          return;
        } catch (ExecutionException failed) {
          Throwable cause = failed.getCause();
          if (!(cause instanceof DriverException) || !Failures.mayPass(cause)) {
            throw Failures.stopped(cause);
          }
          if (System.nanoTime() - start > options.retryTimeout().toNanos()) {
            throw StatsException.unavailable(
                "Writing has failed for %d s, the cluster is overloaded or down. Last: %s."
                    .formatted(options.retryTimeout().toSeconds(), Failures.line(cause)),
                cause);
          }
          failures++;
          Thread.sleep(Failures.pauseMillis(failures));
          waiting = send(waiting.statement());
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw StatsException.interrupted(interrupted);
      }
    }
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
