/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.harness;

import java.io.PrintWriter;
import java.lang.reflect.Member;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.ExactColumn;
import org.cassandrastats.bench.measure.Results;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.measure.RunLog;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.nodes.NodeVariant;
import org.cassandrastats.bench.nodes.Target;
import org.cassandrastats.bench.nodes.Targets;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.ReportFiles;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.Console;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A study, which is a command. It declares its cells, what is asked in each of them and what its
 * report says; all that is common to studies is done here.
 */
@StudyDefaults
public abstract class Study implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private StudyOptions options;

  /** Refuses options that do not fit, and brings the others into their order. */
  protected void check() {}

  /** Adds what the results depend on besides its options. */
  protected void describe(StudyFacts facts) {}

  /** The cells of a lane. */
  protected abstract List<Cell> cells(String lane);

  /** Those cells of a lane that are measured on nodes that are started like this. */
  protected List<Cell> cells(String lane, NodeVariant variant) {
    return cells(lane);
  }

  private StudyDefaults defaults() {
    return getClass().getAnnotation(StudyDefaults.class);
  }

  /** What is asked in each cell. */
  protected Rounds.Question questions(StudyContext bench) {
    throw new IllegalStateException(name() + " measures in a way of its own");
  }

  /** The options of every study. */
  protected final StudyOptions options() {
    return options;
  }

  /** How the user's own cluster is reached; nothing is given where a study has its own nodes. */
  protected ClusterOptions cluster() {
    return new ClusterOptions();
  }

  /** Whether the nodes are this program's own processes, whose insides it can reach. */
  protected final boolean forks() {
    return options.forks(cluster());
  }

  /** Refuses what an option was given. */
  protected final ParameterException refused(String message) {
    return options.refused(message);
  }

  /** How many runs of each cell count. */
  protected final int runs() {
    return options.runs(defaults().runs());
  }

  /** How many runs before those do not, at most. */
  protected final int warmUp() {
    return options.warmUp();
  }

  /** As the command and its files are called. */
  public final String name() {
    return spec.name();
  }

  /** All that the results depend on besides nodes and lanes: every option of its own, by name. */
  public final Map<String, String> settings() {
    StudyFacts facts = new StudyFacts();
    for (OptionSpec option : spec.options()) {
      Object value = option.getValue();
      boolean isGiven = value instanceof Collection<?> several ? !several.isEmpty() : value != null;
      // Where files are changes no result.
      if (isOwn(option) && isGiven && !(value instanceof Path)) {
        facts.add("`" + option.longestName() + "`", value);
      }
    }
    describe(facts);
    return facts
        .add("Page size, unless it is an option", StudyContext.PAGE_SIZE)
        .add("Runs", "%d, after at most %d to warm up".formatted(runs(), warmUp()))
        .asMap();
  }

  private boolean isOwn(OptionSpec option) {
    return option.userObject() instanceof Member field
        && (field.getDeclaringClass().isInstance(this)
            || field.getDeclaringClass() == RowCounts.class
            || field.getDeclaringClass() == NodeCounts.class);
  }

  /** The lanes of throw-away nodes unless others are asked for. */
  protected final List<BenchLane> lanes() {
    List<BenchLane> lanes = List.of(defaults().lanes());
    return lanes.isEmpty() ? List.of(BenchLane.values()) : lanes;
  }

  /** How many throw-away nodes there are for each lane: what the option --nodes says, if any. */
  private List<Integer> nodes() {
    OptionSpec option = spec.findOption("--nodes");
    if (option == null) {
      return List.of(defaults().nodes());
    }
    return option.getValue() instanceof Integer one ? List.of(one) : option.getValue();
  }

  /** On how many throw-away nodes each row is. */
  private int replicas() {
    int ofVariant = variants().get(0).nodes();
    return ofVariant > 0 ? ofVariant : defaults().nodes();
  }

  /** How throw-away nodes are started; for each there are nodes of their own. */
  public List<NodeVariant> variants() {
    return List.of(NodeVariant.LATE_DEADLINE);
  }

  /**
   * How many values there are in a lane, to be loaded and to compare answers with: the most that
   * the option --rows says. Without this option a study has data of its own, and there are none.
   */
  public int rows(String lane) {
    return rowCounts().map(counts -> counts.of(lane)).orElse(0);
  }

  private Optional<RowCounts> rowCounts() {
    OptionSpec option = spec.findOption("--rows");
    Optional<RowCounts> mixin = mixedIn(RowCounts.class);
    if (option == null || mixin.isPresent()) {
      return mixin;
    }
    int most =
        option.getValue() instanceof List<?> several
            ? several.stream().mapToInt(count -> (Integer) count).max().orElseThrow()
            : option.getValue();
    return Optional.of(new RowCounts(most, most));
  }

  private <T> Optional<T> mixedIn(Class<T> type) {
    return spec.mixins().values().stream()
        .map(CommandSpec::userObject)
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst();
  }

  /** How many rows the tables of a lane hold together, at least, for the room on the disk. */
  public long storedRows(String lane) {
    return rows(lane);
  }

  /** Whether a cell is also asked once with tracing. */
  protected boolean isTraced(Cell cell) {
    return defaults().traced();
  }

  /** How runs are repeated. */
  public Rounds rounds(RunLog log, Console console) {
    return new Rounds(log, console, warmUp(), runs());
  }

  /** Whether everything has been measured on nodes that are started like this. */
  public boolean isComplete(String lane, NodeVariant variant, RunLog log) {
    return rounds(log, Console.plain()).areComplete(cells(lane, variant), this::isTraced);
  }

  /** Loads the rows before anything is measured: into one partition, unless it has other data. */
  public void load(StudyContext bench) {
    if (rows(bench.lane()) > 0) {
      bench.load(BenchKeyspace.TABLE, bench.column(), rows(bench.lane()), 1, 1);
      bench.target().flushAndCompact();
    }
  }

  /** Measures what has not been measured. */
  public void measure(StudyContext bench) {
    bench.measure(
        "Measuring", cells(bench.lane(), bench.variant()), this::isTraced, questions(bench));
  }

  /** Adds what a study leaves besides its report, which has just been written. */
  protected void written(Report report, ReportFiles files) {}

  /** Says what the results of all lanes are. */
  protected abstract void write(Report report);

  /** What the results of all lanes say. */
  public final Report report(Results results, List<String> lanes) {
    Report report = new Report(results, lanes);
    write(report);
    return report;
  }

  /** Checks the options; also for the report of results that are there already. */
  public final void prepare() {
    mixedIn(RowCounts.class).ifPresent(counts -> counts.check(options));
    mixedIn(NodeCounts.class).ifPresent(counts -> counts.check(options));
    check();
  }

  /**
   * Runs the study: checks, nodes, rows, measuring, report.
   *
   * @return the exit code: 0, or 1 if any answer was wrong
   */
  @Override
  public Integer call() {
    prepare();
    try (Targets targets =
        options.targets(
            cluster(), lanes(), nodes(), replicas(), defaults().functions(), Console.standard())) {
      return measure(targets).wrong().isEmpty() ? 0 : 1;
    }
  }

  /**
   * Measures, and writes the report.
   *
   * @param targets which the options of a {@link #prepare prepared} study need not name
   * @return what was measured
   */
  public final Results measure(Targets targets) {
    Console console = Console.standard();
    Conditions conditions = new Conditions();
    RunLog.Mode mode = options.mode();
    targets.check(
        targets.lanes().stream().mapToLong(this::storedRows).max().orElseThrow(), console);
    Map<String, String> settings = described(targets, settings());
    RunDirectory directory = RunDirectory.choose(options.output(), name(), console);
    Path output = directory.of(settings, mode);
    Path unfinished = RunDirectory.unfinished(output, name());
    try (RunLog log = RunLog.open(unfinished, settings, mode)) {
      if (!log.isEmpty()) {
        console.say(
            "Resuming a run that was interrupted after %d runs (%s)."
                .formatted(log.results().runs().size(), unfinished));
      }
      measure(targets, log, console);
      Results results = log.results();
      Report report = report(results, targets.lanes());
      ReportFiles files = new ReportFiles(output, name());
      files.write(report, facts(settings, conditions));
      log.discard();
      print(report, files.page());
      written(report, files);
      return results;
    }
  }

  private void measure(Targets targets, RunLog log, Console console) {
    int rows = targets.lanes().stream().mapToInt(this::rows).max().orElseThrow();
    ExactColumn column = ExactColumn.generate(Math.max(1, rows), options.seed());
    for (String lane : targets.lanes()) {
      for (NodeVariant variant : variants()) {
        if (isComplete(lane, variant, log)) {
          console.say("The lane " + lane + " has been measured.");
          continue;
        }
        try (Target target = targets.open(lane, variant, console)) {
          StudyContext bench =
              new StudyContext(target, variant, column, log, rounds(log, console), console);
          load(bench);
          measure(bench);
        }
      }
    }
  }

  private Map<String, String> described(Targets targets, Map<String, String> own) {
    return new StudyFacts()
        .add("Study", name())
        .add("Machine", Conditions.machine())
        .add("Nodes", targets.description())
        .add("Lanes", targets.lanes())
        .addAll(own)
        .add("Seed of the values", options.seed())
        .addAll(Conditions.program())
        .asMap();
  }

  private Map<String, String> facts(Map<String, String> settings, Conditions conditions) {
    return new StudyFacts()
        .addAll(settings)
        .add("Date", LocalDate.now(ZoneOffset.UTC))
        .add("Command", "`" + options.commandLine() + "`")
        .addAll(conditions.facts())
        .asMap();
  }

  private void print(Report report, Path page) {
    PrintWriter out = options.out();
    out.println(report.title());
    for (Report.Section section : report.sections()) {
      out.println();
      out.println(section.heading());
      out.println(section.table().text());
    }
    out.println(report.verdict());
    out.println("Report: " + page);
    out.flush();
  }
}
