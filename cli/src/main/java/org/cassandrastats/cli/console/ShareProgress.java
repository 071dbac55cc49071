/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.console;

/** Which part of a task is done. Closing it ends the task, whether it is complete or not. */
public interface ShareProgress extends AutoCloseable {
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
