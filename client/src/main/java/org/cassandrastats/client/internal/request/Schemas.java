/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.request;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * What the driver knows of the schema. It hears of a new table a second later, and never if a node
 * did not answer in time when it read the schema: it keeps what it knew, and logs that.
 */
public final class Schemas {
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private Schemas() {}

  /** A table or view. The schema is read again before it is said to be missing. */
  public static Optional<RelationMetadata> relation(
      CqlSession session, CqlIdentifier keyspace, CqlIdentifier name) {
    return relation(session.getMetadata(), keyspace, name)
        .or(() -> relation(refreshed(session), keyspace, name));
  }

  private static Optional<RelationMetadata> relation(
      Metadata metadata, CqlIdentifier keyspace, CqlIdentifier name) {
    Optional<KeyspaceMetadata> all = metadata.getKeyspace(keyspace);
    Optional<RelationMetadata> table = all.flatMap(one -> one.getTable(name));
    return table.or(() -> all.flatMap(one -> one.getView(name)));
  }

  /**
   * The schema, read again, more than once if nodes do not answer in time.
   *
   * @throws DriverException what the driver says half a minute later
   */
  public static Metadata refreshed(CqlSession session) {
    long start = System.nanoTime();
    while (true) {
      try {
        return session.refreshSchema();
      } catch (DriverException failed) {
        if (System.nanoTime() - start > LONGEST.toNanos()) {
          throw failed;
        }
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
  }
}
