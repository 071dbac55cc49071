/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the nodes of a cluster answer, each asked by itself. */
final class NodeAnswers {
  /** Of the numbers from 100 to 164. */
  static final String MEAN = "SELECT stats.mean(i) FROM shop.samples WHERE p = 1";

  private final RestartableNodes cluster;

  NodeAnswers(RestartableNodes cluster) {
    this.cluster = cluster;
  }

  /** About some partitions of each node, and about all of them together. */
  static List<Question> questions() {
    return Stream.concat(
            Stream.of(SampleRows.questionOfGroups()),
            IntStream.iterate(0, p -> p < SampleRows.PARTITIONS, p -> p + 4)
                .mapToObj(SampleRows::questionsOf)
                .flatMap(List::stream))
        .toList();
  }

  /** Every question, through each of some nodes, as a simple and as a prepared statement. */
  void assertAnswers(int... coordinators) {
    for (int coordinator : coordinators) {
      try (CqlSession session = cluster.session(coordinator)) {
        Map<String, PreparedStatement> prepared = new HashMap<>();
        for (Question question : questions()) {
          assertThat(question.difference(question.askSimple(session)))
              .as("through node %d", coordinator)
              .isEmpty();
          assertThat(
                  question.difference(
                      question.askPrepared(
                          session, prepared.computeIfAbsent(question.cql(), session::prepare))))
              .as("prepared, through node %d", coordinator)
              .isEmpty();
        }
      }
    }
  }

  /** One query, where not everything is installed. */
  void assertMean(int coordinator) {
    try (CqlSession session = cluster.session(coordinator)) {
      assertThat(session.execute(MEAN).one().getDouble(0)).isEqualTo(132.0);
    }
  }

  /** Whether a node says that it has the jar. */
  void assertJar(boolean expected, int number) {
    String version = "SELECT stats.jar_version() FROM system.local";
    try (CqlSession session = cluster.session(number)) {
      if (expected) {
        assertThat(session.execute(version).one().getString(0)).matches("\\d+\\.\\d+\\.\\d+.*");
      } else {
        assertThatThrownBy(() -> session.execute(version))
            .isInstanceOf(InvalidQueryException.class)
            .hasMessageStartingWith("Unknown function");
      }
    }
  }

  /** How many functions and aggregates the scripts have left in the schema. */
  long userDefinedFunctions() {
    try (CqlSession session = cluster.session(2)) {
      return Stream.of("functions", "aggregates")
          .mapToLong(
              table ->
                  session
                      .execute(
                          "SELECT count(*) FROM system_schema."
                              + table
                              + " WHERE keyspace_name = 'stats'")
                      .one()
                      .getLong(0))
          .sum();
    }
  }

  /** How many partitions each node has. */
  Map<Object, Integer> partitionsByNode() {
    Map<Object, Integer> counts = new HashMap<>();
    try (CqlSession session = cluster.balancing().build()) {
      PreparedStatement one = session.prepare("SELECT p FROM shop.samples WHERE p = ? LIMIT 1");
      for (int p = 0; p < SampleRows.PARTITIONS; p++) {
        session
            .getMetadata()
            .getTokenMap()
            .orElseThrow()
            .getReplicas(SampleRows.KEYSPACE, one.bind(p).getRoutingKey())
            .forEach(node -> counts.merge(node.getEndPoint(), 1, Integer::sum));
      }
    }
    return counts;
  }
}
