/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

import java.io.PrintStream;
import java.util.Locale;

/** Progress as lines for files and pipes: one now and then, and one at the end. */
final class PlainProgress implements Progress {
  private static final long INTERVAL_NANOS = 5_000_000_000L;

  private final PrintStream out;
  private final String task;
  private final long total;
  private final String unit;
  private final long started = System.nanoTime();
  private long lastLine = started;
  private long done;

  PlainProgress(PrintStream out, String task, long total, String unit) {
    this.out = out;
    this.task = task;
    this.total = total;
    this.unit = unit;
  }

  @Override
  public synchronized void reached(long newDone) {
    done = newDone;
    if (System.nanoTime() - lastLine >= INTERVAL_NANOS) {
      lastLine = System.nanoTime();
      double rate = done / seconds();
      // A rate below one a second says nothing.
      String shownRate = rate < 1 ? "" : String.format(Locale.ROOT, ", %,.0f/s", rate);
      out.printf(Locale.ROOT, "%s: %,d of %,d %s%s%n", task, done, total, unit, shownRate);
    }
  }

  @Override
  public synchronized void close() {
    out.printf(Locale.ROOT, "%s: %,d %s in %.1f s%n", task, done, unit, seconds());
  }

  private double seconds() {
    return (System.nanoTime() - started) / 1e9;
  }
}
