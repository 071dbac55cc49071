/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import java.io.UncheckedIOException;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.bench.target.NodeManagement;

/** Looks at the heap of a node again and again until it is closed. */
final class HeapWatch implements AutoCloseable {
  private static final long PAUSE_NANOS = 10_000_000;

  private final NodeManagement management;
  private final Thread thread;
  private volatile boolean closed;
  private volatile long most;

  HeapWatch(NodeManagement management) {
    this.management = management;
    this.thread = new Thread(this::watch, "heap watch");
    thread.setDaemon(true);
    thread.start();
  }

  private void watch() {
    try {
      while (!closed) {
        most = Math.max(most, management.heapBytes());
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (UncheckedIOException nodeIsGone) {
      // What the user asks then fails, too, and says so.
      closed = true;
    }
  }

  /** The most bytes that were in use at any look. */
  long most() {
    return Math.max(most, management.heapBytes());
  }

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
