/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A forked process that does not outlive this JVM, unless it is released. Ending it is safe at any
 * time and from any thread, also while it is being started.
 */
public final class ChildProcess {
  private static final Duration GRACE = Duration.ofSeconds(60);

  private final Runnable afterwards;
  private final ExitGuard guard;
  private Process process;
  private boolean ended;

  /**
   * Prepares for a process.
   *
   * @param afterwards runs once, after the process has ended by {@link #kill} or with the JVM
   */
  public ChildProcess(String name, Runnable afterwards) {
    this.afterwards = afterwards;
    try {
      this.guard = ExitGuard.register("end " + name, this::kill);
    } catch (IllegalStateException alreadyEnding) {
      afterwards.run();
      throw alreadyEnding;
    }
  }

  /** What a process is made from. */
  @FunctionalInterface
  public interface Preparation {
    /** Writes the files that the process needs, and says how it is started. */
    ProcessBuilder prepare() throws IOException;
  }

  /** Starts the process. */
  public Process start(ProcessBuilder builder) throws IOException {
    return start(() -> builder);
  }

  /**
   * Prepares and starts the process. What is to be done afterwards waits for that, so that it finds
   * all files that were written.
   *
   * @throws IllegalStateException if this has been ended: nothing is prepared then
   */
  public synchronized Process start(Preparation preparation) throws IOException {
    if (ended) {
      throw new IllegalStateException("this JVM is ending");
    }
    process = preparation.prepare().start();
    return process;
  }

  /** Releases the process, which lives on, whatever becomes of this JVM. */
  synchronized void release() {
    guard.release();
    ended = true;
  }

  /** Asks the process to end, waits, and kills it if it does not. Nothing after it was released. */
  void terminate() {
    Process running = toEnd();
    if (running != null) {
      running.destroy();
      waitFor(running, GRACE);
    }
    kill();
  }

  /** Ends the process and all that it has started, at once. */
  public synchronized void kill() {
    if (ended) {
      return;
    }
    ended = true;
    if (process != null) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      waitFor(process.destroyForcibly(), GRACE);
    }
    afterwards.run();
    guard.release();
  }

  private synchronized Process toEnd() {
    return ended ? null : process;
  }

  private static void waitFor(Process process, Duration limit) {
    try {
      process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
