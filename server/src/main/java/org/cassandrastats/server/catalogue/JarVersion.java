/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.catalogue;

import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.scalars.StatsVersion;

/** Which jar a node has. */
public final class JarVersion {
  private JarVersion() {}

  /**
   * The version of the server jar on the node that answers. Only the jar has this function: where
   * it is unknown there is no jar.
   *
   * @return for example {@code 0.0.1}; never null
   */
  @CqlFunction("jar_version")
  public static String jarVersion() {
    return StatsVersion.statsVersion();
  }
}
