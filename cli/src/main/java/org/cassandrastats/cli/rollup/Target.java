/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.cassandrastats.cli.buckets.BucketPlan;
import org.cassandrastats.cli.buckets.StoredDefinition;
import org.cassandrastats.cli.buckets.TableMaker;
import org.cassandrastats.cli.buckets.TableName;
import org.cassandrastats.cli.buckets.Watermarks;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.cql.Names;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * The table of states.
 *
 * @param name of the table
 * @param key the columns of its partition key, those of the source
 * @param states its columns of states
 * @param typed whether these are to be of the server jar's types
 */
record Target(TableName name, List<ColumnMetadata> key, List<StateColumn> states, boolean typed)
    implements BucketPlan.Target {
  /** The clustering column: the beginning of a bucket. */
  static final String BUCKET = "bucket";

  /** How many rows of the source a bucket has. */
  static final String ROWS = "rows";

  Target {
    states = List.copyOf(states);
    for (ColumnMetadata column : key) {
      if (List.of(BUCKET, ROWS).contains(column.getName().asInternal())) {
        throw new UserError(
            "The partition key has a column %s, and a rollup has one of that name for itself: such a table cannot be rolled up."
                .formatted(Names.cql(column.getName())));
      }
    }
  }

  /** What the comment of a table says that it holds; empty if it is no rollup. */
  static Optional<StoredDefinition> definition(TableMetadata table) {
    return StoredDefinition.find(Watermarks.Kind.ROLLUP, table);
  }

  @Override
  public String createStatement(StoredDefinition definition) {
    List<String> columns = new ArrayList<>();
    columns.addAll(TableMaker.TableShape.described(key));
    columns.add(BUCKET + " timestamp");
    columns.add(ROWS + " bigint");
    for (StateColumn state : states) {
      columns.add(state.quoted() + " " + (typed ? "'" + state.typeClass() + "'" : "blob"));
    }
    columns.add("PRIMARY KEY ((" + Names.cql(key) + "), " + BUCKET + ")");
    return "CREATE TABLE IF NOT EXISTS %s (\n  %s\n) WITH comment = '%s'"
        .formatted(name, String.join(",\n  ", columns), definition.comment().replace("'", "''"));
  }

  /** The statement that writes a bucket: key, bucket, rows, states. */
  String insertStatement() {
    List<String> columns = new ArrayList<>(List.of(Names.cql(key), BUCKET, ROWS));
    states.forEach(state -> columns.add(state.quoted()));
    return "INSERT INTO %s (%s) VALUES (%s)"
        .formatted(
            name,
            String.join(", ", columns),
            String.join(", ", Collections.nCopies(key.size() + 2 + states.size(), "?")));
  }

  @Override
  public StoredDefinition check(TableMetadata table, StoredDefinition wanted) {
    StoredDefinition found =
        definition(table)
            .orElseThrow(
                () ->
                    new UserError(
                        "%s is no rollup: its comment holds no definition. Name another table, or drop this one."
                            .formatted(name)));
    found.require(wanted, name + " is a rollup");
    TableMaker.TableShape shape = new TableMaker.TableShape(table);
    shape.requireKey(key, List.of(BUCKET + " timestamp"));
    shape.requireColumn(ROWS, List.of("bigint"));
    for (StateColumn state : states) {
      List<String> types = new ArrayList<>(List.of("'" + state.typeClass() + "'"));
      if (!typed) {
        types.add("blob");
      }
      shape.requireColumn(state.name(), types);
    }
    return found;
  }

  /**
   * A column of the rollup that holds states.
   *
   * @param name as the schema has it
   * @param aggregate what gives the states, in CQL
   * @param family of the states
   */
  record StateColumn(String name, String aggregate, String family) {
    /** What a rollup with some columns holds, for its definition. */
    static Map<String, String> contents(List<StateColumn> columns) {
      Map<String, String> states = new LinkedHashMap<>();
      columns.forEach(column -> states.put(column.name(), column.aggregate()));
      return states;
    }

    /** The name in CQL. */
    String quoted() {
      return Identifier.quoteIfNeeded(name);
    }

    /** The server jar's class for columns of such states. */
    String typeClass() {
      return "org.cassandrastats.types."
          + family.substring(0, 1).toUpperCase(Locale.ROOT)
          + family.substring(1)
          + "Type";
    }
  }
}
