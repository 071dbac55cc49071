/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.study;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.report.StudyReport;
import org.cassandrastats.bench.run.Cell;
import org.cassandrastats.bench.run.Readings;
import org.cassandrastats.bench.run.Results;
import org.cassandrastats.bench.run.Rounds;
import org.cassandrastats.bench.run.RunLog;
import org.cassandrastats.bench.target.BenchLane;
import org.cassandrastats.bench.target.NodeVariant;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.Console;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A study, which is a command. It declares its cells, what is asked in each of them and what its
 * report says; all that is common to studies is done here, and by {@link StudyRun}.
 */
public abstract class Study implements StudyDefinition, Callable<Integer> {
  private static final int USUAL_RUNS = 5;

  @Spec private CommandSpec spec;
  @Mixin private StudyOptions options;

  /** Refuses options that do not fit, and brings the others into their order. */
  protected void check() {}

  /** Adds the options of its own that the results depend on. */
  protected abstract void describe(Facts facts);

  /** Adds how often is measured, which is the last of the settings. */
  protected void describeRuns(Facts facts) {
    facts.add("Runs", "%d, after %d to warm up".formatted(runs(), warmUp()));
  }

  /** The cells of a lane. */
  protected abstract List<Cell> cells(String lane);

  /** Those cells of a lane that are measured on nodes that are started like this. */
  protected List<Cell> cells(String lane, NodeVariant variant) {
    return cells(lane);
  }

  /** Whether each cell is also asked once with tracing. */
  protected boolean isTraced() {
    return false;
  }

  /** What is asked in each cell; closed when all have been measured. */
  protected Questions questions(Workbench bench) {
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
    return new ParameterException(spec.commandLine(), message);
  }

  /** How many runs there are unless the user asks for others. */
  protected int usualRuns() {
    return USUAL_RUNS;
  }

  /** How many runs of each cell count. */
  protected final int runs() {
    return options.runs(usualRuns());
  }

  /** How many runs before those do not. */
  protected final int warmUp() {
    return options.warmUp();
  }

  @Override
  public final String name() {
    return spec.name();
  }

  @Override
  public final Map<String, String> settings() {
    Facts facts = new Facts();
    describe(facts);
    describeRuns(facts);
    return facts.asMap();
  }

  @Override
  public List<BenchLane> lanes() {
    return List.of(BenchLane.values());
  }

  @Override
  public int nodes() {
    return 1;
  }

  @Override
  public int replicas() {
    return 1;
  }

  @Override
  public List<NodeVariant> variants() {
    return List.of(NodeVariant.LATE_DEADLINE);
  }

  @Override
  public long storedRows(String lane) {
    return rows(lane);
  }

  @Override
  public Rounds rounds(RunLog log, Console console) {
    return new Rounds(log, console, warmUp(), runs());
  }

  @Override
  public boolean isComplete(String lane, NodeVariant variant, RunLog log) {
    return rounds(log, Console.plain()).areComplete(cells(lane, variant), isTraced());
  }

  /** Into one partition, unless a study has data of its own. */
  @Override
  public void load(Workbench bench) {
    if (rows(bench.lane()) > 0) {
      Readings.load(bench.target(), bench.column(), rows(bench.lane()), bench.console());
    }
  }

  @Override
  public void measure(Workbench bench) {
    try (Questions questions = questions(bench)) {
      bench.measure("Measuring", cells(bench.lane(), bench.variant()), isTraced(), questions);
    }
  }

  /** Says what the results of all lanes are. */
  protected abstract void write(Report report);

  @Override
  public final StudyReport report(Results results, List<String> lanes) {
    Report report = new Report(results, lanes);
    write(report);
    return report.complete();
  }

  /** For the report of results that are there already. */
  public final void prepare() {
    check();
  }

  @Override
  public final Integer call() {
    check();
    return new StudyRun(this, options).run(cluster());
  }
}
