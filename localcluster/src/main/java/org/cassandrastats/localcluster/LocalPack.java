/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Statement;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.localcluster.node.CassandraVersion;
import org.cassandrastats.localcluster.node.FileTree;
import org.cassandrastats.localcluster.node.LocalNodeException;
import org.cassandrastats.localcluster.node.ManagementConnection;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeListener;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.cassandrastats.localcluster.node.StoredTables;

/** The pack on a local node: in the keyspace stats, on one replica. */
public final class LocalPack {
  private static final String KEYSPACE = "stats";

  private LocalPack() {}

  /** Starts a node with the whole pack. */
  public static Node start(NodeSettings.Builder settings, NodeListener listener) {
    return start(settings, CatalogueFile.read(), listener);
  }

  /**
   * Starts a node with what a catalogue holds: with a copy of the schema of an earlier one if there
   * is one, which takes seconds where the statements take half a minute.
   */
  public static Node start(
      NodeSettings.Builder settings, Catalogue catalogue, NodeListener listener) {
    List<Statement> statements = statements(catalogue);
    SchemaCopies copies = new SchemaCopies(Node.cache().resolve("schemas"));
    Optional<Path> copy = copies.find(settings.version(), statements);
    if (copy.isPresent()) {
      try {
        return Node.start(settings.schema(copy.get()).build(), listener);
      } catch (LocalNodeException failed) {
        // It may be damaged. If something else is wrong, that is said below.
        listener.say("The node did not start with the kept schema: starting without it ...");
      }
    }
    Node node = Node.start(settings.schema(null).build(), listener);
    copy.ifPresent(SchemaCopies::remove);
    try (CqlSession session = node.sessionBuilder().build()) {
      install(session, statements, listener);
      if (SchemaCopies.support(settings.version())) {
        copies.save(node, statements);
      }
      return node;
    } catch (RuntimeException | Error failed) {
      node.close();
      throw failed;
    }
  }

  /** Creates the keyspace and installs the whole pack there. */
  public static void install(CqlSession session, NodeListener listener) {
    install(session, CatalogueFile.read(), listener);
  }

  /** Creates the keyspace and installs what a catalogue holds there. */
  public static void install(CqlSession session, Catalogue catalogue, NodeListener listener) {
    install(session, statements(catalogue), listener);
  }

  /**
   * Creates the keyspace and installs some aggregates there, with the functions that they run.
   *
   * @param names of the aggregates, with all their overloads
   */
  public static void install(CqlSession session, Set<String> names, NodeListener listener) {
    install(session, statements(some(names)), listener);
  }

  private static Catalogue some(Set<String> names) {
    Catalogue all = CatalogueFile.read();
    List<Aggregate> aggregates =
        all.aggregates().stream().filter(aggregate -> names.contains(aggregate.name())).toList();
    Set<String> functions = new HashSet<>();
    for (Aggregate aggregate : aggregates) {
      functions.add(aggregate.stateFunction());
      functions.add(aggregate.finalFunction());
    }
    return new Catalogue(
        all.version(),
        List.of(),
        all.functions().stream().filter(function -> functions.contains(function.name())).toList(),
        aggregates);
  }

  private static List<Statement> statements(Catalogue catalogue) {
    List<Statement> statements = new ArrayList<>();
    statements.add(
        new Statement(
            "KEYSPACE " + KEYSPACE,
            "CREATE KEYSPACE IF NOT EXISTS "
                + KEYSPACE
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"));
    statements.addAll(catalogue.installStatements(KEYSPACE));
    return statements;
  }

  private static void install(
      CqlSession session, List<Statement> statements, NodeListener listener) {
    // Reading the whole schema back after each statement takes longer than the statement.
    session.setSchemaMetadataEnabled(false);
    try (NodeListener.Task task =
        listener.counted("Installing the pack", statements.size(), "statements")) {
      for (int i = 0; i < statements.size(); i++) {
        run(session, statements.get(i));
        task.reached(i + 1, "");
      }
    } finally {
      session.setSchemaMetadataEnabled(null);
    }
  }

  private static void run(CqlSession session, Statement statement) {
    boolean agreed;
    try {
      // The driver waits for agreement after each schema change, as long as it is configured to.
      agreed =
          session
              .execute(SimpleStatement.newInstance(statement.cql()))
              .getExecutionInfo()
              .isSchemaInAgreement();
    } catch (DriverException failed) {
      throw new LocalNodeException(
          "%s failed: %s".formatted(statement.object(), failed.getMessage()), failed);
    }
    if (!agreed && !session.checkSchemaAgreement()) {
      throw new LocalNodeException(
          ("The nodes do not agree on the schema after %s. Wait until \"nodetool describecluster\""
                  + " shows one schema version, then run this again.")
              .formatted(statement.object()));
    }
  }

  /**
   * Schemas of local nodes that certain statements have made, kept so that later nodes begin with
   * them: hundreds of schema changes take longer than the start of a node.
   *
   * @param directory made when needed
   */
  private record SchemaCopies(Path directory) {
    private static final int KEPT = 12;

    /**
     * Whether copies of such nodes can be made, and begun with: from 6.0 on the schema is a log of
     * its changes.
     */
    static boolean support(CassandraVersion version) {
      return version.major() < 6 && ManagementConnection.canAttach();
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
}
