/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.text.Counted;
import org.cassandrastats.rollup.internal.bucket.BucketCounts;
import org.cassandrastats.rollup.internal.bucket.BucketCounts.Count;
import org.cassandrastats.rollup.internal.bucket.BucketSteps;
import org.cassandrastats.rollup.internal.bucket.Partitions;
import org.cassandrastats.rollup.internal.bucket.SpanSplitter;
import org.cassandrastats.rollup.internal.bucket.SpanSplitter.RowTimes;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.time.Buckets;

/** What is done for a table of chunks, and what is said of it. */
public final class PackSteps implements BucketSteps.Writer {
  public static final String AGAIN = "--recheck";

  private final StatementSender calls;
  private final BucketSteps.Plan<ChunkTable> plan;
  private final Choices choices;
  private final RowTimes rowTimes;
  private final BucketCounts tally;

  /** Steps, to be taken once. */
  public PackSteps(
      StatementSender calls,
      BucketSteps.Plan<ChunkTable> plan,
      Choices choices,
      BucketCounts tally) {
    this.calls = calls;
    this.plan = plan;
    this.choices = choices;
    this.rowTimes = new RowTimes(calls, plan.source());
    this.tally = tally;
  }

  @Override
  public BucketSteps.Again again() {
    return new BucketSteps.Again(AGAIN, "looked at");
  }

  @Override
  public void dryRun() {
    plan.source().dryRun(calls, RowReader.select(plan.source(), columns(), false));
  }

  @Override
  public boolean saysWhenItWrites() {
    return choices.deleteRows();
  }

  private List<PackedColumn> columns() {
    return plan.target().columns();
  }

  @Override
  public long back() {
    return choices.late().toMillis();
  }

  @Override
  public SpanSplitter.TimeFinder times(Optional<TableMetadata> table) {
    return table.isEmpty()
        ? rowTimes
        : new EitherTimes(
            rowTimes, new RowTimes(calls, ChunkTable.buckets(table.get())), plan.buckets());
  }

  @Override
  public Partitions.Work work(TableMetadata table, SpanSplitter.TimeFinder times, boolean isAgain) {
    boolean delete = choices.deleteRows();
    plan.target().checkShape(table);
    return new SpanSplitter.BucketWalk(
        times,
        plan.buckets(),
        new Packer(
            new RowReader(calls, plan.source(), columns(), delete, made()),
            new ChunkStore(calls, plan.target()),
            delete ? new RowWriter.RowDeleter(calls, plan.source(), columns()) : null,
            choices.digest(),
            tally));
  }

  /** What nodes make of rows: chunks do not say when a value was written. */
  private Optional<NodeChunks> made() {
    return choices.deleteRows()
        ? Optional.empty()
        : NodeChunks.of(calls, plan.source(), columns(), choices.functionsKeyspace());
  }

  @Override
  public List<String> statements() {
    List<String> lines = new ArrayList<>(List.of("-- for each bucket"));
    made()
        .ifPresent(
            chunks ->
                lines.addAll(
                    List.of(chunks.statement() + ";", "-- or where nodes cannot make its chunks")));
    lines.addAll(
        List.of(
            RowReader.statement(plan.source(), columns(), choices.deleteRows()) + ";",
            plan.target().selectStatement() + ";",
            "-- where these differ, in one batch",
            plan.target().updateFirstStatement() + ";",
            plan.target().updateStatement() + ";"));
    if (choices.deleteRows()) {
      lines.add("-- for each row that was read and compared: at once, or else value by value");
      RowWriter.RowDeleter.statements(plan.source(), columns())
          .forEach(cql -> lines.add(cql + ";"));
    }
    return lines;
  }

  @Override
  public String counted() {
    return "-- %s would be compared, and packed where they differ, into %s"
        .formatted(Counted.of(tally.of(Count.BUCKETS), "bucket"), plan.target().name());
  }

  @Override
  public List<String> written(Optional<Buckets.Span> again) {
    List<String> lines = new ArrayList<>(List.of(line("packed", plan.target().name(), tally)));
    if (tally.of(Count.LEFT) > 0) {
      lines.add(
          Counted.of(tally.of(Count.LEFT), "row was left: it has", "rows were left: they have")
              + " a write time before the row's own time or still to come, which no clock has given, and which a later write may have, too.");
    }
    return lines;
  }

  @Override
  public List<String> earlier(TableMetadata table, Consumer<Partitions.Work> walk) {
    if (!choices.deleteRows()) {
      return List.of();
    }
    RemainingRows remaining =
        new RemainingRows(
            new RowReader(calls, plan.source(), columns(), false),
            new ChunkStore(calls, plan.target()),
            new RowTimes(calls, ChunkTable.buckets(table)),
            plan.buckets());
    walk.accept(remaining);
    return remaining.lines(choices.again());
  }

  /**
   * How a table is packed.
   *
   * @param late how far back a run looks for rows that came after their bucket was packed
   * @param deleteRows whether rows are deleted when they are packed and compared
   * @param digest the k of the digests that chunks carry; 0 for none
   * @param functionsKeyspace of the pack, without quotes, where nodes have the server jar
   * @param again how these are looked at again, of the times from which and to which
   */
  public record Choices(
      Duration late,
      boolean deleteRows,
      int digest,
      String functionsKeyspace,
      BinaryOperator<String> again) {}

  /**
   * What was done, in one line.
   *
   * @param verb such as packed
   * @param target the table that was written
   */
  static String line(String verb, Object target, BucketCounts tally) {
    String more = tally.of(Count.UNCHANGED) == 0 ? "" : "; " + tally.unchanged();
    String less =
        tally.of(Count.DELETED) == 0
            ? ""
            : "; " + Counted.of(tally.of(Count.DELETED), "row") + " deleted";
    return "%s of %s %s into %s and compared%s%s."
        .formatted(
            Counted.of(tally.of(Count.BUCKETS), "bucket"),
            Counted.of(tally.of(Count.ROWS), "row"),
            verb,
            target,
            more,
            less);
  }

  /**
   * Packs buckets: writes one until its chunks, read back and decoded, hold all its rows bit for
   * bit. What is done to a bucket is decided by what is there: it does not matter how often it is
   * done, or where it was broken off.
   *
   * @param deleter of rows that are packed; null where they are to stay
   * @param digest the k of the digests that chunks carry; 0 for none
   */
  private record Packer(
      RowReader rows,
      ChunkStore chunks,
      RowWriter.RowDeleter deleter,
      int digest,
      BucketCounts tally)
      implements SpanSplitter.BucketWalk.EachBucket {
    /** Each one fails only where rows come, or another run writes, at the same moment. */
    private static final int ATTEMPTS = 10;

    @Override
    public void go(List<ByteBuffer> key, long start, long end) {
      RowReader.BucketRows read = null;
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        ChunkStore.StoredBucket stored = chunks.read(key, start);
        // Rows that are to be deleted are compared with what a second read finds of them.
        boolean isKnown = attempt > 0 && deleter == null;
        if (!isKnown || !isPacked(stored, stored.with(read.columns()))) {
          read = rows.read(key, start, end, stored::cuts);
          List<Points> all = stored.with(read.columns());
          if (!isPacked(stored, all)) {
            chunks.write(key, start, all, digest, stored);
            continue;
          }
        }
        finish(key, stored, read, attempt > 0);
        return;
      }
      throw new StatsException(
          "The bucket %s was written %d times, and what is read back still is not what its rows say: they change all the time, or the table loses writes. Choose a longer --lag, or look at the nodes."
              .formatted(Instant.ofEpochMilli(start), ATTEMPTS));
    }

    private boolean isPacked(ChunkStore.StoredBucket stored, List<Points> all) {
      return stored.holds(all) && stored.hasDigests(digest);
    }

    private void finish(
        List<ByteBuffer> key,
        ChunkStore.StoredBucket stored,
        RowReader.BucketRows read,
        boolean isWritten) {
      if (deleter != null) {
        int deleted = deleter.delete(key, read.written());
        tally.add(Count.DELETED, deleted);
        tally.add(Count.LEFT, read.count() - (long) deleted);
      }
      if (isWritten) {
        tally.bucket(read.count());
      } else if (!stored.parts().isEmpty()) {
        tally.add(Count.UNCHANGED, 1);
      }
    }
  }
}
