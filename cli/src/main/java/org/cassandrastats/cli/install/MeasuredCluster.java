/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.cassandrastats.catalogue.file.CatalogueFile;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.cli.lane.Lanes;
import org.cassandrastats.cli.lane.NodeCapabilities.Lane;
import org.cassandrastats.cli.lane.NodeCapabilitiesReader;
import org.cassandrastats.cli.schema.Families;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * A user's cluster for measurements: what answers the pack's functions there, and whether a
 * keyspace of one's own can be made.
 */
public record MeasuredCluster(Cluster cluster, Lanes lanes, String keyspace)
    implements AutoCloseable {
  /**
   * Connects, and asks every node what it offers.
   *
   * @throws UserError if the cluster cannot be reached
   */
  public static MeasuredCluster open(ClusterOptions options) {
    String keyspace = options.keyspace();
    Cluster cluster = options.open();
    try {
      Lanes lanes =
          new NodeCapabilitiesReader(cluster, Families.all(CatalogueFile.read()), keyspace)
              .of(cluster.nodes());
      return new MeasuredCluster(cluster, lanes, keyspace);
    } catch (RuntimeException | Error failed) {
      cluster.close();
      throw failed;
    }
  }

  /** The session; its nodes are those of all datacenters. */
  public CqlSession session() {
    return cluster.session();
  }

  /** The keyspace of the functions, as CQL names it. */
  public String functions() {
    return Identifier.quoteIfNeeded(keyspace);
  }

  /**
   * What answers: {@code native}, {@code udf-threads-on}, {@code udf-threads-off}, or {@code udf}.
   */
  public String lane() {
    if (lanes.answering() == Lane.NATIVE) {
      return "native";
    }
    return lanes
        .offers()
        .get(0)
        .udfThreads()
        .map(on -> on ? "udf-threads-on" : "udf-threads-off")
        .orElse("udf");
  }

  /** Whether every node has the server jar, so that native functions can answer everywhere. */
  public boolean everyNodeHasJar() {
    return lanes.allHaveJar();
  }

  /** The versions of Cassandra that the nodes run, ", " between them. */
  public String versions() {
    TreeSet<String> versions = new TreeSet<>();
    lanes.offers().forEach(offer -> offer.cassandra().ifPresent(versions::add));
    return String.join(", ", versions);
  }

  /** How many nodes there are. */
  public int size() {
    return cluster.nodes().size();
  }

  /** As many replicas as every datacenter has nodes for, at most 3: a map in CQL. */
  public String replication() {
    return Cluster.replication(null, cluster.datacenters());
  }

  /** What keeps the pack's functions from answering on every node, with what to do about it. */
  public List<String> problemsOfFunctions() {
    List<String> problems = new ArrayList<>();
    lanes
        .names(offer -> offer.udfs().equals(Optional.of(false)))
        .filter(nodes -> lanes.answering() != Lane.NATIVE)
        .ifPresent(
            nodes ->
                problems.add(
                    "User-defined functions are disabled on %s (user_defined_functions_enabled: false), and no native functions answer %s.* there."
                        .formatted(nodes, keyspace)));
    if (lanes.answering() == Lane.NONE || lanes.answering() == Lane.UNKNOWN) {
      problems.add(lanes.nothingAnswers());
      return problems;
    }
    if (problems.isEmpty() && !lanes.nodesAgree()) {
      problems.addAll(lanes.advice(CatalogueFile.read().version()));
    }
    if (problems.isEmpty()) {
      cluster.nodes().forEach(node -> call(node).ifPresent(problems::add));
    }
    return problems;
  }

  private Optional<String> call(Node node) {
    String functions = functions();
    try {
      cluster.query(
          node,
          "SELECT %s.mean(position), %s.tdigest(position) FROM system_schema.columns WHERE keyspace_name = 'system_schema' AND table_name = 'indexes'"
              .formatted(functions, functions));
      return Optional.empty();
    } catch (UnauthorizedException denied) {
      return Optional.of(
          "%s. GRANT EXECUTE ON ALL FUNCTIONS IN KEYSPACE %s TO the role."
              .formatted(denied.getMessage(), functions));
    } catch (InvalidQueryException incomplete) {
      return Optional.of(
          "The functions of keyspace %s do not answer on %s: %s. Run verify, then install."
              .formatted(keyspace, Cluster.name(node), incomplete.getMessage()));
    }
  }

  /**
   * Why a keyspace cannot be made, with what to do about it.
   *
   * @param own its name, which needs no quotes
   * @param marker comment of every table that an earlier run has made there
   * @param mayExist whether what an earlier run has left may be replaced
   */
  public Optional<String> problemOfKeyspace(String own, String marker, boolean mayExist) {
    Node node = cluster.coordinator();
    boolean exists =
        !cluster
            .query(
                node,
                "SELECT keyspace_name FROM system_schema.keyspaces WHERE keyspace_name = ?",
                own)
            .isEmpty();
    if (!exists) {
      return new NodeCapabilitiesReader.Probes(cluster)
          .createKeyspace(node)
          .map(denial -> denial + ". GRANT CREATE ON ALL KEYSPACES TO the role.");
    }
    List<Row> tables =
        cluster.query(
            node, "SELECT comment FROM system_schema.tables WHERE keyspace_name = ?", own);
    boolean made =
        !tables.isEmpty() && tables.stream().allMatch(table -> marker.equals(table.getString(0)));
    if (!made) {
      return Optional.of(
          "There is a keyspace %s that bench has not made. It is left alone: rename it, or drop it if nothing in it is needed."
              .formatted(own));
    }
    return mayExist
        ? Optional.empty()
        : Optional.of(
            "There is a keyspace %s from a run of bench that was killed, or that goes on elsewhere. If none goes on, add --resume, or --restart, to replace it, or DROP KEYSPACE %s."
                .formatted(own, own));
  }

  @Override
  public void close() {
    cluster.close();
  }
}
