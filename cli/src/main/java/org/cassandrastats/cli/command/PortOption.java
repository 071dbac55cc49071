/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import java.util.OptionalInt;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The option --port of the node commands. */
final class PortOption {
  private static final int CASSANDRAS_OWN = 9042;
  private static final int LARGEST = 65_535;

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  private Integer port;

  @Option(
      names = "--port",
      paramLabel = "P",
      description = "Port of the node for CQL. Default: 9042.")
  void setPort(int newPort) {
    if (newPort < 1 || newPort > LARGEST) {
      throw new ParameterException(
          spec.commandLine(), "--port is " + newPort + ": expected 1 to " + LARGEST);
    }
    port = newPort;
  }

  int orDefault() {
    return port == null ? CASSANDRAS_OWN : port;
  }

  OptionalInt given() {
    return port == null ? OptionalInt.empty() : OptionalInt.of(port);
  }
}
