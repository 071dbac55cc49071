/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.node;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits until a node that is starting answers CQL. */
public final class Readiness {
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final int CONNECT_MILLIS = 1000;

  private Readiness() {}

  /** How the waiting ended. */
  public enum Outcome {
    /** The node answers. */
    READY,
    /** The node is not alive any more. */
    DIED,
    /** The time is over. */
    TIMED_OUT
  }

  /**
   * Waits.
   *
   * @param alive whether the node may still come to answer
   * @param address where it will answer
   * @param authentication whether clients have to log in
   * @param timeout how long to wait, from now on
   */
  public static Outcome await(
      BooleanSupplier alive, InetSocketAddress address, boolean authentication, Duration timeout)
      throws InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      if (!alive.getAsBoolean()) {
        return Outcome.DIED;
      }
      if (accepts(address) && answers(address, authentication)) {
        return Outcome.READY;
      }
      if (System.nanoTime() > deadline) {
        return Outcome.TIMED_OUT;
      }
      Thread.sleep(PAUSE.toMillis());
    }
  }

  private static boolean accepts(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MILLIS);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private static boolean answers(InetSocketAddress address, boolean authentication) {
    try (CqlSession session = LocalSessions.builder(address, authentication).build()) {
      return session.execute("SELECT release_version FROM system.local").one() != null;
    } catch (DriverException notYet) {
      return false;
    }
  }
}
