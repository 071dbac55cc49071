/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.rollup;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.time.Duration;
import java.util.List;
import org.cassandrastats.client.run.Failures;
import org.cassandrastats.tools.console.UserError;

/** What comes before the first bucket: nothing is made for a run that could not begin. */
final class Preparation {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Calls calls;
  private final Rollup rollup;
  private final String functionsKeyspace;

  Preparation(Calls calls, Rollup rollup, String functionsKeyspace) {
    this.calls = calls;
    this.rollup = rollup;
    this.functionsKeyspace = functionsKeyspace;
  }

  /**
   * Asks for the states of no rows, which Cassandra refuses where functions or permissions are
   * missing.
   */
  void tryStates() {
    Source source = rollup.source();
    String token = "token(" + source.keyNames() + ")";
    // No token is above 0 and at most 0.
    String cql =
        BucketReader.select(source, rollup.states())
            + " WHERE %s > 0 AND %s <= 0".formatted(token, token);
    calls.rows(calls.bind(calls.prepare(cql), List.of()));
  }

  /** Makes the tables that are missing. */
  TableMetadata makeTables() {
    if (!rollup.isThere() && rollup.target().typed()) {
      requireJar();
    }
    CqlIdentifier keyspace = rollup.target().name().keyspace();
    if (!Watermarks.exist(calls, keyspace)) {
      make(Watermarks.createStatement(keyspace));
    }
    if (!rollup.isThere()) {
      make(rollup.target().createStatement(rollup.definition()));
    }
    TableMetadata made =
        rollup
            .target()
            .name()
            .find(calls.session())
            .orElseThrow(
                () ->
                    new UserError(
                        "The nodes do not agree on the schema yet, to which %s was added. Run the same command again."
                            .formatted(rollup.target().name())));
    // Another run may have made it at the same moment.
    rollup.target().check(made, rollup.definition());
    return made;
  }

  private void make(String cql) {
    calls.session().execute(SimpleStatement.newInstance(cql).setTimeout(PATIENCE));
  }

  /** A node without the jar could not read the schema any more. */
  private void requireJar() {
    String call = CqlIdentifier.fromInternal(functionsKeyspace).asCql(true) + ".jar_version()";
    SimpleStatement statement =
        SimpleStatement.newInstance("SELECT " + call + " FROM system.local").setTimeout(PATIENCE);
    for (Node node : calls.session().getMetadata().getNodes().values()) {
      try {
        calls.session().execute(statement.setNode(node));
      } catch (InvalidQueryException noSuchFunction) {
        throw new UserError(
            "--typed: the node %s has no server jar, without which it could not read such a table. Leave out --typed for blobs."
                .formatted(node.getEndPoint()),
            noSuchFunction);
      } catch (DriverException failed) {
        throw new UserError(
            "--typed: the node %s cannot be asked whether it has the server jar (%s). Leave out --typed for blobs."
                .formatted(node.getEndPoint(), Failures.line(failed)),
            failed);
      }
    }
  }
}
