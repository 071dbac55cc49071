/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.table;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.request.Schemas;

/**
 * A table.
 *
 * @param keyspace that it is in
 * @param table its name there
 */
public record TableName(CqlIdentifier keyspace, CqlIdentifier table) {
  private static final String NAME = "([a-zA-Z]\\w*|\"(?:[^\"]|\"\")+\")";
  private static final Pattern FORM = Pattern.compile(NAME + "\\." + NAME);

  /**
   * Reads {@code keyspace.table} as CQL writes it.
   *
   * @throws IllegalArgumentException if the text is no such name
   */
  public static TableName parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "\"%s\" is not a table: expected KEYSPACE.TABLE, as CQL writes it".formatted(text));
    }
    return new TableName(
        CqlIdentifier.fromCql(matcher.group(1)), CqlIdentifier.fromCql(matcher.group(2)));
  }

  /** The name of a table that the driver knows. */
  public static TableName of(RelationMetadata table) {
    return new TableName(table.getKeyspace(), table.getName());
  }

  /** What the driver knows of the table; empty if there is none in the keyspace. */
  public Optional<TableMetadata> find(CqlSession session) {
    KeyspaceMetadata metadata =
        session
            .getMetadata()
            .getKeyspace(keyspace)
            .or(() -> Schemas.refreshed(session).getKeyspace(keyspace))
            .orElseThrow(
                () ->
                    new StatsException(
                        "There is no keyspace %s: create it, or name another one."
                            .formatted(Names.cql(keyspace))));
    metadata
        .getView(table)
        .ifPresent(
            view -> {
              throw new StatsException(
                  "%s is a materialized view: expected a table, such as %s, which it is made from."
                      .formatted(this, Names.cql(keyspace) + "." + Names.cql(view.getBaseTable())));
            });
    return metadata.getTable(table);
  }

  /**
   * The table, which has to be there.
   *
   * @throws StatsException if it is not
   */
  public TableMetadata require(CqlSession session) {
    return find(session)
        .or(
            () -> {
              Schemas.refreshed(session);
              return find(session);
            })
        .orElseThrow(
            () ->
                new StatsException(
                    "There is no table %s in the keyspace %s."
                        .formatted(Names.cql(table), Names.cql(keyspace))));
  }

  /** The name in CQL. */
  @Override
  public String toString() {
    return Names.cql(keyspace) + "." + Names.cql(table);
  }
}
