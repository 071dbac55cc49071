/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.running;

import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.metrics.ClientMetrics;
import org.apache.cassandra.transport.ConnectedClient;

/**
 * The clients of this node, looked up at most once a second. A request knows the address of its
 * client, but not whether the connection is still there.
 */
final class ConnectedClients {
  private static final long PERIOD = TimeUnit.SECONDS.toNanos(1);

  private volatile Snapshot last = new Snapshot(System.nanoTime() - 2 * PERIOD, Set.of());

  /**
   * Whether a connection has been closed, as of a second ago or later.
   *
   * @param client the address at the other end; null where a request came from this node itself
   * @param since a {@link System#nanoTime} at which it was open: an older list may not have it yet
   */
  boolean haveLost(InetSocketAddress client, long since) {
    Snapshot known = upToDate(System.nanoTime());
    return client != null && known.taken - since > 0 && !known.addresses.contains(client);
  }

  private Snapshot upToDate(long now) {
    return now - last.taken < PERIOD ? last : take(now);
  }

  private synchronized Snapshot take(long now) {
    if (now - last.taken >= PERIOD) {
      Set<InetSocketAddress> addresses = new HashSet<>();
      for (ConnectedClient client : ClientMetrics.instance.allConnectedClients()) {
        addresses.add(client.remoteAddress());
      }
      last = new Snapshot(now, addresses);
    }
    return last;
  }

  private static final class Snapshot {
    private final long taken;
    private final Set<InetSocketAddress> addresses;

    Snapshot(long taken, Set<InetSocketAddress> addresses) {
      this.taken = taken;
      this.addresses = addresses;
    }
  }
}
