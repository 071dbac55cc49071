/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.cql3.functions.AggregateFcts;
import org.apache.cassandra.cql3.functions.CastFcts;
import org.apache.cassandra.cql3.functions.Function;
import org.apache.cassandra.cql3.functions.TimeFcts;
import org.apache.cassandra.cql3.restrictions.StatementRestrictions;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.schema.SchemaConstants;
import org.apache.cassandra.schema.TableMetadata;
import org.cassandrastats.server.function.StatsFunctions;

/** For which statements it is certain that direct reads give the same answers. */
final class Eligibility {
  private final SelectParts parts;

  Eligibility(SelectParts parts) {
    this.parts = parts;
  }

  boolean covers(SelectStatement statement) {
    return isPlain(statement)
        && isPlain(statement.table)
        && usesNoIndex(statement.getRestrictions())
        && hasKnownFunctions(statement);
  }

  /** Aggregates of tables of users that are read page by page, however they are grouped. */
  boolean canBeWatched(SelectStatement statement) {
    return parts.aggregation(statement) != null
        && !parts.isOrderedAfterwards(statement)
        && !statement.table.isVirtual()
        && !SchemaConstants.isSystemKeyspace(statement.table.keyspace);
  }

  /** An aggregate over all rows or groups of them, not sorted afterwards. */
  private boolean isPlain(SelectStatement statement) {
    return statement.getSelection().isAggregate()
        && parts.aggregation(statement) != null
        && !parts.isOrderedAfterwards(statement)
        && !statement.parameters.isDistinct
        && !statement.parameters.isJson;
  }

  /**
   * Dropped columns are left to Cassandra: it leaves their cells out when it reads its own response
   * once more.
   */
  private static boolean isPlain(TableMetadata table) {
    return !table.isVirtual()
        && !table.isView()
        && !table.isIndex()
        && !table.isCompactTable()
        && !table.hasMaskedColumns()
        && table.droppedColumns.isEmpty()
        && !SchemaConstants.isSystemKeyspace(table.keyspace);
  }

  private static boolean usesNoIndex(StatementRestrictions restrictions) {
    return !restrictions.usesSecondaryIndexing() && !restrictions.isTopK();
  }

  /**
   * The rows are those of the storage engine: only functions that are known to leave their
   * arguments alone may see them, also those that say where a group ends. Those in WHERE see none.
   */
  private boolean hasKnownFunctions(SelectStatement statement) {
    List<Function> called = new ArrayList<>();
    statement.getSelection().addFunctionsTo(called);
    parts.aggregation(statement).addFunctionsTo(called);
    for (Function function : called) {
      if (!isOf(AggregateFcts.class, function)
          && !isOf(CastFcts.class, function)
          && !isOf(TimeFcts.class, function)
          && !StatsFunctions.hasMade(function)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOf(Class<?> nest, Function function) {
    return function.getClass().getName().startsWith(nest.getName() + "$");
  }
}
