/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.node;

import java.nio.file.Path;
import java.util.Map;

/** Where this program keeps what it can make again. */
final class UserDirectories {
  private final Map<String, String> environment;

  UserDirectories(Map<String, String> environment) {
    this.environment = environment;
  }

  /** The user's cache directory for this program, by the XDG base directory specification. */
  Path cache() {
    String configured = environment.get("XDG_CACHE_HOME");
    // The specification has relative paths ignored.
    Path base =
        configured != null && Path.of(configured).isAbsolute()
            ? Path.of(configured)
            : Path.of(System.getProperty("user.home"), ".cache");
    return base.resolve("cassandra-stats");
  }
}
