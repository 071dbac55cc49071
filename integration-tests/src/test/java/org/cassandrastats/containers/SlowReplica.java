/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.containers;

import org.cassandrastats.localcluster.LocalCluster;
import org.cassandrastats.localcluster.Slowdown;

/** A node that can be slowed down for some requests. */
final class SlowReplica implements AutoCloseable {
  private final LocalCluster nodes;
  private final int number;
  private Slowdown slowdown;

  SlowReplica(LocalCluster nodes, int number) {
    this.nodes = nodes;
    this.number = number;
  }

  /** Has it be slow or not from now on. */
  void setSlow(boolean slow) {
    if (slow && slowdown == null) {
      slowdown = nodes.slow(number);
    } else if (!slow) {
      close();
    }
  }

  @Override
  public void close() {
    if (slowdown != null) {
      slowdown.close();
      slowdown = null;
    }
  }
}
