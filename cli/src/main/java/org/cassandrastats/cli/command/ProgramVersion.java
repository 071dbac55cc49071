/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import picocli.CommandLine.IVersionProvider;

/** The version that --version prints, from the jar's manifest. */
final class ProgramVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = ProgramVersion.class.getPackage().getImplementationVersion();
    return new String[] {"cassandra-stats " + (version == null ? "(not packaged)" : version)};
  }
}
