/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.connection.LaneOption;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.RunStatistics;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsListener;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.api.StatsProgress;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.client.internal.cql.Select;
import org.cassandrastats.client.internal.cql.SelectParser;
import org.cassandrastats.client.internal.cql.Statements.Statement;
import org.cassandrastats.client.internal.text.Counted;
import org.cassandrastats.rollup.RollupQuery;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Answers a query over any number of rows. */
@Command(
    name = "query",
    description = {
      "Answers a SELECT of aggregates over so many rows that a single request meets the server's"
          + " deadline: the rows are cut into ranges, each is asked of a node that owns it, and the"
          + " states are merged here. The result equals that of the single query.",
      "Either partitions (WHERE names their whole keys with = or IN, and may limit the clustering"
          + " column) or the whole table; GROUP BY of columns of the primary key, and of"
          + " stats.time_bucket or floor of a clustering column, gives a row for each group: of all"
          + " partitions together, unless it names their columns. ORDER BY a column of the result and"
          + " LIMIT give the ten largest.",
      "Aggregates: count, min, max, sum, avg of doubles, those of the pack whose states merge"
          + " (mean, summary, tdigest, histogram, min_by, ...), and what is asked of these states.",
    },
    footer = {
      "  cassandra-stats query --contact-point 10.0.0.1:9042 \\",
      "    \"SELECT count(*), stats.mean(value) FROM shop.measurement WHERE sensor = 'roof'\"",
      "  cassandra-stats query --contact-point 10.0.0.1:9042 --format csv \\",
      "    \"SELECT sensor, stats.tdigest_quantiles(stats.tdigest(value), [0.5, 0.99]) AS quantiles",
      "     FROM shop.measurement GROUP BY sensor\"",
      "  cassandra-stats query --contact-point 10.0.0.1:9042 \\",
      "    \"SELECT sensor, max(value) AS most FROM shop.daily GROUP BY sensor ORDER BY most DESC LIMIT 10\"",
      "  cassandra-stats query --contact-point 10.0.0.1:9042 --fill null \\",
      "    --partitions \"day=2026-01-01..2026-03-31\" \\",
      "    \"SELECT stats.time_bucket('1h', at) AS hour, stats.mean(value) FROM shop.daily",
      "     WHERE sensor = 'roof' GROUP BY sensor, stats.time_bucket('1h', at)\"",
      "  cassandra-stats query --contact-point 10.0.0.1:9042 --file nightly.cql --last 24h --format html",
      "  cassandra-stats query --contact-point 10.0.0.1:9042 --resume long.run --target-time 500ms \\",
      "    \"SELECT stats.summary(value) FROM shop.measurement\"",
    })
public final class QueryCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterOptions cluster;
  @Mixin private QueryOptions options;

  @Mixin private AskedQueries asked;

  @Option(
      names = "--partitions",
      paramLabel = "COLUMN=FROM..TO",
      description =
          "Values of a column of the partition key, as IN would name them: dates (day=2026-01-01..2026-03-31)"
              + " or integers (bucket=0..15). A step may follow: /2, or of days /7d, /1mo, /1y; with it,"
              + " times in milliseconds are dates, too (partition=2026-01-01..2026-12-01/1mo).")
  private List<String> partitions = List.of();

  @Option(
      names = "--fill",
      paramLabel = "[COLUMN=]null|previous|linear|NUMBER",
      converter = FillOption.Converter.class,
      description =
          "What buckets of time without rows are: a row of null, of the last values before it, of doubles"
              + " between those before and behind it, or of a number; counts are 0, states null. With a column of"
              + " the result, what that gets; may be repeated. Default: no row.")
  private List<FillOption> fills = List.of();

  @Option(
      names = "--window",
      paramLabel = "COLUMN=running|share|lag:BUCKETS",
      converter = WindowOption.Converter.class,
      description =
          "What a column of the result shows instead of its value: that of all rows so far, its part in the"
              + " sum of the column, or the value so many buckets of time before; may be repeated.")
  private List<WindowOption> windows = List.of();

  @Mixin private StoredAnswers stored;

  /** How to go on, while there is something in a file. */
  private volatile String advice = "";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description =
          "How the result is written: ${COMPLETION-CANDIDATES}. Default: table. JSON and CSV are written"
              + " row by row, however many there are. chart draws lines over time, bars of groups and"
              + " histograms in the terminal; html writes a page with them and the table.")
  private ResultFormat format;

  @Override
  public Integer call() {
    StatsOptions runOptions = stored.options(options.options(cluster.keyspace()));
    List<Statement> statements = asked.statements();
    requireOneResult(runOptions);
    try {
      // What cannot be read at all needs no cluster.
      statements.forEach(statement -> requireNames(SelectParser.parse(query(statement))));
      try (CqlSession session = cluster.openSession()) {
        QueryReport report = new QueryReport(spec, format, asked.hasNames());
        for (Statement statement : statements) {
          answer(session, statement, runOptions, report);
        }
        report.complete();
      }
    } catch (StatsException failed) {
      throw failed.with(advice);
    }
    return 0;
  }

  private void requireOneResult(StatsOptions runOptions) {
    if (asked.hasNames() && (format == ResultFormat.CSV || runOptions.resumeFile() != null)) {
      throw new UserError(
          format == ResultFormat.CSV
              ? "CSV holds one result, and --file gives several: expected --format table, json, chart or html."
              : "--resume keeps the ranges of one query: it cannot be combined with --file.");
    }
  }

  private void answer(
      CqlSession session, Statement statement, StatsOptions runOptions, QueryReport report) {
    Select select = SelectParser.parse(query(statement));
    StatsQuery query = asked.limited(session, query(statement), select);
    RowPrinter printer = report.begin(statement, select);
    Optional<RollupQuery> answer = stored.answer(session, query, runOptions);
    BiFunction<StatsListener, Consumer<StatsRow>, StatsResult> source =
        answer.isPresent()
            ? answer.get()::stream
            : (listener, rows) -> StatsClient.of(session).stream(query, runOptions, listener, rows);
    StatsResult result =
        run(source, runOptions, printer, new OpenOutput(spec.commandLine().getOut()));
    printer.complete(result.columns());
    printer.flush();
    Console.standard().say(describe(result.statistics()));
    answer.ifPresent(by -> spec.commandLine().getErr().println(by.description()));
  }

  private StatsQuery query(Statement statement) {
    StatsQuery query = StatsQuery.of(statement.cql()).withFill(FillOption.together(fills));
    for (String range : partitions) {
      query = query.withPartitions(range);
    }
    for (WindowOption window : windows) {
      if (query.windows().containsKey(window.column())) {
        throw new UserError(
            "--window: expected one for the column %s, found two".formatted(window.column()));
      }
      query = query.withWindow(window.column(), window.window());
    }
    return query;
  }

  /** An object of JSON has each name once. */
  private void requireNames(Select select) {
    Set<String> names = new HashSet<>();
    for (Select.Selector selector : select.selectors()) {
      if (!names.add(selector.name()) && format == ResultFormat.JSON) {
        throw new StatsException(
            "Two columns are named %s: expected an alias for one of them, such as %s AS other."
                .formatted(selector.name(), selector.expression().cql()));
      }
    }
  }

  private StatsResult run(
      BiFunction<StatsListener, Consumer<StatsRow>, StatsResult> source,
      StatsOptions options,
      RowPrinter printer,
      OpenOutput output) {
    Interruption interruption = new Interruption(() -> advice);
    try (Progress.Share bar = Console.standard().share("Reading")) {
      return source.apply(
          new Shown(bar, options, () -> advice = kept(options)), printer.andThen(output));
    } finally {
      // Rows that were written before a run stopped are whole.
      printer.flush();
      interruption.over();
    }
  }

  /** Ends a query whose rows nobody reads any more: a closed pipe fails silently. */
  private static final class OpenOutput implements Consumer<StatsRow> {
    private static final int ROWS = 1000;

    private final PrintWriter out;
    private int rows;

    OpenOutput(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void accept(StatsRow row) {
      rows++;
      if (rows % ROWS == 0 && out.checkError()) {
        throw new UserError("The output was closed after %,d rows or before.".formatted(rows));
      }
    }
  }

  /**
   * Shows which lane answers where that was left open, and how far the run has come.
   *
   * @param options of the run
   * @param begun is told when the run begins
   */
  private record Shown(Progress.Share bar, StatsOptions options, Runnable begun)
      implements StatsListener {
    @Override
    public void began(Lane lane) {
      begun.run();
      LaneOption.say(options.lane(), lane, options.functionsKeyspace());
    }

    @Override
    public void reached(StatsProgress progress) {
      double seconds = Math.max(1e-3, progress.elapsed().toNanos() / 1e9);
      bar.reached(
          progress.part(),
          String.format(
              Locale.ROOT,
              "%s, %,.0f rows/s",
              Counted.of(progress.rows(), "row"),
              (progress.rows() - progress.rowsBefore()) / seconds));
    }
  }

  private static String kept(StatsOptions options) {
    return options.resumeFile() != null
        ? " What was read is kept in %s: the same command resumes from there."
            .formatted(options.resumeFile())
        : "";
  }

  static String describe(RunStatistics statistics) {
    return String.format(
        Locale.ROOT,
        "%s in %.1f s: %s, half of them within %.2f s, 99 of 100 within %.2f s; %s.",
        Counted.of(statistics.rows(), "row"),
        statistics.elapsed().toNanos() / 1e9,
        Counted.of(statistics.requests(), "request"),
        statistics.medianTime().toNanos() / 1e9,
        statistics.slowTime().toNanos() / 1e9,
        Counted.of(
            statistics.failedRequests(), "failed and was repeated", "failed and were repeated"));
  }
}
