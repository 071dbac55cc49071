/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.node;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Where a node keeps its files. */
record NodeFiles(Path root) {
  Path configuration() {
    return root.resolve("cassandra.yaml");
  }

  Path logConfiguration() {
    return root.resolve("logback.xml");
  }

  Path log() {
    return root.resolve("node.log");
  }

  /** Cassandra's own storage directory; its data, commit log and so on are below. */
  Path storage() {
    return root.resolve("storage");
  }

  /** The schema as Cassandra stores it. */
  Path schema() {
    return storage().resolve("data").resolve("system_schema");
  }

  /** Makes what a node needs to start, over its data if there are some. */
  void create(NodeSettings settings) throws IOException {
    if (settings.schema() != null && !Files.exists(storage())) {
      FileTree.copy(settings.schema(), schema());
    }
    Files.createDirectories(storage());
    try (InputStream logback = NodeFiles.class.getResourceAsStream("logback.xml")) {
      Files.copy(logback, logConfiguration(), StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
