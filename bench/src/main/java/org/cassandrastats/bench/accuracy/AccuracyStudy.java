/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.accuracy;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.cassandrastats.bench.digest.Library;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.demo.CsvColumn;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes the rank errors of this project's t-digest and of others as CSV, tables and plots. */
@Command(
    name = "accuracy",
    header = "Rank errors of quantiles, beside other libraries.",
    description = {
      "Measures rank errors of quantiles: this project, Apache DataSketches and tdunning's t-digest."
          + " No node is started.",
      "All digests are as large as this project's in bytes, as they are stored: the smallest k of the"
          + " others whose state is not smaller. Every digest is written and read back before it is"
          + " asked. Seeds are 0, 1, 2, ... Takes about 4 minutes.",
    },
    footer = {
      "  cassandra-stats bench accuracy --n 100000 --seeds 8 --distributions uniform,zipf",
      "  cassandra-stats bench accuracy --output docs/accuracy --flights FILE",
    })
public final class AccuracyStudy implements Callable<Integer> {
  private static final int MANY_VALUES = 100_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--n",
      split = ",",
      defaultValue = "1,10,100,1000,10000,100000,1000000",
      description = "Numbers of values (default: ${DEFAULT-VALUE}).")
  private List<Integer> sizes;

  @Option(
      names = "--seeds",
      defaultValue = "20",
      description =
          "Columns of each kind, a quarter of that beyond 100,000 values"
              + " (default: ${DEFAULT-VALUE}).")
  private int seeds;

  @Option(
      names = "--k",
      defaultValue = "200",
      description = "k of this project's digests (default: ${DEFAULT-VALUE}).")
  private int k;

  @Option(
      names = "--parts",
      defaultValue = "100",
      description =
          "Also merge this many stored digests, if each has at least 10 values"
              + " (default: ${DEFAULT-VALUE}).")
  private int parts;

  @Option(
      names = "--distributions",
      split = ",",
      paramLabel = "NAME",
      description = "Only these, such as uniform,zipf.")
  private List<String> only = List.of();

  @Option(
      names = "--flights",
      paramLabel = "FILE",
      description = "Also draw from a column of a CSV file of flights (gzip if it ends in .gz).")
  private Path flights;

  @Option(
      names = "--flights-column",
      paramLabel = "COLUMN",
      defaultValue = "delay_minutes",
      description = "That column (default: ${DEFAULT-VALUE}).")
  private String column;

  @Option(
      names = "--output",
      paramLabel = "DIRECTORY",
      description = "Also write errors.csv, tables.md and plots into this directory.")
  private Path output;

  @Override
  public Integer call() throws IOException {
    Console console = Console.standard();
    List<ColumnDistribution> distributions = distributions(console);
    List<Panel> panels = run(distributions, console);
    PrintWriter out = spec.commandLine().getOut();
    for (Panel panel : panels) {
      out.println(panel.title());
      out.println(ErrorReport.table(panel).text());
    }
    out.flush();
    if (output != null) {
      Files.createDirectories(output);
      Files.writeString(output.resolve("errors.csv"), ErrorReport.csv(panels));
      Files.writeString(output.resolve("tables.md"), ErrorReport.markdown(panels, distributions));
      ErrorPlots.write(panels, output);
    }
    return 0;
  }

  private List<ColumnDistribution> distributions(Console console) {
    List<ColumnDistribution> all = new ArrayList<>(ColumnDistribution.GENERATED);
    if (flights != null) {
      double[] values = new CsvColumn(flights, column).read(console).toArray();
      all.add(
          ColumnDistribution.ofColumn(
              "flights", "column %s of the flights, drawn at random".formatted(column), values));
    }
    all.removeIf(distribution -> !only.isEmpty() && !only.contains(distribution.name()));
    return all;
  }

  private List<Panel> run(List<ColumnDistribution> distributions, Console console) {
    List<Panel> panels = new ArrayList<>();
    long total = sizes.stream().mapToLong(n -> (merges(n) ? 2L : 1L) * n * columns(n)).sum();
    try (Progress progress =
        console.progress("Measuring", total * distributions.size(), "values")) {
      AtomicLong done = new AtomicLong();
      ErrorStudy study =
          new ErrorStudy(
              Library.ours(),
              Library.others(),
              k,
              values -> progress.reached(done.addAndGet(values)));
      for (ColumnDistribution distribution : distributions) {
        for (int n : sizes) {
          panels.add(study.run(distribution, n, 1, columns(n)));
          if (merges(n)) {
            panels.add(study.run(distribution, n, parts, columns(n)));
          }
        }
      }
    }
    return panels;
  }

  private int columns(int n) {
    return n > MANY_VALUES ? Math.max(2, seeds / 4) : seeds;
  }

  private boolean merges(int n) {
    return parts > 1 && n / parts >= 10;
  }
}
