/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;

/** A cqlsh of this machine, for nodes that bring none. */
@FunctionalInterface
public interface HostCqlsh {
  /**
   * Runs the statements of a file on a node.
   *
   * @param requestTimeout how long cqlsh waits for an answer; whole seconds
   */
  LocalCluster.ScriptOutput run(InetSocketAddress node, Path script, Duration requestTimeout);
}
