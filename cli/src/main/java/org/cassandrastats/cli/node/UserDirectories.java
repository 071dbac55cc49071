/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.node;

import java.nio.file.Path;
import java.util.Map;

/** Where this program keeps its own files, by the XDG base directory specification. */
record UserDirectories(Map<String, String> environment) {
  /** For what can be made again. */
  Path cache() {
    return directory("XDG_CACHE_HOME", ".cache");
  }

  /** For what is true for the time being, such as which nodes run. */
  Path state() {
    return directory("XDG_STATE_HOME", ".local/state");
  }

  private Path directory(String variable, String underHome) {
    String configured = environment.get(variable);
    // The specification has relative paths ignored.
    Path base =
        configured != null && Path.of(configured).isAbsolute()
            ? Path.of(configured)
            : Path.of(System.getProperty("user.home")).resolve(underHome);
    return base.resolve("cassandra-stats");
  }
}
