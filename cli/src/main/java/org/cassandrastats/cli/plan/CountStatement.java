/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import java.util.stream.Collectors;
import org.cassandrastats.client.cql.Select;
import org.cassandrastats.udf.annotation.Identifier;

/** The statement that counts the rows of another one. */
final class CountStatement {
  private CountStatement() {}

  static String of(Select select) {
    String from =
        (select.keyspace() == null ? "" : quoted(select.keyspace()) + ".") + quoted(select.table());
    String where =
        select.relations().stream()
            .map(
                relation ->
                    quoted(relation.column()) + " " + relation.operator() + " " + relation.cql())
            .collect(Collectors.joining(" AND "));
    return "SELECT count(*) FROM " + from + (where.isEmpty() ? "" : " WHERE " + where);
  }

  private static String quoted(String name) {
    return Identifier.quoteIfNeeded(name);
  }
}
