/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

import java.io.PrintStream;

/**
 * Where messages and progress go: always standard error, so that standard output holds results
 * only.
 */
public final class Console {
  private final PrintStream out;
  private final boolean terminal;

  private Console(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /**
   * Standard error. Progress is drawn in place if it is a terminal, which Java cannot tell: the
   * start script says so in the system property {@code cassandra-stats.terminal}.
   */
  public static Console standard() {
    return new Console(System.err, Boolean.getBoolean("cassandra-stats.terminal"));
  }

  /** Standard error as a file or pipe, for logs and tests: progress is written as lines. */
  public static Console plain() {
    return new Console(System.err, false);
  }

  /** Lines to the given stream. */
  public static Console plain(PrintStream out) {
    return new Console(out, false);
  }

  /** Writes a line. */
  public void say(String line) {
    out.println(line);
  }

  /**
   * Starts showing how far a task has come.
   *
   * @param task what is being done, a few words
   * @param total how many units there are in all
   * @param unit what is counted, in the plural, such as "rows"
   */
  public Progress progress(String task, long total, String unit) {
    return terminal
        ? new TerminalProgress(task, total, unit)
        : new PlainProgress(out, task, total, unit);
  }

  /**
   * Shows which part of a task is done, where nobody knows how many units there are. It begins with
   * the first report.
   *
   * @param task what is being done, a few words
   */
  public ShareProgress share(String task) {
    return new LazyShare(() -> terminal ? new TerminalShare(task) : new PlainShare(out, task));
  }
}
