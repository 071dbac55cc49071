/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.cassandrastats.catalogue.Statement;
import org.cassandrastats.cli.node.CassandraVersion;
import org.cassandrastats.cli.node.FileTree;
import org.cassandrastats.cli.node.Node;
import org.cassandrastats.cli.node.StoredTables;

/**
 * Schemas of local nodes that certain statements have made, kept so that later nodes begin with
 * them: hundreds of schema changes take longer than the start of a node.
 *
 * @param directory made when needed
 */
record SchemaCopies(Path directory) {
  private static final int KEPT = 12;

  /** Whether such nodes can begin with a copy; from 6.0 on the schema is a log of its changes. */
  static boolean support(CassandraVersion version) {
    return version.major() < 6;
  }

  /** The schema that statements make on a version of Cassandra. */
  Optional<Path> find(CassandraVersion version, List<Statement> statements) {
    return Optional.of(path(version, statements)).filter(Files::exists);
  }

  /** Keeps the schema of a node on which these statements were run, and nothing else. */
  void save(Node node, List<Statement> statements) {
    Path copy = path(node.settings().version(), statements);
    Path unfinished = directory.resolve(UUID.randomUUID().toString());
    try {
      Files.createDirectories(directory);
      StoredTables.copySchema(node, unfinished);
      if (!Files.exists(copy)) {
        Files.move(unfinished, copy, StandardCopyOption.ATOMIC_MOVE);
      }
      removeOldest();
    } catch (IOException notKept) {
      // The node is as it should be; the next one takes as long.
    } finally {
      remove(unfinished);
    }
  }

  private Path path(CassandraVersion version, List<Statement> statements) {
    StringBuilder text = new StringBuilder();
    statements.forEach(statement -> text.append(statement.cql()).append('\n'));
    UUID key = UUID.nameUUIDFromBytes(text.toString().getBytes(StandardCharsets.UTF_8));
    return directory.resolve("cassandra-%s-%s".formatted(version, key));
  }

  private void removeOldest() throws IOException {
    try (Stream<Path> copies = Files.list(directory)) {
      copies
          .sorted(Comparator.comparing((Path copy) -> copy.toFile().lastModified()).reversed())
          .skip(KEPT)
          .forEach(SchemaCopies::remove);
    }
  }

  /** Removes a copy, if that is possible. */
  static void remove(Path path) {
    try {
      FileTree.remove(path);
    } catch (IOException remains) {
      // It is in nobody's way.
    }
  }
}
