/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.cassandrastats.bench.harness.StudyFacts;
import org.cassandrastats.live.Lane;

/**
 * How much the suites measure: a little in every build, and the documented size where the system
 * property {@code suites.size} asks for it. Single numbers can be set by properties of their own.
 *
 * @param documented whether a run takes hours, and so resumes where an earlier one has ended
 * @param rows of the partition that is in sync
 * @param shares the part of the rows in a lane, if not all: one of so many
 * @param missedRows of each partition that a replica has missed writes of
 * @param pageSizes that are compared
 * @param pageSize where consistency levels are compared
 * @param deadlinePageSize so small that a request takes long enough to exceed a deadline
 * @param runs of each cell that count
 * @param warmUp rounds before them
 * @param heap of a node
 */
record SuiteSize(
    boolean documented,
    int rows,
    Map<Lane, Integer> shares,
    int missedRows,
    List<Integer> pageSizes,
    int pageSize,
    int deadlinePageSize,
    int runs,
    int warmUp,
    String heap) {
  private static final String PREFIX = "suites.";
  private static final String SMALL = "small";
  static final String DOCUMENTED = "documented";

  /** What changes no result. */
  private static final Set<String> ELSEWHERE = Set.of(PREFIX + "size", PREFIX + "output");

  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

  /** The size that the system properties ask for. */
  static SuiteSize current() {
    return of(System.getProperty(PREFIX + "size", SMALL));
  }

  /** A size by its name. */
  static SuiteSize of(String size) {
    if (!List.of(SMALL, DOCUMENTED).contains(size)) {
      throw new IllegalArgumentException(
          "-D%ssize is %s: expected %s or %s".formatted(PREFIX, size, SMALL, DOCUMENTED));
    }
    return size.equals(DOCUMENTED)
        ? new SuiteSize(
            true,
            number("rows", 1_000_000),
            Map.of(Lane.UDF_THREADS_OFF, 5, Lane.UDF_THREADS_ON, 40),
            number("missed-rows", 100_000),
            pageSizes("100,500,1000,5000,10000,50000,80000"),
            5000,
            100,
            number("runs", 3),
            warmUpRounds(),
            "2g")
        : new SuiteSize(
            false,
            number("rows", 4000),
            Map.of(Lane.UDF_THREADS_ON, 2),
            number("missed-rows", 600),
            pageSizes("100,1000,80000"),
            500,
            1,
            number("runs", 2),
            warmUpRounds(),
            "768m");
  }

  /** Where reports go; a relative path is one of the project's directory. */
  static Path output() {
    return PROJECT.resolve(
        System.getProperty(PREFIX + "output", "integration-tests/target/suites"));
  }

  private static int number(String name, int usual) {
    return number(name, System.getProperty(PREFIX + name, String.valueOf(usual)), 1);
  }

  private static int number(String name, String value, int least) {
    int number = value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : -1;
    if (number < least) {
      throw new IllegalArgumentException(
          "-D%s%s is %s: expected a whole number of %d or more, such as 50000"
              .formatted(PREFIX, name, value, least));
    }
    return number;
  }

  private static int warmUpRounds() {
    return number("warm-up", System.getProperty(PREFIX + "warm-up", "1"), 0);
  }

  private static List<Integer> pageSizes(String usual) {
    return Arrays.stream(System.getProperty(PREFIX + "page-sizes", usual).split(",", -1))
        .map(value -> number("page-sizes", value, 1))
        .sorted()
        .toList();
  }

  /** What a user types to measure the same. */
  String command() {
    String others =
        new TreeSet<>(System.getProperties().stringPropertyNames())
            .stream()
                .filter(name -> name.startsWith(PREFIX) || name.equals("cassandra.image"))
                .filter(name -> !ELSEWHERE.contains(name))
                .map(name -> " -D%s=%s".formatted(name, System.getProperty(name)))
                .collect(Collectors.joining());
    return "./mvnw verify" + (documented ? " -Psuites" : "") + others;
  }

  /** Rows of the partition that is in sync. */
  int rows(Lane lane) {
    return share(lane, rows);
  }

  /** Rows of each partition that a replica has missed writes of. */
  int missedRows(Lane lane) {
    return share(lane, missedRows);
  }

  private int share(Lane lane, int count) {
    return Math.max(1, count / shares.getOrDefault(lane, 1));
  }

  /** When nodes give up unless a suite is about that. */
  Duration late() {
    return documented ? Duration.ofHours(1) : Duration.ofMinutes(1);
  }

  /** How long to wait for a coordinator to tell its time, if it does. */
  Duration traceTimeout() {
    return Duration.ofSeconds(documented ? 10 : 3);
  }

  /** What all suites depend on. */
  StudyFacts facts() {
    return new StudyFacts()
        .add("Size", documented ? "documented" : "small: it shows that the suites work, not times")
        .add("Heap of a node", heap);
  }
}
