/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.time.Duration;
import org.cassandrastats.cli.connection.NewTable;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.request.Failures;
import org.cassandrastats.udf.annotation.Identifier;

/** Makes tables that are missing. */
public record TableMaker(StatementSender calls) {
  private static final String PARTITIONER = "Murmur3Partitioner";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /**
   * Refuses a cluster whose tokens are not numbers, which slices are cut from.
   *
   * @throws UserError if it has another partitioner than Murmur3
   */
  public static void requirePartitioner(Metadata metadata) {
    String name = metadata.getTokenMap().map(map -> map.getPartitionerName()).orElse("none");
    if (!name.endsWith(PARTITIONER)) {
      throw new UserError(
          "The cluster places partitions by %s: expected %s.".formatted(name, PARTITIONER));
    }
  }

  /** Makes a table if it is not there. */
  public TableMetadata make(TableName name, String createStatement) {
    if (name.find(calls.session()).isEmpty()) {
      execute(createStatement);
      NewTable.await(calls.session(), name.toString());
    }
    if (name.find(calls.session()).isEmpty()) {
      // Another run has made it at the same moment, of which the driver has not heard yet.
      calls.session().refreshSchema();
    }
    return name.find(calls.session())
        .orElseThrow(
            () ->
                new UserError(
                    "The nodes do not agree on the schema yet, to which %s was added. Run the same command again."
                        .formatted(name)));
  }

  /** Makes the table of watermarks if it is not there. */
  public void makeWatermarks(Watermarks.Kind kind, CqlIdentifier keyspace) {
    Watermarks.missing(calls, kind, keyspace)
        .ifPresent(
            statement -> {
              execute(statement);
              NewTable.await(calls.session(), Watermarks.table(kind, keyspace));
            });
  }

  /**
   * Refuses columns of the server jar's types where a node has not got the jar: it could not read
   * the schema any more.
   *
   * @param functionsKeyspace the keyspace of the pack, without quotes
   */
  public void requireJar(String functionsKeyspace) {
    String call = Identifier.quoteIfNeeded(functionsKeyspace) + ".jar_version()";
    SimpleStatement statement =
        SimpleStatement.newInstance("SELECT " + call + " FROM system.local").setTimeout(TIMEOUT);
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

  private void execute(String cql) {
    calls.session().execute(SimpleStatement.newInstance(cql).setTimeout(TIMEOUT));
  }
}
