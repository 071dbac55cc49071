/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.cli.buckets.BucketProgress;
import org.cassandrastats.cli.buckets.BucketSelection;
import org.cassandrastats.cli.buckets.BucketTask;
import org.cassandrastats.cli.buckets.RangeOptions;
import org.cassandrastats.cli.buckets.Refusals;
import org.cassandrastats.cli.buckets.RunOptions;
import org.cassandrastats.cli.buckets.Spans;
import org.cassandrastats.cli.buckets.StatementSender;
import org.cassandrastats.cli.buckets.TaskOptions;
import org.cassandrastats.cli.buckets.TimeConverter;
import org.cassandrastats.cli.buckets.Watermarks;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Keeps a table of chunks for each bucket of time. */
@Command(
    name = "pack",
    sortOptions = false,
    description = {
      "Packs a table of rows into a table of chunks: for each partition and each bucket of time a row"
          + " for every 8192 points, with one chunk for each column. Chunks hold the values bit for"
          + " bit, in a fraction of the space, and are aggregated many times as fast; cassandra-stats"
          + " unpack makes rows of them again.",
      "The first run makes the table; each further one packs the buckets that have become complete"
          + " since, and merges rows that came late into theirs. A bucket is done when its chunks,"
          + " read back, hold all its rows, read again. A run that was killed is simply started"
          + " again.",
      "Rows stay where they are, unless --delete-rows is given.",
    },
    footer = {
      "",
      "Examples:",
      "  cassandra-stats pack --contact-point 10.0.0.1:9042 --dry-run \\",
      "    --from shop.measurement --time at --bucket 1d --column value --into shop.measurement_packed",
      "  cassandra-stats pack --contact-point 10.0.0.1:9042 \\",
      "    --from shop.measurement --time at --bucket 1d --column value --into shop.measurement_packed \\",
      "    --recheck 2026-07-01 2026-08-01 --delete-rows",
      "",
      "Then, in cqlsh:",
      "  SELECT stats.moments_mean(stats.moments_merge(stats.chunk_moments(value)))",
      "    FROM shop.measurement_packed",
      "    WHERE sensor = 'roof' AND bucket >= '2026-07-01' AND bucket < '2026-08-01';",
    })
public final class PackCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;
  @Mixin private TaskOptions task;

  @Option(
      names = "--column",
      required = true,
      paramLabel = "COLUMN",
      description =
          "What is packed: a column of doubles or floats. May be given several times. The chunks are"
              + " in a column of the same name.")
  private List<String> columns = new ArrayList<>();

  @Mixin private RangeOptions ranges;

  @Option(
      names = "--late",
      paramLabel = "SPAN",
      defaultValue = "1d",
      converter = Spans.Converter.class,
      description =
          "How far back a run looks for rows that came after their bucket was packed. Default:"
              + " ${DEFAULT-VALUE}.")
  private Duration late;

  @Option(
      names = PackSteps.AGAIN,
      arity = "2",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description =
          "Compare the buckets from one time to another with their rows again, and merge what they"
              + " lack. What was deleted as a row stays in its chunk.")
  private List<Instant> recheck = new ArrayList<>();

  @Option(
      names = "--delete-rows",
      description =
          "Delete the rows of each bucket that was read back and compared: those that were read, each"
              + " value as of when it was written. A later write of it needs a later write time: one at"
              + " the same microsecond would be hidden.")
  private boolean deleteRows;

  @Mixin private RunOptions options;

  /** For picocli. */
  public PackCommand() {}

  @Override
  public Integer call() {
    BucketTask wanted = task.task();
    BucketSelection range = ranges.range(PackSteps.AGAIN, recheck);
    options.check();
    PackChoices choices = new PackChoices(late, deleteRows, options.inFlight(), cluster.keyspace());
    try (CqlSession session = cluster.openSession()) {
      StatementSender calls = options.calls(session);
      Pack pack = Pack.resolve(session, wanted, columns);
      if (deleteRows) {
        pack.requireWholeRows();
      }
      List<String> lines = run(calls, pack, choices, range);
      PrintWriter out = spec.commandLine().getOut();
      lines.forEach(out::println);
      out.flush();
    }
    return 0;
  }

  private List<String> run(
      StatementSender calls, Pack pack, PackChoices choices, BucketSelection range) {
    boolean dry = ranges.isDryRun();
    try (BucketProgress progress =
        new BucketProgress(Console.standard(), dry ? "Counting" : "Packing")) {
      return new PackSteps(calls, pack, choices, progress).run(range, dry);
    } catch (DriverException failed) {
      throw Refusals.explain(failed, "packing", needed(pack));
    }
  }

  private String needed(Pack pack) {
    return "SELECT%s on %s, %s"
        .formatted(
            deleteRows ? " and MODIFY" : "",
            pack.source().name(),
            Refusals.ofWritten(pack.target().name(), Watermarks.Kind.PACK));
  }
}
