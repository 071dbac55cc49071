/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.cassandrastats.cli.buckets.BucketJob;
import org.cassandrastats.cli.buckets.BucketProgress;
import org.cassandrastats.cli.buckets.BucketSource;
import org.cassandrastats.cli.buckets.BucketSpan;
import org.cassandrastats.cli.buckets.BucketTally;
import org.cassandrastats.cli.buckets.BucketWalk;
import org.cassandrastats.cli.buckets.Partitions;
import org.cassandrastats.cli.buckets.RowTimes;
import org.cassandrastats.cli.buckets.StatementSender;
import org.cassandrastats.cli.buckets.TableMaker;

/** A run of unpacking from its first check to what is said of it. */
final class UnpackSteps {
  private final StatementSender calls;
  private final Unpack unpack;
  private final int inFlight;
  private final BucketTally tally;

  /** Steps, to be taken once. */
  UnpackSteps(StatementSender calls, Unpack unpack, int inFlight, BucketProgress progress) {
    this.calls = calls;
    this.unpack = unpack;
    this.inFlight = inFlight;
    this.tally = new BucketTally(progress::show);
  }

  /**
   * Writes rows.
   *
   * @return what there is to say at the end
   */
  List<String> run(BucketSpan span) {
    // Before a table is made: this is refused where chunks may not be read.
    ChunkStore chunks = new ChunkStore(calls, unpack.chunks());
    RowTimes times = tryTimes();
    new TableMaker(calls).make(unpack.into(), unpack.createStatement());
    BucketSource rows = unpack.rows(calls.session());
    PackTally packTally = new PackTally(tally);
    Unpacker unpacker =
        new Unpacker(
            chunks,
            new RowReader(calls, rows, unpack.columns(), false),
            new RowWriter(calls, rows, unpack.columns()),
            packTally);
    job(times).run(new BucketWalk(times, unpack.buckets(), unpacker), span);
    List<String> lines = new ArrayList<>(List.of(packTally.line("unpacked", unpack.into())));
    if (packTally.kept() > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%,d values of rows differ from those of their chunks, and were left: they came later.",
              packTally.kept()));
    }
    return lines;
  }

  /** Counts buckets. */
  List<String> count(BucketSpan span) {
    job(tryTimes()).count(span);
    List<String> lines = new ArrayList<>();
    if (unpack.into().find(calls.session()).isEmpty()) {
      lines.add(unpack.createStatement() + ";");
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "-- %,d buckets would be compared, and unpacked where rows lack values, into %s",
            tally.buckets(),
            unpack.into()));
    return lines;
  }

  private RowTimes tryTimes() {
    BucketSource buckets = ChunkTable.buckets(unpack.table());
    String select = "SELECT %s FROM %s".formatted(ChunkTable.BUCKET, buckets.name());
    calls.rows(calls.bind(calls.prepare(select + buckets.whereNone()), List.of()));
    return new RowTimes(calls, buckets);
  }

  private BucketJob job(RowTimes times) {
    return new BucketJob(
        new Partitions(calls, unpack.table()), times, unpack.buckets(), tally, inFlight);
  }
}
