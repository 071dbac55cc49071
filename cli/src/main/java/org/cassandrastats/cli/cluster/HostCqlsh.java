/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.cluster;

import java.net.InetSocketAddress;
import java.nio.file.Path;

/** A cqlsh of this machine, for nodes that bring none. */
@FunctionalInterface
public interface HostCqlsh {
  /** Runs the statements of a file on a node. */
  ScriptOutput run(InetSocketAddress node, Path script);
}
