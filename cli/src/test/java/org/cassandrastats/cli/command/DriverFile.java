/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.cassandrastats.localcluster.node.Node;

/** A file for {@code --driver-config} that names a node and a login. */
public final class DriverFile {
  private DriverFile() {}

  /**
   * Writes the file, in place of one that is there.
   *
   * @param more further settings of the driver, each of one or more lines
   */
  public static Path write(Path directory, Node node, String role, String password, String... more)
      throws IOException {
    return Files.writeString(
        directory.resolve("driver.conf"),
        """
        datastax-java-driver {
          basic.contact-points = ["127.0.0.1:%d"]
          advanced.auth-provider {
            class = PlainTextAuthProvider
            username = %s
            password = %s
          }
          %s
        }
        """
            .formatted(node.address().getPort(), role, password, String.join("\n", more)));
  }
}
