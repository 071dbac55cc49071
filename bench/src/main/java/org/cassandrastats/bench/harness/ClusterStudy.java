/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.harness;

import org.cassandrastats.cli.connection.ClusterOptions;
import picocli.CommandLine.Mixin;

/** A study that can measure the user's own cluster, too. */
public abstract class ClusterStudy extends Study {
  @Mixin private ClusterOptions cluster;

  @Override
  protected final ClusterOptions cluster() {
    return cluster;
  }
}
