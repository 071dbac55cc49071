/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.schema;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.Optional;

/** Which version of the pack a node has in the keyspace stats. */
public final class InstalledVersion {
  private static final String KEYSPACE = "stats";

  private InstalledVersion() {}

  /** The version that a node answers with; empty if it has no pack, or does not answer. */
  public static Optional<String> of(CqlSession session) {
    try {
      Row row = session.execute("SELECT " + KEYSPACE + ".stats_version() FROM system.local").one();
      return Optional.ofNullable(row).map(found -> found.getString(0));
    } catch (DriverException withoutScalars) {
      return ofBodies(session);
    }
  }

  private static Optional<String> ofBodies(CqlSession session) {
    try {
      return session
          .execute("SELECT body FROM system_schema.functions WHERE keyspace_name = ?", KEYSPACE)
          .all()
          .stream()
          .flatMap(
              row -> LiveSchema.LiveFunction.packVersion(OneLine.body(row.getString(0))).stream())
          .findFirst();
    } catch (DriverException noAnswer) {
      return Optional.empty();
    }
  }
}
