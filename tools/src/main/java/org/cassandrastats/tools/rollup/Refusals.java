/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.rollup;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import org.cassandrastats.client.run.Failures;
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
    String message = Failures.line(failed);
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
    return new UserError(
        Failures.missingFunction(failed).orElse("Cassandra refuses the rollup: " + message + "."),
        failed);
  }
}
