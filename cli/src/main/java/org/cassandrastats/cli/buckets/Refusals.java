/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.cql.Names;
import org.cassandrastats.client.request.Failures;

/** Why Cassandra refuses something, in one line. */
public final class Refusals {
  private Refusals() {}

  /**
   * An error for the user.
   *
   * @param task what is refused, such as rollup
   * @param needed the permissions that it takes
   */
  public static UserError explain(DriverException failed, String task, String needed) {
    String message = Failures.line(failed);
    if (failed instanceof UnauthorizedException) {
      return new UserError("No permission: %s. Needed are %s.".formatted(message, needed), failed);
    }
    return new UserError(
        Failures.missingFunction(failed)
            .orElse("Cassandra refuses the %s: %s.".formatted(task, message)),
        failed);
  }

  /** The permissions that writing buckets takes. */
  public static String ofWritten(TableName target, Watermarks.Kind kind) {
    return "SELECT and MODIFY on %s and %s, and where these are not there yet, CREATE on the keyspace %s"
        .formatted(target, Watermarks.table(kind, target.keyspace()), Names.cql(target.keyspace()));
  }
}
