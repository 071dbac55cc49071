/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.cql;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.udf.annotation.Identifier;

/** Names of the driver in CQL: its own way to write them takes some words for names. */
public final class Names {
  private Names() {}

  /** A table with its keyspace. */
  public static String cql(RelationMetadata table) {
    return cql(table.getKeyspace()) + "." + cql(table.getName());
  }

  /** The names of columns, with commas. */
  public static String cql(Iterable<ColumnMetadata> columns) {
    List<String> names = new ArrayList<>();
    columns.forEach(column -> names.add(cql(column.getName())));
    return String.join(", ", names);
  }

  /** See {@link Identifier#quoteIfNeeded}. */
  public static String cql(CqlIdentifier name) {
    return Identifier.quoteIfNeeded(name.asInternal());
  }
}
