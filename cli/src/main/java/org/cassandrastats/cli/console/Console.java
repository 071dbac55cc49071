/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.cassandrastats.localcluster.node.NodeListener;

/**
 * Where messages and progress go: always standard error, so that standard output holds results
 * only.
 */
public final class Console implements NodeListener {
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
  @Override
  public void say(String line) {
    out.println(line);
  }

  /**
   * Starts showing how far a task has come.
   *
   * @param task what is being done, a few words
   * @param total how many units there are in total
   * @param unit what is counted, in the plural, such as "rows"
   */
  public Progress progress(String task, long total, String unit) {
    return terminal
        ? new TerminalProgress(bar(task, total).setUnit(" " + unit, 1).showSpeed().build())
        : new PlainProgress(out, task, total, unit);
  }

  /**
   * Shows which part of a task is done, where nobody knows how many units there are. It begins with
   * the first report.
   *
   * @param task what is being done, a few words
   */
  public Progress.Share share(String task) {
    return new LazyShare(
        () ->
            terminal
                ? new TerminalShare(bar(task, TerminalShare.STEPS).build())
                : new PlainShare(out, task));
  }

  @Override
  public Task counted(String name, long total, String unit) {
    Progress progress = progress(name, total, unit);
    return new NodeTask((note, done) -> progress.reached(done), progress::close);
  }

  @Override
  public Task staged(String name, int stages) {
    Progress.Share share = share(name);
    return new NodeTask((note, done) -> share.reached((double) done / stages, note), share::close);
  }

  private record NodeTask(ObjLongConsumer<String> report, Runnable end) implements Task {
    @Override
    public void reached(long done, String note) {
      report.accept(note, done);
    }

    @Override
    public void close() {
      end.run();
    }
  }

  /** Progress that is shown from its first report on: a task that is refused shows nothing. */
  private static final class LazyShare implements Progress.Share {
    private final Supplier<Progress.Share> opener;
    private Progress.Share shown;

    LazyShare(Supplier<Progress.Share> opener) {
      this.opener = opener;
    }

    @Override
    public synchronized void reached(double part, String note) {
      if (shown == null) {
        shown = opener.get();
      }
      shown.reached(part, note);
    }

    @Override
    public synchronized void close() {
      if (shown != null) {
        shown.close();
      }
    }
  }

  private static ProgressBarBuilder bar(String task, long total) {
    return new ProgressBarBuilder()
        .setTaskName(task)
        .setInitialMax(total)
        .setStyle(ProgressBarStyle.ASCII)
        .setUpdateIntervalMillis(200);
  }

  /** Progress as a bar with the part that is done, the remaining time and a note. */
  private record TerminalShare(ProgressBar bar) implements Progress.Share {
    private static final int STEPS = 1000;

    @Override
    public void reached(double part, String note) {
      bar.setExtraMessage(note);
      bar.stepTo(Math.round(part * STEPS));
    }

    @Override
    public void close() {
      bar.close();
    }
  }

  /** Progress as a bar with speed and remaining time. */
  private record TerminalProgress(ProgressBar bar) implements Progress {
    @Override
    public void reached(long done) {
      bar.stepTo(done);
    }

    @Override
    public void close() {
      bar.close();
    }
  }

  /** When a line is written to a file or pipe: now and then. */
  private static final class Pace {
    private static final long INTERVAL_NANOS = 5_000_000_000L;

    private final long started = System.nanoTime();
    private long lastLine = started;

    boolean isDue() {
      long now = System.nanoTime();
      boolean isDue = now - lastLine >= INTERVAL_NANOS;
      lastLine = isDue ? now : lastLine;
      return isDue;
    }

    double seconds() {
      return (System.nanoTime() - started) / 1e9;
    }
  }

  /** Progress as lines for files and pipes: one now and then, and one at the end. */
  private static final class PlainShare implements Progress.Share {
    private final PrintStream out;
    private final String task;
    private final Pace pace = new Pace();
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
      if (part < 1 && pace.isDue()) {
        out.printf(Locale.ROOT, "%s: %.0f %%, %s%s%n", task, 100 * part, note, remaining());
      }
    }

    @Override
    public synchronized void close() {
      double seconds = pace.seconds();
      out.printf(Locale.ROOT, "%s: %.0f %%, %s, in %.1f s%n", task, 100 * part, note, seconds);
    }

    private String remaining() {
      double done = part - firstPart;
      return done <= 0
          ? ""
          : String.format(Locale.ROOT, ", about %.0f s left", pace.seconds() * (1 - part) / done);
    }
  }

  /** Progress as lines for files and pipes: one now and then, and one at the end. */
  private static final class PlainProgress implements Progress {
    private final PrintStream out;
    private final String task;
    private final long total;
    private final String unit;
    private final Pace pace = new Pace();
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
      if (pace.isDue()) {
        double rate = done / pace.seconds();
        // A rate below one a second says nothing.
        String shownRate = rate < 1 ? "" : String.format(Locale.ROOT, ", %,.0f/s", rate);
        out.printf(Locale.ROOT, "%s: %,d of %,d %s%s%n", task, done, total, unit, shownRate);
      }
    }

    @Override
    public synchronized void close() {
      out.printf(Locale.ROOT, "%s: %,d %s in %.1f s%n", task, done, unit, pace.seconds());
    }
  }
}
