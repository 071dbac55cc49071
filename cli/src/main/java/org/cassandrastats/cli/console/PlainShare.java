/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

import java.io.PrintStream;
import java.util.Locale;

/** Progress as lines for files and pipes: one now and then, and one at the end. */
final class PlainShare implements ShareProgress {
  private static final long INTERVAL_NANOS = 5_000_000_000L;

  private final PrintStream out;
  private final String task;
  private final long started = System.nanoTime();
  private long lastLine = started;
  private double firstPart = -1;
  private double part;
  private String note = "";

  PlainShare(PrintStream out, String task) {
    this.out = out;
    this.task = task;
  }

  @Override
  public synchronized void reached(double newPart, String newNote) {
    // A task that resumes an earlier one has not done all of it in this time.
    firstPart = firstPart < 0 ? newPart : firstPart;
    part = newPart;
    note = newNote;
    // The end has a line of its own.
    if (part < 1 && System.nanoTime() - lastLine >= INTERVAL_NANOS) {
      lastLine = System.nanoTime();
      out.printf(Locale.ROOT, "%s: %.0f %%, %s%s%n", task, 100 * part, note, remaining());
    }
  }

  @Override
  public synchronized void close() {
    out.printf(Locale.ROOT, "%s: %.0f %%, %s, in %.1f s%n", task, 100 * part, note, seconds());
  }

  private String remaining() {
    double done = part - firstPart;
    return done <= 0
        ? ""
        : String.format(Locale.ROOT, ", about %.0f s left", seconds() * (1 - part) / done);
  }

  private double seconds() {
    return (System.nanoTime() - started) / 1e9;
  }
}
