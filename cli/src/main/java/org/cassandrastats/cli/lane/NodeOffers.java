/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.lane;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ConnectionFailures;
import org.cassandrastats.cli.lane.NodeOffer.Lane;
import org.cassandrastats.cli.schema.Families;
import org.cassandrastats.cli.schema.LiveSchema;
import org.cassandrastats.cli.schema.LiveSchemaReader;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * Asks nodes what they offer. Each is asked by itself, because the node that a client sends a query
 * to is the one that looks up and runs the functions.
 */
public record NodeOffers(Cluster cluster, Families families, String keyspace) {
  /** What each of the nodes offers, in their order. */
  public Lanes of(List<Node> nodes) {
    return new Lanes(nodes.stream().map(this::of).toList(), keyspace);
  }

  private NodeOffer of(Node node) {
    List<String> notes = new ArrayList<>();
    try {
      Optional<String> jar = jar(node);
      Optional<Boolean> udfs = udfs(node, notes);
      return new NodeOffer(
          Cluster.name(node),
          Optional.of(version(node)),
          udfs,
          setting(node, "user_defined_functions_threads_enabled"),
          jar,
          lane(node, jar, notes),
          notes);
    } catch (DriverException failed) {
      return new NodeOffer(
          Cluster.name(node),
          Optional.ofNullable(node.getCassandraVersion()).map(Object::toString),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Lane.UNKNOWN,
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
    LiveSchema live = LiveSchemaReader.read(cluster, node, keyspace);
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
}
