/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.node;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/** Waits until a node that is starting answers CQL. */
final class Readiness {
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final int CONNECT_MILLIS = 1000;

  private final Process process;
  private final InetSocketAddress address;
  private final boolean authentication;
  private final long deadline;

  Readiness(Process process, InetSocketAddress address, boolean authentication, Duration timeout) {
    this.process = process;
    this.address = address;
    this.authentication = authentication;
    this.deadline = System.nanoTime() + timeout.toNanos();
  }

  enum Outcome {
    READY,
    DIED,
    TIMED_OUT
  }

  Outcome await() throws InterruptedException {
    while (true) {
      if (!process.isAlive()) {
        return Outcome.DIED;
      }
      if (accepts() && answers()) {
        return Outcome.READY;
      }
      if (System.nanoTime() > deadline) {
        return Outcome.TIMED_OUT;
      }
      Thread.sleep(PAUSE.toMillis());
    }
  }

  private boolean accepts() {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MILLIS);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private boolean answers() {
    try (CqlSession session = LocalSessions.builder(address, authentication).build()) {
      return session.execute("SELECT release_version FROM system.local").one() != null;
    } catch (DriverException notYet) {
      return false;
    }
  }
}
