/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.target;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.cassandrastats.cli.console.UserError;

/** Has one of several forked nodes miss writes, or answer late. */
public final class Replicas {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration STOPPED = Duration.ofMillis(40);
  private static final Duration GOING = Duration.ofMillis(10);

  private final List<NodeManagement> nodes;

  /** Of the nodes of a target. */
  public Replicas(List<NodeManagement> nodes) {
    this.nodes = List.copyOf(nodes);
  }

  /** While something is done, the other nodes take the last one for dead and keep no hints. */
  public void withoutLast(Runnable action) {
    NodeManagement last = nodes.get(nodes.size() - 1);
    nodes.forEach(node -> node.setHints(false));
    last.stopGossip();
    awaitUnreachable(1);
    try {
      action.run();
    } finally {
      last.startGossip();
    }
    awaitUnreachable(0);
  }

  private void awaitUnreachable(int wanted) {
    long start = System.nanoTime();
    for (NodeManagement node : nodes.subList(0, nodes.size() - 1)) {
      while (node.unreachableNodes() != wanted) {
        if (System.nanoTime() - start > TIMEOUT.toNanos()) {
          throw new UserError(
              "The nodes do not agree on which of them are up after %d s."
                  .formatted(TIMEOUT.toSeconds()));
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }

  /** Stops the last node for four fifths of the time, in short turns, until that is closed. */
  public Slowing slowLast() {
    return new Slowing(nodes.get(nodes.size() - 1).process());
  }

  /** A node that is being slowed down. */
  public static final class Slowing implements AutoCloseable {
    private final ProcessHandle process;
    private final Background turns;

    private Slowing(ProcessHandle process) {
      this.process = process;
      this.turns = Background.start("slow a node", this::turn);
    }

    /** The id of the process. */
    public long process() {
      return process.pid();
    }

    private void turn() {
      signal("STOP");
      LockSupport.parkNanos(STOPPED.toNanos());
      signal("CONT");
      LockSupport.parkNanos(GOING.toNanos());
    }

    private void signal(String name) {
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
      turns.close();
      signal("CONT");
    }
  }
}
