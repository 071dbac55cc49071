/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/** Waits for a GRANT: by default, nodes remember for two seconds what a role may not do. */
public final class Granted {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private Granted() {}

  /**
   * Repeats something until it has the outcome of a role with a permission.
   *
   * @return the last outcome, which may be another one after a minute
   */
  public static <T> T await(Callable<T> attempt, Predicate<T> isGranted) throws Exception {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    T outcome;
    do {
      outcome = attempt.call();
    } while (!isGranted.test(outcome) && System.nanoTime() < deadline);
    return outcome;
  }
}
