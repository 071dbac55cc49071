/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.request;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.io.Serializable;
import java.time.Duration;
import java.util.UUID;
import org.cassandrastats.client.internal.request.Failures;

/**
 * The table that a query was planned for. One that was dropped and made again may have other types:
 * the same bytes would be other values.
 *
 * @param keyspace as the schema has it
 * @param name as the schema has it
 * @param isView whether it is a materialized view
 * @param id null where it has none, as virtual tables do
 */
public record PlannedTable(String keyspace, String name, boolean isView, UUID id)
    implements Serializable {
  /** A table as the driver knows it. */
  public static PlannedTable of(RelationMetadata table) {
    return new PlannedTable(
        table.getKeyspace().asInternal(),
        table.getName().asInternal(),
        !(table instanceof TableMetadata),
        table.getId().orElse(null));
  }

  /**
   * Has a task end before it reads or writes another table of the same name.
   *
   * @param timeout of a request
   * @param patience how long requests may fail
   * @throws IllegalStateException if the table is not there, or has been made again
   * @throws org.cassandrastats.client.api.StatsException if the cluster does not answer
   */
  public void require(CqlSession session, Duration timeout, Duration patience) {
    if (id == null) {
      return;
    }
    SimpleStatement statement =
        SimpleStatement.newInstance(
                "SELECT id FROM system_schema.%s WHERE keyspace_name = ? AND %s = ?"
                    .formatted(isView ? "views" : "tables", isView ? "view_name" : "table_name"),
                keyspace,
                name)
            .setTimeout(timeout)
            .setIdempotent(true);
    Row found =
        Repeated.await(
                session.executeAsync(statement),
                () -> session.executeAsync(statement),
                failure -> Failures.patience(failure, patience, true),
                "Reading the schema")
            .one();
    if (found == null || !id.equals(found.getUuid(0))) {
      throw new IllegalStateException(
          "%s.%s was dropped%s after this query was planned: plan it again, a moment later."
              .formatted(keyspace, name, found == null ? "" : " and made again"));
    }
  }
}
