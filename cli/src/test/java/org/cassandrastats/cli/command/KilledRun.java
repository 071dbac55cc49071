/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Runs of bin/cassandra-stats that are ended by SIGKILL. */
public final class KilledRun {
  private static final long TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(5);
  // Each look at the node takes from what the run needs.
  private static final long PAUSE_MILLIS = 20;

  private KilledRun() {}

  /** Starts a run and ends it as soon as something is true, while it still goes on. */
  public static void start(Path directory, BooleanSupplier condition, List<String> line)
      throws Exception {
    StartScript script = new StartScript(directory);
    Process process = script.start(line.toArray(String[]::new));
    try {
      long deadline = System.nanoTime() + TIMEOUT_NANOS;
      while (!condition.getAsBoolean()) {
        assertThat(process.isAlive()).as("alive: %s", script.errors()).isTrue();
        assertThat(System.nanoTime()).isLessThan(deadline);
        process.waitFor(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
    }
  }
}
