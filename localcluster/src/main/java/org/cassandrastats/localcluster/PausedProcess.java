/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Stops a process for four fifths of the time, in short turns, until that is closed. */
public final class PausedProcess implements Slowdown {
  private static final Duration STOPPED = Duration.ofMillis(40);
  private static final Duration GOING = Duration.ofMillis(10);

  private final ProcessHandle process;
  private final Background pauses;

  private PausedProcess(ProcessHandle process) {
    this.process = process;
    this.pauses = Background.start("pause a process", this::pause);
  }

  /** Begins at once. */
  public static PausedProcess start(ProcessHandle process) {
    return new PausedProcess(process);
  }

  private void pause() {
    signal("STOP");
    LockSupport.parkNanos(STOPPED.toNanos());
    signal("CONT");
    LockSupport.parkNanos(GOING.toNanos());
  }

  /** Does nothing where the process has ended: its id may be that of another one by then. */
  private void signal(String name) {
    if (!process.isAlive()) {
      return;
    }
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    pauses.close();
    signal("CONT");
  }
}
