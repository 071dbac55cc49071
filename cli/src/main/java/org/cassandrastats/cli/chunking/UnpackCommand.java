/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import java.time.Instant;
import java.util.concurrent.Callable;
import org.cassandrastats.cli.buckets.RunOptions;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.rollup.Packs;
import org.cassandrastats.rollup.internal.table.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes rows of chunks. */
@Command(
    name = "unpack",
    description = {
      "Unpacks a table of chunks, which cassandra-stats pack has made, into a table of rows, with"
          + " every value as it was, bit for bit.",
      "A bucket is done when its rows, read again, have a value for every point. Values that are"
          + " there already stay, so that a run that was killed is simply started again. The chunks"
          + " stay where they are.",
    },
    footer = {
      "  cassandra-stats unpack --contact-point 10.0.0.1:9042 \\",
      "    --from shop.measurement_packed --into shop.measurement_again",
      "  cassandra-stats unpack --contact-point 10.0.0.1:9042 \\",
      "    --from shop.measurement_packed --into shop.july --since 2026-07-01 --until 2026-08-01",
    })
public final class UnpackCommand implements Callable<Integer> {
  @Mixin private ClusterOptions cluster;

  @Option(
      names = "--from",
      required = true,
      paramLabel = "TABLE",
      description = "The table of chunks, as KEYSPACE.TABLE.")
  private TableName from;

  @Option(
      names = "--into",
      required = true,
      paramLabel = "TABLE",
      description =
          "The table of rows, as KEYSPACE.TABLE; made if it is not there. It may be the one that was"
              + " packed.")
  private TableName into;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "Unpack the buckets that begin at this time or later. Default: all.")
  private Instant since;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description = "Unpack the buckets that begin before this time. Default: all.")
  private Instant until;

  @Option(
      names = "--dry-run",
      description = "Write nothing: show how many buckets there are to unpack.")
  private boolean dryRun;

  @Mixin private RunOptions options;

  @Override
  public Integer call() {
    StatsOptions requests = options.requests();
    options.run(
        cluster,
        (session, out) -> {
          Packs packs = Packs.of(session).withOptions(requests).withInFlight(options.inFlight());
          try (Progress.Share bar = Console.standard().share(dryRun ? "Counting" : "Unpacking")) {
            RunOptions.Shown shown = new RunOptions.Shown(bar);
            String source = from.toString();
            String target = into.toString();
            (dryRun
                    ? packs.dryUnpack(source, target, since, until, shown)
                    : packs.unpack(source, target, since, until, shown))
                .lines()
                .forEach(out);
          }
        });
    return 0;
  }
}
