/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.cassandrastats.cli.buckets.BucketJob;
import org.cassandrastats.cli.buckets.BucketProgress;
import org.cassandrastats.cli.buckets.BucketSelection;
import org.cassandrastats.cli.buckets.BucketSpan;
import org.cassandrastats.cli.buckets.BucketTally;
import org.cassandrastats.cli.buckets.BucketWalk;
import org.cassandrastats.cli.buckets.Limits;
import org.cassandrastats.cli.buckets.Partitions;
import org.cassandrastats.cli.buckets.RowTimes;
import org.cassandrastats.cli.buckets.StatementSender;
import org.cassandrastats.cli.buckets.TableMaker;
import org.cassandrastats.cli.buckets.TimeFinder;
import org.cassandrastats.cli.buckets.Unfinished;
import org.cassandrastats.cli.buckets.Watermarks;
import org.cassandrastats.cli.console.UserError;

/** A run of packing from its first check to what is said of it. */
final class PackSteps {
  static final String AGAIN = "--recheck";

  private static final Watermarks.Kind KIND = Watermarks.Kind.PACK;

  private final StatementSender calls;
  private final Pack pack;
  private final PackChoices choices;
  private final RowTimes rowTimes;
  private final BucketTally tally;
  private final PackTally packTally;

  /** Steps, to be taken once. */
  PackSteps(StatementSender calls, Pack pack, PackChoices choices, BucketProgress progress) {
    this.calls = calls;
    this.pack = pack;
    this.choices = choices;
    this.rowTimes = new RowTimes(calls, pack.source());
    this.tally = new BucketTally(progress::show);
    this.packTally = new PackTally(tally);
  }

  /**
   * Runs.
   *
   * @return what there is to say at the end
   */
  List<String> run(BucketSelection range, boolean dry) {
    Limits limits =
        new Limits(pack.buckets(), Instant.now(), range.lag(), OptionalLong.empty(), AGAIN);
    tryRows();
    if (range.isAgain()) {
      BucketSpan span = limits.again(range.againFrom(), range.againTo());
      return dry ? countAgain(span) : packAgain(requireTable(), span);
    }
    Unfinished wanted =
        new Unfinished(pack.since(), limits.until(range.until()), choices.back(pack.buckets()));
    return dry ? count(wanted) : pack(wanted);
  }

  private List<String> pack(Unfinished wanted) {
    TableMetadata table = makeTables();
    TimeFinder times = times(table);
    OptionalLong complete =
        job(times).run(walk(table, times), Watermarks.read(calls, KIND, table), wanted);
    List<String> lines = packed();
    lines.add(BucketJob.completeText(complete));
    return lines;
  }

  private List<String> packAgain(TableMetadata table, BucketSpan span) {
    TimeFinder times = times(table);
    job(times).run(walk(table, times), span);
    return packed();
  }

  private List<String> count(Unfinished wanted) {
    job(pack.table().map(this::times).orElse(rowTimes))
        .count(Watermarks.find(calls, KIND, pack.table()), wanted);
    List<String> lines = new ArrayList<>();
    Watermarks.missing(calls, KIND, pack.target().name().keyspace())
        .ifPresent(statement -> lines.add(statement + ";"));
    if (pack.table().isEmpty()) {
      lines.add(pack.target().createStatement(pack.packing()) + ";");
    }
    lines.addAll(statements());
    lines.add(counted() + ", complete until " + Instant.ofEpochMilli(wanted.until()));
    return lines;
  }

  private List<String> countAgain(BucketSpan span) {
    job(times(requireTable())).count(span);
    List<String> lines = new ArrayList<>(statements());
    lines.add(counted() + " again");
    return lines;
  }

  private List<String> statements() {
    List<String> lines =
        new ArrayList<>(
            List.of(
                "-- for each bucket",
                RowReader.statement(pack.source(), pack.columns(), choices.deleteRows()) + ";",
                pack.target().selectStatement() + ";",
                "-- where these differ, in one batch",
                pack.target().updateFirstStatement() + ";",
                pack.target().updateStatement() + ";"));
    if (choices.deleteRows()) {
      lines.add("-- for each row that was read and compared: at once, or else value by value");
      RowDeleter.statements(pack.source(), pack.columns()).forEach(cql -> lines.add(cql + ";"));
    }
    return lines;
  }

  private String counted() {
    return String.format(
        Locale.ROOT,
        "-- %,d buckets would be compared, and packed where they differ, into %s",
        tally.buckets(),
        pack.target().name());
  }

  private List<String> packed() {
    List<String> lines = new ArrayList<>(List.of(packTally.line("packed", pack.target().name())));
    if (packTally.left() > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%,d rows were left: they have a write time before the row's own time or still to come, which no clock has given them, and which a later write may have, too.",
              packTally.left()));
    }
    return lines;
  }

  private BucketJob job(TimeFinder times) {
    Partitions partitions = new Partitions(calls, pack.source().table());
    return new BucketJob(partitions, times, pack.buckets(), tally, choices.inFlight());
  }

  private TimeFinder times(TableMetadata table) {
    return new EitherTimes(
        rowTimes, new RowTimes(calls, ChunkTable.buckets(table)), pack.buckets());
  }

  private BucketWalk walk(TableMetadata table, TimeFinder times) {
    boolean delete = choices.deleteRows();
    pack.target().checkShape(table);
    return new BucketWalk(
        times,
        pack.buckets(),
        new Packer(
            new RowReader(calls, pack.source(), pack.columns(), delete),
            new ChunkStore(calls, pack.target()),
            delete ? new RowDeleter(calls, pack.source(), pack.columns()) : null,
            packTally));
  }

  /** Reads no rows, so that nothing is made for a run that could not begin. */
  private void tryRows() {
    String select = RowReader.select(pack.source(), pack.columns(), false);
    calls.rows(calls.bind(calls.prepare(select + pack.source().whereNone()), List.of()));
  }

  private TableMetadata makeTables() {
    ChunkTable target = pack.target();
    TableMaker maker = new TableMaker(calls);
    if (pack.table().isEmpty() && target.typed()) {
      maker.requireJar(choices.functionsKeyspace());
    }
    maker.makeWatermarks(KIND, target.name().keyspace());
    TableMetadata made = maker.make(target.name(), target.createStatement(pack.packing()));
    // Another run may have made it at the same moment.
    target.check(made, pack.packing());
    return made;
  }

  private TableMetadata requireTable() {
    return pack.table()
        .orElseThrow(
            () ->
                new UserError(
                    "There is no table %s whose buckets could be looked at again: run without %s first."
                        .formatted(pack.target().name(), AGAIN)));
  }
}
