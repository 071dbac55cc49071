/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.request;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.cql.Select;

/** What a statement reads from. */
public final class SelectedTable {
  private SelectedTable() {}

  /**
   * The table or view of a statement, as the driver knows it.
   *
   * @throws StatsException if there is none, or the driver has no schema metadata
   */
  public static RelationMetadata of(CqlSession session, Select select) {
    if (!session.isSchemaMetadataEnabled()) {
      throw new StatsException(
          "The driver was set up without schema metadata (advanced.metadata.schema.enabled), which tells the columns of the table.");
    }
    CqlIdentifier keyspace =
        select.keyspace() == null
            ? session
                .getKeyspace()
                .orElseThrow(
                    () ->
                        new StatsException(
                            "No keyspace is named: expected FROM keyspace.%s."
                                .formatted(select.table())))
            : CqlIdentifier.fromInternal(select.keyspace());
    return Schemas.relation(session, keyspace, CqlIdentifier.fromInternal(select.table()))
        .orElseThrow(() -> missing(session, keyspace, select.table()));
  }

  private static StatsException missing(CqlSession session, CqlIdentifier keyspace, String table) {
    return new StatsException(
        session.getMetadata().getKeyspace(keyspace).isEmpty()
            ? "There is no keyspace %s, or it is one of Cassandra's own."
                .formatted(Names.cql(keyspace))
            : "There is no table %s in the keyspace %s.".formatted(table, Names.cql(keyspace)));
  }
}
