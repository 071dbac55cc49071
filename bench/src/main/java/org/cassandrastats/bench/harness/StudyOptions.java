/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.harness;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.bench.measure.RunLog;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.nodes.ClusterTargets;
import org.cassandrastats.bench.nodes.LocalTargets;
import org.cassandrastats.bench.nodes.Targets;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.OptionLimits;
import org.cassandrastats.localcluster.container.NodeKind;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options of every study. */
public final class StudyOptions {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--lane",
      split = ",",
      paramLabel = "LANE",
      description = {
        "What is measured, each on a throw-away node of its own: ${COMPLETION-CANDIDATES}. Default:"
            + " all of them.",
        "A cluster of yours (--contact-point) is measured in the lane that it has.",
      })
  private List<BenchLane> lanes = List.of();

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Measured runs of each cell, in turns with all others. Default: 5; of timeout 3; of"
              + " lanes 11; of recent 100.")
  private Integer runs;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      defaultValue = "8",
      description =
          "Runs before those, which do not count, at most. They end when half of the cells take more"
              + " than 95 %% of their shortest time so far. Default: ${DEFAULT-VALUE}.")
  private int warmUp;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "20261121",
      description = "Of the generated values. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      defaultValue = "2g",
      description = "Largest heap of a throw-away node. Default: ${DEFAULT-VALUE}.")
  private String heap;

  @Option(
      names = "--containers",
      description = {
        "Run throw-away nodes in containers instead of JVMs of their own. Takes the image that the"
            + " system property cassandra.image names, the official cassandra:5.0, or its like."
      })
  private boolean containers;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description =
          "Where report, results and plots go, in the place of those that are there. Default: a new"
              + " directory for each run, STUDY-DATE-TIME in target/bench of a checkout of the"
              + " project, in cassandra-stats-bench elsewhere.")
  private Path output;

  @Option(
      names = "--resume",
      description =
          "Go on with a study that was interrupted, and fail if there is none. Without, it goes on"
              + " if there is one with the same options and program.")
  private boolean resume;

  @Option(names = "--restart", description = "Discard what an interrupted study has measured.")
  private boolean restart;

  /** How many runs are wanted, or the usual number. */
  int runs(int usual) {
    return require("--runs", runs == null ? usual : runs, 1, 1000);
  }

  int warmUp() {
    return require("--warm-up", warmUp, 0, 1000);
  }

  /** Of the generated values. */
  public long seed() {
    return seed;
  }

  /** The largest heap of a throw-away node. */
  public String heap() {
    if (!heap.matches("[1-9]\\d*[kKmMgG]")) {
      throw refused("--heap is %s: expected a size such as 512m or 2g".formatted(heap));
    }
    return heap;
  }

  /** The same in MiB. */
  public double heapMebibytes() {
    double number = Double.parseDouble(heap().substring(0, heap.length() - 1));
    return switch (Character.toLowerCase(heap.charAt(heap.length() - 1))) {
      case 'k' -> number / 1024;
      case 'm' -> number;
      default -> number * 1024;
    };
  }

  /** The directory that is given; null without. */
  Path output() {
    return output;
  }

  RunLog.Mode mode() {
    if (resume && restart) {
      throw refused("--resume goes on and --restart begins anew: give one of them");
    }
    if (restart) {
      return RunLog.Mode.RESTART;
    }
    return resume ? RunLog.Mode.RESUME : RunLog.Mode.CONTINUE;
  }

  /**
   * Where to measure.
   *
   * @param usual the lanes of throw-away nodes unless others are asked for
   * @param nodes how many throw-away nodes there are for each lane
   * @param replicas on how many of them each row is, unless a variant says how many there are
   * @param functions whether the pack's functions have to answer
   */
  Targets targets(
      ClusterOptions cluster,
      List<BenchLane> usual,
      List<Integer> nodes,
      int replicas,
      boolean functions,
      Console console) {
    if (!cluster.isGiven()) {
      return LocalTargets.of(
          containers ? NodeKind.CONTAINERS : NodeKind.FORKED,
          lanes(usual),
          heap(),
          nodes,
          replicas,
          console);
    }
    if (!lanes.isEmpty()) {
      throw refused(
          "--lane is for throw-away nodes: a cluster is measured in the lane that it has");
    }
    if (containers) {
      throw refused("--containers is for throw-away nodes: a cluster runs already");
    }
    return ClusterTargets.connect(cluster, resume || restart, functions);
  }

  /**
   * The lanes of throw-away nodes.
   *
   * @param usual unless others are asked for
   */
  public List<BenchLane> lanes(List<BenchLane> usual) {
    return lanes.isEmpty() ? usual : lanes.stream().distinct().toList();
  }

  /** Whether the native lane is asked for by name. */
  public boolean wantsNative() {
    return lanes.contains(BenchLane.NATIVE);
  }

  /** Refuses lanes that a study of the server jar does not measure. */
  public void requireNative() {
    if (lanes.stream().anyMatch(lane -> lane != BenchLane.NATIVE)) {
      throw refused("--lane: this study is of the server jar, in the lane native");
    }
  }

  /** Whether the nodes are to be this program's own processes, whose insides it can reach. */
  boolean forks(ClusterOptions cluster) {
    return !cluster.isGiven() && !containers;
  }

  /** Refuses to run nodes in containers. */
  public void refuseContainers(String reason) {
    if (containers) {
      throw refused("--containers is not for this study: " + reason);
    }
  }

  /** Refuses a value out of its range. */
  public int require(String option, int value, int smallest, int largest) {
    return OptionLimits.require(spec, option, value, smallest, largest);
  }

  /** Refuses what an option was given. */
  ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** What the user has typed. */
  String commandLine() {
    return "cassandra-stats "
        + String.join(" ", spec.root().commandLine().getParseResult().originalArgs());
  }

  /** Where results go that users read. */
  PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
