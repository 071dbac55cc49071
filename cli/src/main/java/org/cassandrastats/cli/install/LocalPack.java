/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.cassandrastats.catalogue.Aggregate;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Statement;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.node.Node;
import org.cassandrastats.cli.node.NodeSettings;
import org.cassandrastats.cli.schema.LiveSchema;

/** The pack on a local node: in the keyspace stats, on one replica. */
public final class LocalPack {
  private static final String KEYSPACE = "stats";

  private LocalPack() {}

  /** Starts a node with the whole pack. */
  public static Node start(NodeSettings.Builder settings, Console console) {
    return start(settings, Catalogue.load(), console);
  }

  /**
   * Starts a node with what a catalogue holds: with a copy of the schema of an earlier one if there
   * is one, which takes seconds where the statements take half a minute.
   */
  public static Node start(NodeSettings.Builder settings, Catalogue catalogue, Console console) {
    List<Statement> statements = statements(catalogue);
    SchemaCopies copies = new SchemaCopies(Node.cache().resolve("schemas"));
    Optional<Path> copy = copies.find(settings.version(), statements);
    if (copy.isPresent()) {
      try {
        return Node.start(settings.schema(copy.get()).build(), console);
      } catch (UserError failed) {
        // It may be damaged. If something else is wrong, that is said below.
        console.say("The node did not start with the kept schema: starting without it ...");
        SchemaCopies.remove(copy.get());
      }
    }
    Node node = Node.start(settings.schema(null).build(), console);
    boolean ready = false;
    try (CqlSession session = node.sessionBuilder().build()) {
      install(session, statements, console);
      if (SchemaCopies.support(settings.version())) {
        copies.save(node, statements);
      }
      ready = true;
      return node;
    } finally {
      if (!ready) {
        node.close();
      }
    }
  }

  /** Creates the keyspace and installs the whole pack there. */
  public static void install(CqlSession session, Console console) {
    install(session, statements(Catalogue.load()), console);
  }

  /**
   * Creates the keyspace and installs some aggregates there, with the functions that they run.
   *
   * @param names of the aggregates, with all their overloads
   */
  public static void install(CqlSession session, Set<String> names, Console console) {
    install(session, statements(some(names)), console);
  }

  private static Catalogue some(Set<String> names) {
    Catalogue all = Catalogue.load();
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

  private static void install(CqlSession session, List<Statement> statements, Console console) {
    // Reading the whole schema back after each statement takes longer than the statement.
    session.setSchemaMetadataEnabled(false);
    try (Progress progress =
        console.progress("Installing the pack", statements.size(), "statements")) {
      for (int i = 0; i < statements.size(); i++) {
        run(session, statements.get(i));
        progress.reached(i + 1);
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
      throw new UserError(
          "%s failed: %s".formatted(statement.object(), failed.getMessage()), failed);
    }
    if (!agreed && !session.checkSchemaAgreement()) {
      throw new UserError(
          ("The nodes do not agree on the schema after %s. Wait until \"nodetool describecluster\""
                  + " shows one schema version, then run this again.")
              .formatted(statement.object()));
    }
  }

  /** The version of the pack that a node answers with, if it has one. */
  public static Optional<String> installedVersion(CqlSession session) {
    try {
      Row row = session.execute("SELECT " + KEYSPACE + ".stats_version() FROM system.local").one();
      return Optional.ofNullable(row).map(found -> found.getString(0));
    } catch (DriverException withoutScalars) {
      return versionOfBodies(session);
    }
  }

  private static Optional<String> versionOfBodies(CqlSession session) {
    try {
      return session
          .execute("SELECT body FROM system_schema.functions WHERE keyspace_name = ?", KEYSPACE)
          .all()
          .stream()
          .flatMap(row -> LiveSchema.LiveFunction.packVersion(row.getString(0)).stream())
          .findFirst();
    } catch (DriverException noAnswer) {
      return Optional.empty();
    }
  }
}
