/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.rollup;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import org.cassandrastats.tools.console.UserError;

/** Why Cassandra refuses something, in one line. */
final class Refusals {
  private Refusals() {}

  /**
   * An error for the user.
   *
   * @param target the table of states
   */
  static UserError explain(DriverException failed, Source source, TableName target) {
    String message = line(failed);
    if (failed instanceof UnauthorizedException) {
      return new UserError(
          "No permission: %s. Needed are SELECT on %s, EXECUTE on the functions, SELECT and MODIFY on %s and %s, and where these are not there yet, CREATE on the keyspace %s."
              .formatted(
                  message,
                  source.name(),
                  target,
                  Watermarks.table(target.keyspace()),
                  target.keyspace().asCql(true)),
          failed);
    }
    if (failed instanceof InvalidQueryException && message.contains("nknown function")) {
      return new UserError(
          "%s. Is the pack installed, and in this keyspace? cassandra-stats verify tells."
              .formatted(message),
          failed);
    }
    return new UserError("Cassandra refuses the rollup: " + message + ".", failed);
  }

  /** A failure in one line. */
  static String line(Throwable failure) {
    Throwable shown = failure;
    if (failure instanceof AllNodesFailedException all && !all.getAllErrors().isEmpty()) {
      shown = all.getAllErrors().values().iterator().next().get(0);
    }
    String message = shown.getMessage();
    return message == null || message.isBlank()
        ? shown.getClass().getSimpleName()
        : message.replaceAll("\\s+", " ").replaceAll("[. ]+$", "");
  }
}
