/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.cql;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import org.cassandrastats.client.api.StatsException;

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
    KeyspaceMetadata metadata =
        session
            .getMetadata()
            .getKeyspace(keyspace)
            .orElseThrow(
                () ->
                    new StatsException(
                        "There is no keyspace %s, or it is one of Cassandra's own."
                            .formatted(Names.cql(keyspace))));
    CqlIdentifier name = CqlIdentifier.fromInternal(select.table());
    return metadata
        .getTable(name)
        .<RelationMetadata>map(found -> found)
        .or(() -> metadata.getView(name))
        .orElseThrow(
            () ->
                new StatsException(
                    "There is no table %s in the keyspace %s."
                        .formatted(select.table(), Names.cql(keyspace))));
  }
}
