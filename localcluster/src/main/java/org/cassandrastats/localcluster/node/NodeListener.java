/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import java.io.PrintStream;
import java.util.Locale;

/** Hears what is done to start nodes. */
public interface NodeListener {
  /** Takes a message of one line. */
  void say(String line);

  /**
   * A task begins whose units are counted.
   *
   * @param name what is being done, a few words
   * @param total about how many units there are
   * @param unit what is counted, in the plural, such as "jars"
   */
  Task counted(String name, long total, String unit);

  /**
   * A task begins that has stages.
   *
   * @param name what is being done, a few words
   * @param stages how many there are
   */
  Task staged(String name, int stages);

  /** Writes lines to standard error: messages, and what a task came to when it ends. */
  static NodeListener plain() {
    return new Plain(System.err);
  }

  /** How far a task has come. Closing it ends the task, whether it is complete or not. */
  interface Task extends AutoCloseable {
    /**
     * Sets how much is done. May be called by any thread.
     *
     * @param done units, or stages
     * @param note what is done now, a few words; empty where there is nothing to say
     */
    void reached(long done, String note);

    @Override
    void close();
  }

  /** Writes lines for logs: each message, and one line when a task ends. */
  record Plain(PrintStream out) implements NodeListener {
    @Override
    public void say(String line) {
      out.println(line);
    }

    @Override
    public Task counted(String name, long total, String unit) {
      return new PlainTask(name, " " + unit);
    }

    @Override
    public Task staged(String name, int stages) {
      return new PlainTask(name, " of " + stages + " stages");
    }

    private final class PlainTask implements Task {
      private final String name;
      private final String unit;
      private final long start = System.nanoTime();
      private long done;
      private String note = "";

      PlainTask(String name, String unit) {
        this.name = name;
        this.unit = unit;
      }

      @Override
      public synchronized void reached(long newDone, String newNote) {
        done = newDone;
        note = newNote;
      }

      @Override
      public synchronized void close() {
        double seconds = (System.nanoTime() - start) / 1e9;
        say(
            String.format(
                Locale.ROOT,
                "%s: %,d%s%s, in %.1f s",
                name,
                done,
                unit,
                note.isEmpty() ? "" : ", " + note,
                seconds));
      }
    }
  }
}
