/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster;

/** Does the same again and again, in a thread of its own, until it is closed. */
public final class Background implements AutoCloseable {
  private final Thread thread;
  private volatile boolean closed;

  private Background(String name, Runnable step) {
    thread =
        new Thread(
            () -> {
              while (!closed) {
                step.run();
              }
            },
            name);
    thread.setDaemon(true);
  }

  /** Starts. */
  public static Background start(String name, Runnable step) {
    Background background = new Background(name, step);
    background.thread.start();
    return background;
  }

  /** Waits until the last step has been done. */
  @Override
  public void close() {
    closed = true;
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
