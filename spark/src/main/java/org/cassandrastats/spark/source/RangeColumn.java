/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * A hidden column that is the same in all rows of a range, and in those of no other: grouped by it,
 * each range gives a state of its own, which Spark merges.
 */
final class RangeColumn implements MetadataColumn {
  static final String NAME = "_range";
  static final DataType TYPE = DataTypes.LongType;

  /** Whether a table has a column of this name, which is then the one that is meant. */
  static boolean isHiddenBy(RelationMetadata table) {
    return table.getColumn(CqlIdentifier.fromInternal(NAME)).isPresent();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public DataType dataType() {
    return TYPE;
  }

  @Override
  public boolean isNullable() {
    return false;
  }

  @Override
  public String comment() {
    return "the number of the token range that the row is in";
  }
}
