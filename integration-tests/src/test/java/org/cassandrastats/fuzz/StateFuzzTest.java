/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.cassandrastats.live.Effort;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * 50,000 mutated states, and four times as many in the profile {@code extended}, through every
 * function that takes a state. Each call refuses them with a clear message, or gives an answer that
 * is finite and fits the other answers; none throws anything else, takes longer than {@value
 * MeasuredCall#MOST_NANOSECONDS} ns or more memory than 256 KiB and 256 bytes for each byte of its
 * states, and for a chunk 1.5 MiB. {@code -Dtests.effort} and {@code -Dfuzz.seed} look further.
 */
class StateFuzzTest {
  private static final int STATES = Effort.times(50_000);
  private static final long SEED = Long.getLong("fuzz.seed", 20_261_121L);
  private static final int THREADS = 2;

  static List<Family> families() {
    return Family.all();
  }

  @ParameterizedTest
  @MethodSource("families")
  void should_refuse_or_answer_right(Family family) throws InterruptedException {
    List<Family> families = families();
    int states = STATES / (families.size() * THREADS) + 1;
    List<Fuzzer> fuzzers = new ArrayList<>();
    List<Future<Map<String, Finding>>> futures = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      for (int thread = 0; thread < THREADS; thread++) {
        SplittableRandom random = new SplittableRandom(SEED + thread);
        Fuzzer fuzzer = new Fuzzer(family, families, random);
        fuzzers.add(fuzzer);
        futures.add(threads.submit(() -> fuzzer.run(states)));
      }
      Map<String, Finding> findings = new TreeMap<>();
      for (Future<Map<String, Finding>> future : futures) {
        future.get().forEach(findings::putIfAbsent);
      }
      for (Fuzzer fuzzer : fuzzers) {
        System.out.printf(
            "%s: %,d mutated states, %,d of them valid; %s%n",
            family, states, fuzzer.valid(), fuzzer.calls());
      }
      assertThat(findings.values().stream().map(StateFuzzTest::shown).toList())
          .as("findings in %d states of %s, seed %d", states * THREADS, family, SEED)
          .isEmpty();
    } catch (ExecutionException failed) {
      throw new AssertionError("seed " + SEED + ": " + failed.getCause(), failed.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  private static String shown(Finding finding) {
    Throwable cause = finding.getCause();
    String where =
        cause == null || cause instanceof IllegalArgumentException
            ? ""
            : Arrays.stream(cause.getStackTrace())
                .limit(4)
                .map(frame -> "\n    at " + frame)
                .collect(Collectors.joining());
    return "\n" + finding.getMessage() + where;
  }
}
