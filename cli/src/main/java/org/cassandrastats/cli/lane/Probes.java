/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.lane;

import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.util.Optional;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * Finds out what a role may do and a node allows. Most roles may read neither the permission tables
 * nor {@code system_views.settings}, so this sends statements that no node can carry out: Cassandra
 * checks permission first, then whether functions are enabled, then whether the statement makes
 * sense, and these do not.
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

  /** Whether a node would let the role create functions in a keyspace, which may not exist. */
  public FunctionAnswer functions(Node node, String keyspace) {
    try {
      cluster.query(
          node,
          "CREATE FUNCTION %s.%s (a int, a int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS ''"
              .formatted(Identifier.quoteIfNeeded(keyspace), NAME));
    } catch (UnauthorizedException denied) {
      return FunctionAnswer.NOT_PERMITTED;
    } catch (InvalidQueryException refused) {
      return String.valueOf(refused.getMessage()).contains(DISABLED)
          ? FunctionAnswer.DISABLED
          : FunctionAnswer.ALLOWED;
    }
    throw new IllegalStateException("a function with two parameters of one name was accepted");
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
