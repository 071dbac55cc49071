/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.install;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.cassandrastats.cql.catalogue.Aggregate;
import org.cassandrastats.cql.catalogue.Catalogue;
import org.cassandrastats.tools.console.Console;

/** The pack on a local node: in the keyspace stats, on one replica. */
public final class LocalPack {
  private static final String KEYSPACE = "stats";

  private LocalPack() {}

  /** Creates the keyspace and installs the whole pack there. */
  public static void install(CqlSession session, Console console) {
    install(session, Catalogue.load(), console);
  }

  /**
   * Creates the keyspace and installs some aggregates there, with the functions that they run.
   *
   * @param names of the aggregates, with all their overloads
   */
  public static void install(CqlSession session, Set<String> names, Console console) {
    Catalogue all = Catalogue.load();
    List<Aggregate> aggregates =
        all.aggregates().stream().filter(aggregate -> names.contains(aggregate.name())).toList();
    Set<String> functions = new HashSet<>();
    for (Aggregate aggregate : aggregates) {
      functions.add(aggregate.stateFunction());
      functions.add(aggregate.finalFunction());
    }
    Catalogue some =
        new Catalogue(
            all.version(),
            List.of(),
            all.functions().stream()
                .filter(function -> functions.contains(function.name()))
                .toList(),
            aggregates);
    install(session, some, console);
  }

  private static void install(CqlSession session, Catalogue catalogue, Console console) {
    session.execute(
        "CREATE KEYSPACE IF NOT EXISTS "
            + KEYSPACE
            + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    new StatementRunner(session, console)
        .run("Installing the pack", catalogue.installStatements(KEYSPACE));
  }

  /** The version of the pack that a node answers with, if it has one. */
  public static Optional<String> installedVersion(CqlSession session) {
    try {
      Row row = session.execute("SELECT " + KEYSPACE + ".stats_version() FROM system.local").one();
      return Optional.ofNullable(row).map(found -> found.getString(0));
    } catch (DriverException notInstalled) {
      return Optional.empty();
    }
  }
}
