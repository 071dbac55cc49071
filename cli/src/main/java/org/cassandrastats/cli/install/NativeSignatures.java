/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.connection.ConnectionFailures;
import org.cassandrastats.cli.schema.Signature;
import org.cassandrastats.cli.schema.TypeNames;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * Whether a node has a native function. No table of the schema lists those, so each is called with
 * nulls of its types, and the type of what comes back is compared.
 */
final class NativeSignatures {
  private final Cluster cluster;
  private final String keyspace;

  NativeSignatures(Cluster cluster, String keyspace) {
    this.cluster = cluster;
    this.keyspace = keyspace;
  }

  /** What is wrong with a function or aggregate of a node; nothing if it is there. */
  Optional<String> difference(Node node, Signature signature, String returns) {
    String nulls =
        signature.types().stream()
            .map(NativeSignatures::typedNull)
            .collect(Collectors.joining(", ", "(", ")"));
    String function =
        Identifier.quoteIfNeeded(keyspace) + "." + Identifier.quoteIfNeeded(signature.name());
    try {
      List<Row> rows =
          cluster.query(
              node, "SELECT " + function + nulls + " FROM system.local WHERE key = 'local'");
      String found = type(rows.get(0));
      return found.equals(TypeNames.unfrozen(returns))
          ? Optional.empty()
          : Optional.of("returns " + found + ", expected " + returns);
    } catch (FunctionFailureException refusesNull) {
      // It is there, or it could not have refused.
      return Optional.empty();
    } catch (DriverException failed) {
      return Optional.of("is not there: " + ConnectionFailures.firstLine(failed));
    }
  }

  private static String typedNull(String type) {
    // A type hint makes a frozen collection, which functions do not take.
    return type.contains("<") ? "null" : "(" + type + ") null";
  }

  private static String type(Row row) {
    return row.getType(0) instanceof UserDefinedType type
        ? type.getName().asInternal()
        : row.getType(0).asCql(false, true);
  }
}
