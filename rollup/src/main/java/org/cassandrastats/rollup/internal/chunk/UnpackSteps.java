/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.text.Counted;
import org.cassandrastats.rollup.internal.bucket.BucketCounts;
import org.cassandrastats.rollup.internal.bucket.BucketCounts.Count;
import org.cassandrastats.rollup.internal.bucket.BucketRun;
import org.cassandrastats.rollup.internal.bucket.BucketSource;
import org.cassandrastats.rollup.internal.bucket.Partitions;
import org.cassandrastats.rollup.internal.bucket.SpanSplitter;
import org.cassandrastats.rollup.internal.bucket.SpanSplitter.RowTimes;
import org.cassandrastats.rollup.internal.bucket.StoredDefinition;
import org.cassandrastats.rollup.internal.table.SeriesKey;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.table.TableMaker;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.table.Watermarks;
import org.cassandrastats.rollup.internal.time.Buckets;

/** A run of unpacking from its first check to what is said of it. */
public record UnpackSteps(StatementSender calls, Unpack unpack, int inFlight, BucketCounts tally) {
  /**
   * Writes rows, or counts buckets.
   *
   * @param since buckets that begin at this time or later; null for all
   * @param until buckets that begin before this time; null for all
   * @param isDry whether nothing is to be written
   * @return what there is to say at the end
   */
  public List<String> run(Instant since, Instant until, boolean isDry) {
    Buckets.Span span = span(since, until);
    return isDry ? count(span) : write(span);
  }

  private Buckets.Span span(Instant since, Instant until) {
    Buckets buckets = unpack.buckets();
    Long start = since == null ? null : (Long) buckets.startFrom(since.toEpochMilli());
    long end =
        until == null ? buckets.start(Long.MAX_VALUE / 2) : buckets.startFrom(until.toEpochMilli());
    if (start != null && start >= end) {
      throw new StatsException(
          "--since %s --until %s holds no bucket: expected the earlier one first."
              .formatted(since, until == null ? Instant.ofEpochMilli(end) : until));
    }
    return new Buckets.Span(start, end);
  }

  private List<String> write(Buckets.Span span) {
    // Before a table is made: this is refused where chunks may not be read.
    ChunkStore chunks = new ChunkStore(calls, unpack.chunks());
    RowTimes times = tryTimes();
    new TableMaker(calls)
        .makeToWriteAsOf(
            unpack.into(),
            unpack.createStatement(),
            Watermarks.Kind.PACK,
            unpack.table().getKeyspace());
    BucketSource rows = unpack.rows(calls.session());
    Unpacker unpacker =
        new Unpacker(
            calls,
            chunks,
            new RowReader(calls, rows, unpack.columns(), false),
            new RowWriter(calls, rows, unpack.columns()),
            tally);
    job(times).run(new SpanSplitter.BucketWalk(times, unpack.buckets(), unpacker), span);
    List<String> lines = new ArrayList<>(List.of(PackSteps.line("unpacked", unpack.into(), tally)));
    if (tally.of(Count.KEPT) > 0) {
      lines.add(
          Counted.of(
              tally.of(Count.KEPT),
              "value of a row differs from that of its chunk, and was left: it came later.",
              "values of rows differ from those of their chunks, and were left: they came later."));
    }
    return lines;
  }

  private List<String> count(Buckets.Span span) {
    job(tryTimes()).count(span);
    List<String> lines = new ArrayList<>();
    if (unpack.into().find(calls.session()).isEmpty()) {
      lines.add(unpack.createStatement() + ";");
    }
    lines.add(
        "-- %s would be compared, and unpacked where rows lack values, into %s"
            .formatted(Counted.of(tally.of(Count.BUCKETS), "bucket"), unpack.into()));
    return lines;
  }

  private RowTimes tryTimes() {
    BucketSource buckets = ChunkTable.buckets(unpack.table());
    buckets.dryRun(calls, "SELECT %s FROM %s".formatted(buckets.time().name(), buckets.name()));
    return new RowTimes(calls, buckets);
  }

  private BucketRun job(RowTimes times) {
    return new BucketRun(
        new Partitions(calls, ChunkTable.buckets(unpack.table()), (key, span) -> true),
        times,
        unpack.buckets(),
        tally,
        inFlight,
        () -> false);
  }

  /**
   * Unpacks buckets: writes the values that rows lack, until all are read back. A value that is
   * there and differs came after the chunk, and stays.
   */
  private record Unpacker(
      StatementSender calls,
      ChunkStore chunks,
      RowReader rows,
      RowWriter writer,
      BucketCounts tally)
      implements SpanSplitter.BucketWalk.EachBucket {
    private static final int ATTEMPTS = 3;

    @Override
    public void go(List<ByteBuffer> key, long start, long end) {
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        ChunkStore.StoredBucket stored = chunks.read(key, start);
        // Before the rows are read: a later write of somebody else is later than what is written.
        long now = TimeUnit.MILLISECONDS.toMicros(calls.now());
        RowReader.BucketRows read = rows.read(key, start, end, stored::cuts);
        List<Points> lacking = new ArrayList<>();
        int different = 0;
        for (int i = 0; i < read.columns().size(); i++) {
          Points packed = stored.columns().get(i).points();
          lacking.add(packed.without(read.columns().get(i)));
          different += packed.differences(read.columns().get(i));
        }
        if (lacking.stream().allMatch(points -> points.size() == 0)) {
          finish(read, different, attempt > 0);
          return;
        }
        writer.write(key, lacking, now);
      }
      throw new StatsException(
          "The rows of the bucket %s were written %d times and are not there: its chunks hold times of another bucket, or the rows expire or are deleted."
              .formatted(Instant.ofEpochMilli(start), ATTEMPTS));
    }

    private void finish(RowReader.BucketRows read, int different, boolean isWritten) {
      tally.add(Count.KEPT, different);
      if (isWritten) {
        tally.bucket(read.count());
      } else {
        tally.add(Count.UNCHANGED, 1);
      }
    }
  }

  /**
   * A table of chunks that can be unpacked, and the table for its rows.
   *
   * @param table the table of chunks
   * @param packing what it holds
   * @param into the table of rows
   */
  public record Unpack(TableMetadata table, StoredDefinition packing, TableName into) {
    /**
     * Finds out what is wanted. Nothing is written, and no chunk is read.
     *
     * @throws StatsException if it is not possible, or the table of rows has another shape
     */
    public static Unpack resolve(CqlSession session, TableName from, TableName into) {
      TableMaker.requirePartitioner(session.getMetadata());
      TableMetadata table = from.require(session);
      Unpack unpack = new Unpack(table, ChunkTable.definition(table), into);
      unpack.chunks().checkShape(table);
      Optional<TableMetadata> rows = into.find(session);
      rows.ifPresent(unpack::check);
      return unpack;
    }

    /** The permissions that this takes. */
    public String needed() {
      return "SELECT on %s, SELECT and MODIFY on %s, and where this is not there yet, CREATE on the keyspace %s"
          .formatted(TableName.of(table), into, Names.cql(into.keyspace()));
    }

    List<PackedColumn> columns() {
      return PackedColumn.of(packing.columns());
    }

    ChunkTable chunks() {
      return new ChunkTable(
          TableName.of(table), key(), ChunkTable.bucketColumn(table), columns(), false);
    }

    Buckets buckets() {
      return packing.buckets();
    }

    /** The statement that creates the table of rows. */
    String createStatement() {
      List<String> lines = new ArrayList<>(TableMaker.TableShape.described(key().columns()));
      lines.add(packing.time() + " " + packing.type());
      columns().forEach(column -> lines.add(column.quoted() + " " + column.type()));
      lines.add(key().primaryKey(packing.time()));
      return "CREATE TABLE IF NOT EXISTS %s (\n  %s\n)"
          .formatted(into, String.join(",\n  ", lines));
    }

    /** The table of rows, which has to be there. */
    BucketSource rows(CqlSession session) {
      TableMetadata found = into.require(session);
      check(found);
      return BucketSource.find(session, into, packing.time(), packing.countedUnit(), buckets());
    }

    private void check(TableMetadata rows) {
      TableMaker.TableShape shape = new TableMaker.TableShape(rows);
      shape.requireKey(key(), List.of(packing.time() + " " + packing.type()));
      for (PackedColumn column : columns()) {
        shape.requireColumn(column.name(), List.of(column.type()));
      }
    }

    private SeriesKey key() {
      return ChunkTable.buckets(table).key();
    }
  }
}
