/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import org.cassandrastats.cli.buckets.RunOptions;
import org.cassandrastats.cli.buckets.TaskOptions;
import org.cassandrastats.cli.buckets.TaskOptions.RangeOptions;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.console.ShellWord;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.rollup.Pack;
import org.cassandrastats.rollup.Packs;
import org.cassandrastats.rollup.RunRange;
import org.cassandrastats.rollup.internal.chunk.PackSteps;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Keeps a table of chunks for each bucket of time. */
@Command(
    name = "pack",
    description = {
      "Packs a table of rows into a table of chunks: for each partition and each bucket of time a row"
          + " for every 8192 points, with one chunk for each column. Chunks hold the values bit for"
          + " bit, in a fraction of the space, and are aggregated many times as fast; cassandra-stats"
          + " unpack makes rows of them again.",
      "The first run makes the table; each further one packs the buckets that have become complete"
          + " since, and merges rows that came late into theirs. A bucket is done when its chunks,"
          + " read back, hold all its rows. A run that was killed is simply started again.",
      "Rows stay where they are, unless --delete-rows is given: then they are read again before.",
    },
    footer = {
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
  private static final String UNTIL = "--until";

  @Mixin private ClusterOptions cluster;
  @Mixin private TaskOptions task;

  @Option(
      names = "--column",
      required = true,
      paramLabel = "COLUMN",
      description =
          "What is packed: a column of doubles, floats, ints or bigints. May be given several times."
              + " The chunks are in a column of the same name.")
  private List<String> columns = new ArrayList<>();

  @Mixin private RangeOptions ranges;

  @Option(
      names = "--late",
      paramLabel = "SPAN",
      defaultValue = "1d",
      description =
          "How far back a run looks for rows that came after their bucket was packed. Default:"
              + " ${DEFAULT-VALUE}.")
  private Duration late;

  @Option(
      names = PackSteps.AGAIN,
      arity = "2",
      paramLabel = "TIME",
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

  @Option(
      names = "--digest",
      paramLabel = "K",
      description =
          "Let each chunk carry a digest of its values, with a k from 10 to 200: chunk_tdigest with"
              + " this or a smaller k then decodes no point. A bucket that the run looks at is written"
              + " again where chunks lack it. Default: none.")
  private Integer digest;

  @Mixin private RunOptions options;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Pack pack = pack();
    RunRange range = ranges.range(PackSteps.AGAIN, recheck);
    StatsOptions requests = options.requests().withFunctionsKeyspace(cluster.keyspace());
    String command = command();
    boolean dry = ranges.isDryRun();
    options.run(
        cluster,
        (session, out) -> {
          Packs packs =
              Packs.of(session)
                  .withOptions(requests)
                  .withInFlight(options.inFlight())
                  .withAdvice((from, to) -> String.join(" ", command, PackSteps.AGAIN, from, to));
          try (Progress.Share bar = Console.standard().share(dry ? "Counting" : "Packing")) {
            RunOptions.Shown shown = new RunOptions.Shown(bar);
            (dry ? packs.dryRun(pack, range, shown) : packs.run(pack, range, shown))
                .lines()
                .forEach(out);
          }
        });
    return 0;
  }

  private Pack pack() {
    Pack.Builder pack = task.fill(Pack.builder()).lag(ranges.lag()).late(late);
    columns.forEach(pack::column);
    if (digest != null) {
      task.read("--digest " + digest, () -> pack.digest(digest));
    }
    return deleteRows ? pack.deleteRows().build() : pack.build();
  }

  /** The command line, without the limit that cannot be combined with named buckets. */
  private String command() {
    StringBuilder command = new StringBuilder("cassandra-stats");
    Iterator<String> words = spec.root().commandLine().getParseResult().originalArgs().iterator();
    while (words.hasNext()) {
      String word = words.next();
      if (word.equals(UNTIL)) {
        words.next();
      } else if (!word.startsWith(UNTIL + "=")) {
        command.append(' ').append(ShellWord.of(word));
      }
    }
    return command.toString();
  }
}
