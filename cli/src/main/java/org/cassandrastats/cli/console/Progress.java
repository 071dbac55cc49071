/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

/** How far a task has come. Closing it ends the task, whether it is complete or not. */
public interface Progress extends AutoCloseable {
  /** Sets how many of the task's units are done. May be called by any thread. */
  void reached(long done);

  @Override
  void close();

  /** Which part of a task is done. Closing it ends the task, whether it is complete or not. */
  interface Share extends AutoCloseable {
    /** Shows nothing. */
    Share NONE =
        new Share() {
          @Override
          public void reached(double part, String note) {}

          @Override
          public void close() {}
        };

    /**
     * Sets how much is done. May be called by any thread.
     *
     * @param part from 0 to 1
     * @param note what else there is to say, a few words
     */
    void reached(double part, String note);

    @Override
    void close();
  }
}
