/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.rollup;

import java.util.Locale;
import org.cassandrastats.tools.console.Console;
import org.cassandrastats.tools.console.ShareProgress;

/**
 * Shows how far a run has come, from its first bucket or slice on: what is refused shows nothing.
 */
final class RollupProgress implements AutoCloseable {
  private final Console console;
  private final String task;
  private ShareProgress bar;

  RollupProgress(Console console, String task) {
    this.console = console;
    this.task = task;
  }

  /** Shows what is done. */
  synchronized void show(Tally tally) {
    if (bar == null) {
      bar = console.share(task);
    }
    bar.reached(
        tally.part(),
        String.format(Locale.ROOT, "%,d buckets, %,d rows", tally.buckets(), tally.rows()));
  }

  @Override
  public synchronized void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
