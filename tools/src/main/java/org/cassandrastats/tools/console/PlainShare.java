/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.console;

import java.io.PrintStream;
import java.util.Locale;

/** Progress as lines for files and pipes: one now and then, and one at the end. */
final class PlainShare implements ShareProgress {
  private static final long INTERVAL_NANOS = 5_000_000_000L;

  private final PrintStream out;
  private final String task;
  private final long started = System.nanoTime();
  private long lastLine = started;
  private double part;
  private String note = "";

  PlainShare(PrintStream out, String task) {
    this.out = out;
    this.task = task;
  }

  @Override
  public synchronized void reached(double newPart, String newNote) {
    part = newPart;
    note = newNote;
    if (System.nanoTime() - lastLine >= INTERVAL_NANOS) {
      lastLine = System.nanoTime();
      double left = part > 0 ? seconds() * (1 - part) / part : 0;
      out.printf(Locale.ROOT, "%s: %.0f %%, %s, about %.0f s left%n", task, 100 * part, note, left);
    }
  }

  @Override
  public synchronized void close() {
    out.printf(Locale.ROOT, "%s: %.0f %%, %s, in %.1f s%n", task, 100 * part, note, seconds());
  }

  private double seconds() {
    return (System.nanoTime() - started) / 1e9;
  }
}
