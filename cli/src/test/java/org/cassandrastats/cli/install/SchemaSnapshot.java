/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.ArrayList;
import java.util.List;

/** All that a node says about its schema, to be compared before and after. */
final class SchemaSnapshot {
  private static final List<String> TABLES =
      List.of("keyspaces", "tables", "columns", "views", "types", "functions", "aggregates");

  private SchemaSnapshot() {}

  static List<String> of(CqlSession session) {
    List<String> rows = new ArrayList<>();
    rows.add(
        session.execute("SELECT schema_version FROM system.local").one().getUuid(0).toString());
    for (String table : TABLES) {
      session
          .execute("SELECT JSON * FROM system_schema." + table)
          .forEach(row -> rows.add(table + " " + row.getString(0)));
    }
    return rows;
  }
}
