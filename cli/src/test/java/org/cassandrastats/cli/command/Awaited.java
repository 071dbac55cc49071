/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/**
 * Waits for what comes with time alone: nodes remember for two seconds what a role may not do, and
 * have a row for another second behind its values.
 */
public final class Awaited {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private Awaited() {}

  /**
   * Repeats something until it has an outcome.
   *
   * @return the last outcome, which may be another one after a minute
   */
  public static <T> T last(Callable<T> attempt, Predicate<T> isExpected) throws Exception {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    T outcome;
    do {
      outcome = attempt.call();
    } while (!isExpected.test(outcome) && System.nanoTime() < deadline);
    return outcome;
  }
}
