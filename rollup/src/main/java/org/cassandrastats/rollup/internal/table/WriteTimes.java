/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.table;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import java.util.stream.Collectors;
import org.cassandrastats.client.internal.cql.Names;

/** Finds out whether nodes take write times of clients, which a guardrail may forbid. */
public record WriteTimes(StatementSender calls) {
  /**
   * Fails if they take none. Whatever else they refuse is told where it is needed.
   *
   * @param ours a table that may be written: nodes look for permissions first
   */
  public void dryRun(TableMetadata ours) {
    String nowhere =
        ours.getPrimaryKey().stream()
            .map(column -> Names.cql(column.getName()) + " = null")
            .collect(Collectors.joining(" AND "));
    try {
      // No key is null, and at this level nothing is written without a condition.
      calls.rows(
          calls.serial(
              SimpleStatement.newInstance(
                  "DELETE FROM %s USING TIMESTAMP 1 WHERE %s"
                      .formatted(TableName.of(ours), nowhere))));
    } catch (QueryValidationException refused) {
      if (StatementSender.isWriteTime(refused)) {
        throw refused;
      }
    }
  }
}
