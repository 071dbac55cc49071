/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.Set;
import org.apache.cassandra.schema.ColumnMetadata;

/** What the aggregates of a statement take of a row. */
final class AggregatedColumns {
  /** Nothing, or more than is known. */
  static final AggregatedColumns NONE = new AggregatedColumns(Set.of(), false);

  /** Those whose values they take, with those of the clustering. */
  final Set<ColumnMetadata> columns;

  /** Whether one of them counts rows, whatever their values. */
  final boolean countsRows;

  AggregatedColumns(Set<ColumnMetadata> columns, boolean countsRows) {
    this.columns = columns;
    this.countsRows = countsRows;
  }
}
