/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import org.cassandrastats.cli.lane.Lane;
import org.cassandrastats.cli.node.NodeSettings;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * Which lane a local node answers in.
 *
 * @param lane CQL or native
 * @param udfThreads whether user-defined functions run in threads of their own, in the CQL lane
 */
record LaneOptions(Lane lane, boolean udfThreads) {
  /**
   * Reads the options.
   *
   * @param nativeLane whether --native was given
   * @param udfThreads what --udf-threads says; null if it was not given
   * @throws ParameterException if both were given
   */
  static LaneOptions of(CommandLine command, boolean nativeLane, OnOff udfThreads) {
    if (nativeLane && udfThreads != null) {
      throw new ParameterException(
          command,
          "--udf-threads does not go with --native: in the native lane user-defined functions are"
              + " disabled");
    }
    return new LaneOptions(
        nativeLane ? Lane.NATIVE : Lane.CQL, udfThreads == null || udfThreads.isOn());
  }

  NodeSettings.Builder applyTo(NodeSettings.Builder builder) {
    return lane == Lane.NATIVE
        ? builder.serverJar(true).udfsEnabled(false)
        : builder.udfThreads(udfThreads);
  }
}
