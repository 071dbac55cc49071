/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What the user of {@code install} may allow. */
final class InstallChoices {
  @Spec(Target.MIXEE)
  private CommandSpec spec;

  /** A CQL map, or null. */
  String replication;

  @Option(
      names = "--allow-unreachable",
      description =
          "Go on although a node cannot be asked. It gets the functions when it is back; whether it"
              + " allows them is not known.")
  boolean allowUnreachable;

  @Option(
      names = "--allow-downgrade",
      description = "Replace functions of a newer version by those of this one.")
  boolean allowDowngrade;

  @Option(
      names = "--replace-foreign",
      description = "Replace functions of the same signature that are not of this pack.")
  boolean replaceForeign;

  @Option(
      names = "--prune",
      description = "Drop functions of another version of the pack that this one does not have.")
  boolean prune;

  /** Whether anything was allowed. */
  boolean areGiven() {
    return allowUnreachable || allowDowngrade || replaceForeign || prune || replication != null;
  }

  @Option(
      names = "--replication",
      paramLabel = "MAP",
      description =
          "The replication of the keyspace if it has to be created, such as"
              + " \"{'class': 'NetworkTopologyStrategy', 'dc1': 3}\". Functions are kept by every"
              + " node whatever it is. Default: as many replicas per datacenter as the smallest has"
              + " nodes, at most 3.")
  void setReplication(String map) {
    if (!map.strip().startsWith("{") || !map.strip().endsWith("}") || map.contains(";")) {
      throw new ParameterException(
          spec.commandLine(),
          "--replication is %s: expected a map such as {'class': 'NetworkTopologyStrategy', 'dc1': 3}"
              .formatted(map));
    }
    replication = map.strip();
  }
}
