/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import java.io.IOException;
import java.util.List;
import org.cassandrastats.cli.console.UserError;

/** Processes that have one processor only, by {@code taskset} of Linux. */
final class Pinned {
  private static final String PROGRAM = "taskset";

  private Pinned() {}

  /** What a command is to be an argument of, so that it runs on a processor. */
  static List<String> prefix(int processor) {
    return List.of(PROGRAM, "-c", Integer.toString(processor));
  }

  /**
   * Has all threads of a process run on a processor.
   *
   * @throws UserError where that cannot be done
   */
  static void to(int processor, long process) {
    try {
      Process taskset =
          new ProcessBuilder(PROGRAM, "-acp", Integer.toString(processor), Long.toString(process))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (taskset.waitFor() != 0) {
        throw new UserError(
            "taskset cannot give process %d the processor %d".formatted(process, processor));
      }
    } catch (IOException missing) {
      throw new UserError("--pin needs taskset (util-linux): " + missing.getMessage(), missing);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a process was pinned", interrupted);
    }
  }
}
