/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.lane;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ConnectionFailures;
import org.cassandrastats.cli.lane.NodeCapabilities.Lane;
import org.cassandrastats.cli.schema.Families;
import org.cassandrastats.cli.schema.LiveSchema;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * Asks nodes what they offer. Each is asked by itself, because the node that a client sends a query
 * to is the one that looks up and runs the functions.
 */
public record NodeCapabilitiesReader(Cluster cluster, Families families, String keyspace) {
  private static final String FEATURES = "SELECT name, value, state FROM stats_admin.features";

  /** What each of the nodes offers, in their order. */
  public Lanes of(List<Node> nodes) {
    return new Lanes(nodes.stream().map(this::of).toList(), keyspace);
  }

  private NodeCapabilities of(Node node) {
    List<String> notes = new ArrayList<>();
    try {
      Optional<String> jar = jar(node);
      Optional<Boolean> udfs = udfs(node, notes);
      return new NodeCapabilities(
          Cluster.name(node),
          Optional.of(version(node)),
          udfs,
          setting(node, "user_defined_functions_threads_enabled"),
          jar,
          lane(node, jar, notes),
          features(node, notes),
          notes);
    } catch (DriverException failed) {
      return new NodeCapabilities(
          Cluster.name(node),
          Optional.ofNullable(node.getCassandraVersion()).map(Object::toString),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Lane.UNKNOWN,
          List.of(),
          List.of("cannot be asked: " + ConnectionFailures.firstLine(failed)));
    }
  }

  private String version(Node node) {
    return cluster.query(node, "SELECT release_version FROM system.local").get(0).getString(0);
  }

  private Optional<String> jar(Node node) {
    try {
      String call = Identifier.quoteIfNeeded(keyspace) + ".jar_version()";
      List<Row> rows = cluster.query(node, "SELECT " + call + " FROM system.local");
      return rows.stream().map(row -> row.getString(0)).findFirst();
    } catch (InvalidQueryException noSuchFunction) {
      return Optional.empty();
    }
  }

  private List<JarFeature> features(Node node, List<String> notes) {
    try {
      return cluster.query(node, FEATURES).stream()
          .map(
              row ->
                  new JarFeature(
                      row.getString(0),
                      Optional.ofNullable(row.getString(1)).orElse(""),
                      row.getString(2)))
          .sorted(Comparator.comparing(JarFeature::name))
          .toList();
    } catch (InvalidQueryException noSuchTable) {
      return List.of();
    } catch (UnauthorizedException denied) {
      notes.add(
          "what of the server jar is active is not known: GRANT SELECT ON stats_admin.features TO"
              + " the role");
      return List.of();
    }
  }

  private Optional<Boolean> udfs(Node node, List<String> notes) {
    Optional<Boolean> enabled = setting(node, "user_defined_functions_enabled");
    if (enabled.isPresent()) {
      return enabled;
    }
    return switch (new Probes(cluster).functions(node, keyspace)) {
      case ALLOWED -> Optional.of(true);
      case DISABLED -> Optional.of(false);
      case NOT_PERMITTED -> {
        notes.add(
            "the role may neither read system_views.settings nor create functions, so whether"
                + " user-defined functions are enabled is not known");
        yield Optional.empty();
      }
    };
  }

  private Optional<Boolean> setting(Node node, String name) {
    try {
      return cluster
          .query(node, "SELECT value FROM system_views.settings WHERE name = ?", name)
          .stream()
          .map(row -> Boolean.parseBoolean(row.getString(0)))
          .findFirst();
    } catch (UnauthorizedException denied) {
      return Optional.empty();
    }
  }

  private Lane lane(Node node, Optional<String> jar, List<String> notes) {
    LiveSchema live = LiveSchema.Reader.read(cluster, node, keyspace);
    if (live.functions().values().stream().noneMatch(families::cover)) {
      return jar.isPresent() ? Lane.NATIVE : Lane.NONE;
    }
    Catalogue catalogue = families.catalogue();
    int missing = live.missing(catalogue);
    if (missing > 0) {
      notes.add(
          "%d of the %d user-defined functions and aggregates are missing%s"
              .formatted(
                  missing,
                  catalogue.functions().size() + catalogue.aggregates().size(),
                  jar.isPresent() ? "; native ones answer in their place" : ""));
    }
    return Lane.CQL;
  }

  /**
   * Finds out what a role may do and a node allows. Most roles may read neither the permission
   * tables nor {@code system_views.settings}, so this sends statements that no node can carry out:
   * Cassandra checks permission first, then whether functions are enabled, then whether the
   * statement makes sense, and these do not.
   */
  public record Probes(Cluster cluster) {
    private static final String NAME = "cassandra_stats_probe";
    private static final String DISABLED = "User-defined functions are disabled";

    /** What a node said to a function that nobody could create. */
    public enum FunctionAnswer {
      ALLOWED,
      NOT_PERMITTED,
      DISABLED
    }

    /**
     * Whether a node would let the role create functions in a keyspace, which may not exist. Nodes
     * remember a denial (permissions_validity, 2 s by default), and would still refuse the role
     * after it has created the keyspace; so another one, which nobody creates, is asked about.
     */
    public FunctionAnswer functions(Node node, String keyspace) {
      try {
        cluster.query(
            node,
            "CREATE FUNCTION %s.%s (a int, a int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS ''"
                .formatted(
                    exists(node, keyspace) ? Identifier.quoteIfNeeded(keyspace) : NAME, NAME));
      } catch (UnauthorizedException denied) {
        return FunctionAnswer.NOT_PERMITTED;
      } catch (InvalidQueryException refused) {
        return String.valueOf(refused.getMessage()).contains(DISABLED)
            ? FunctionAnswer.DISABLED
            : FunctionAnswer.ALLOWED;
      }
      throw new IllegalStateException("a function with two parameters of one name was accepted");
    }

    private boolean exists(Node node, String keyspace) {
      return !cluster
          .query(
              node,
              "SELECT keyspace_name FROM system_schema.keyspaces WHERE keyspace_name = ?",
              keyspace)
          .isEmpty();
    }

    /** What the server says if the role may not create keyspaces. */
    public Optional<String> createKeyspace(Node node) {
      return denial(
          node,
          "CREATE KEYSPACE IF NOT EXISTS system_schema WITH replication ="
              + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
    }

    /** What the server says if the role may not create types in the keyspace. */
    public Optional<String> createType(Node node, String keyspace) {
      return denial(
          node,
          "CREATE TYPE %s.%s (a int, a int)".formatted(Identifier.quoteIfNeeded(keyspace), NAME));
    }

    /** What the server says if the role may not do what a {@code CREATE OR REPLACE} does. */
    public Optional<String> createOrReplace(Node node, String cql) {
      String contradiction =
          cql.replaceFirst(
              "^CREATE OR REPLACE (FUNCTION|AGGREGATE) ", "CREATE OR REPLACE $1 IF NOT EXISTS ");
      if (contradiction.equals(cql)) {
        throw new IllegalArgumentException("not a CREATE OR REPLACE statement: " + cql);
      }
      return denial(node, contradiction);
    }

    private Optional<String> denial(Node node, String impossible) {
      try {
        cluster.query(node, impossible);
      } catch (UnauthorizedException denied) {
        return Optional.of(String.valueOf(denied.getMessage()));
      } catch (InvalidQueryException refused) {
        return Optional.empty();
      }
      throw new IllegalStateException("a statement that cannot be carried out was: " + impossible);
    }
  }
}
