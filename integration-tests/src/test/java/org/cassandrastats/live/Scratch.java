/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.List;

/**
 * A keyspace of a node for one test class. In every statement {@code %s} stands for the keyspace.
 */
public final class Scratch implements AutoCloseable {
  private final LiveNode node;
  private final String keyspace;

  Scratch(LiveNode node, String keyspace) {
    this.node = node;
    this.keyspace = keyspace;
    session().execute("DROP KEYSPACE IF EXISTS " + keyspace);
    session()
        .execute(
            "CREATE KEYSPACE "
                + keyspace
                + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  }

  public LiveNode node() {
    return node;
  }

  public CqlSession session() {
    return node.session();
  }

  public String keyspace() {
    return keyspace;
  }

  /** Puts the keyspace into a statement. */
  public String in(String cql) {
    return cql.replace("%s", keyspace);
  }

  /** Runs statements one after the other. */
  public void run(String... statements) {
    for (String statement : statements) {
      session().execute(in(statement));
    }
  }

  public List<Row> rows(String cql, Object... arguments) {
    return session().execute(SimpleStatement.newInstance(in(cql), arguments)).all();
  }

  /** The one row of a query. */
  public Row row(String cql, Object... arguments) {
    List<Row> rows = rows(cql, arguments);
    if (rows.size() != 1) {
      throw new AssertionError("expected one row of " + in(cql) + ", found " + rows.size());
    }
    return rows.get(0);
  }

  /** The one value of a query of one row and one column; null if it is null. */
  public Object value(String cql, Object... arguments) {
    return row(cql, arguments).getObject(0);
  }

  /** Creates or replaces a function. */
  public void function(String signature, String nulls, String returns, String body) {
    run(
        "CREATE OR REPLACE FUNCTION %s."
            + signature
            + " "
            + nulls
            + " RETURNS "
            + returns
            + " LANGUAGE java AS $$"
            + body
            + "$$");
  }

  @Override
  public void close() {
    session().execute("DROP KEYSPACE IF EXISTS " + keyspace);
  }
}
