/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.lanes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.github.jamm.MemoryMeter;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs {@link RowBenchmark} for the aggregates of the catalogue in every lane. */
@Command(
    name = "lanes",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures with JMH what a row costs in Cassandra's own code that calls functions.",
      "",
      "Each aggregate and lane runs in a JVM of its own, the built-in avg(double) first. Of the"
          + " aggregates that share a state function one is run: their rows cost the same."
    })
public final class LaneBenchmarks implements Callable<Integer> {
  private static final String BASELINE = "avg(double)";

  // Of overloads, one of double values, with keys that are integers, or of states is measured.
  private static final Set<String> FIRST_TYPES = Set.of("double", "blob");

  @Option(
      names = "--lane",
      split = ",",
      defaultValue = "native,udf-threads-off,udf-threads-on",
      description = "Lanes besides the built-in one (default: ${DEFAULT-VALUE}).")
  private List<String> lanes;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "AGGREGATE",
      description = "Measure only these besides avg, such as mean,tdigest.")
  private List<String> only = List.of();

  @Option(
      names = "--benchmark",
      defaultValue = "row",
      description = "row, or group for groups of ten rows (default: ${DEFAULT-VALUE}).")
  private String benchmark;

  @Option(
      names = "--seconds",
      defaultValue = "0.4",
      description = "Length of an iteration (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--iterations",
      defaultValue = "4",
      description = "Measured iterations, after half as many (default: ${DEFAULT-VALUE}).")
  private int iterations;

  @Option(names = "--profiler", description = "A further profiler of JMH, such as stack.")
  private List<String> profilers = List.of();

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "Also write JMH's results to this file, as CSV.")
  private Path output;

  private LaneBenchmarks() {}

  /** Takes the options that --help lists. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new LaneBenchmarks()).execute(arguments));
  }

  @Override
  public Integer call() throws RunnerException, IOException {
    List<String> aggregates = measured(CatalogueFile.read(), only);
    List<RunResult> results = new ArrayList<>();
    results.addAll(run(List.of(CassandraProcess.Lane.BUILT_IN.toString()), List.of(BASELINE)));
    results.addAll(run(lanes, aggregates));
    if (output != null) {
      Files.createDirectories(output.toAbsolutePath().getParent());
      ResultFormatFactory.getInstance(ResultFormatType.CSV, output.toString()).writeOut(results);
    }
    return 0;
  }

  private Collection<RunResult> run(List<String> laneNames, List<String> aggregates)
      throws RunnerException {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(
                String.format(
                    Locale.ROOT, "%s\\.%s$", RowBenchmark.class.getSimpleName(), benchmark))
            .param("lane", laneNames.toArray(String[]::new))
            .param("aggregate", aggregates.toArray(String[]::new))
            .forks(1)
            .warmupIterations(Math.max(1, iterations / 2))
            .warmupTime(time())
            .measurementIterations(iterations)
            .measurementTime(time())
            .shouldFailOnError(true)
            .jvmArgsAppend(forkFlags())
            .addProfiler(GCProfiler.class);
    profilers.forEach(options::addProfiler);
    return new Runner(options.build()).run();
  }

  private TimeValue time() {
    return TimeValue.milliseconds(Math.round(seconds * 1000));
  }

  /** The signatures of all aggregates, or only some, one for each state function. */
  static List<String> measured(Catalogue catalogue, List<String> only) {
    Set<String> stateFunctions = new HashSet<>();
    return catalogue.aggregates().stream()
        .filter(aggregate -> only.isEmpty() || only.contains(aggregate.name()))
        .filter(aggregate -> isMeasured(catalogue, aggregate))
        .filter(aggregate -> stateFunctions.add(catalogue.stateFunction(aggregate).signature()))
        .map(Aggregate::signature)
        .toList();
  }

  static boolean isMeasured(Catalogue catalogue, Aggregate aggregate) {
    return FIRST_TYPES.contains(aggregate.arguments().get(0))
        && !isOfTimes(catalogue, aggregate.family())
        && isOfDoubles(catalogue, aggregate.family())
        && catalogue.stateFunction(aggregate).parameters().stream()
            .noneMatch(
                parameter -> parameter.name().equals("key") && !parameter.type().equals("varint"));
  }

  /** Whether a family takes doubles: its states are made of such rows. */
  private static boolean isOfDoubles(Catalogue catalogue, String family) {
    return catalogue.aggregates().stream()
        .anyMatch(
            aggregate ->
                aggregate.family().equals(family) && aggregate.arguments().get(0).equals("double"));
  }

  /**
   * Whether a family is of times and values: the rows of a counter do not come again and again, as
   * they do here, and `bench chunks` measures a point of a chunk.
   */
  private static boolean isOfTimes(Catalogue catalogue, String family) {
    return catalogue.aggregates().stream()
        .filter(aggregate -> aggregate.family().equals(family))
        .flatMap(aggregate -> catalogue.stateFunction(aggregate).parameters().stream())
        .anyMatch(parameter -> parameter.name().equals("ts"));
  }

  /** Flags of the JVMs that the benchmarks run in: those of a Cassandra node that matter here. */
  private static String[] forkFlags() {
    List<String> flags =
        new ArrayList<>(
            List.of(
                "-Xms512m",
                "-Xmx512m",
                "-XX:+UseG1GC",
                // Cassandra confines user-defined functions with a security manager.
                "-Djava.security.manager=allow",
                "-Dlogback.configurationFile=" + LaneBenchmarks.class.getResource("logback.xml")));
    flags.add(
        "-javaagent:"
            + MemoryMeter.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    for (String opened :
        List.of(
            "java.base/java.io",
            "java.base/java.lang",
            "java.base/java.nio",
            "java.base/java.util",
            "java.base/java.util.concurrent",
            "java.base/jdk.internal.ref",
            "java.base/jdk.internal.reflect",
            "java.base/sun.nio.ch")) {
      flags.add("--add-opens=" + opened + "=ALL-UNNAMED");
    }
    for (String exported :
        List.of(
            "java.base/java.lang.ref", "java.base/jdk.internal.misc", "jdk.unsupported/sun.misc")) {
      flags.add("--add-exports=" + exported + "=ALL-UNNAMED");
    }
    return flags.toArray(String[]::new);
  }
}
