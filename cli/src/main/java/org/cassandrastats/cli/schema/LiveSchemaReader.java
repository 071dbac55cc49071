/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.schema;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.catalogue.Parameter;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.schema.LiveSchema.LiveAggregate;
import org.cassandrastats.cli.schema.LiveSchema.LiveFunction;
import org.cassandrastats.cli.schema.LiveSchema.LiveType;

/** Reads what a keyspace holds from {@code system_schema}, which every role may read. */
public record LiveSchemaReader(Cluster cluster, Node node, String keyspace) {
  public static LiveSchema read(Cluster cluster, Node node, String keyspace) {
    return new LiveSchemaReader(cluster, node, keyspace).read();
  }

  private LiveSchema read() {
    return new LiveSchema(
        keyspace,
        !rows("keyspaces").isEmpty(),
        functions(),
        aggregates(),
        types(),
        tables(),
        masks());
  }

  private List<Row> rows(String table) {
    return cluster.query(
        node, "SELECT * FROM system_schema." + table + " WHERE keyspace_name = ?", keyspace);
  }

  private Map<Signature, LiveFunction> functions() {
    Map<Signature, LiveFunction> functions = new LinkedHashMap<>();
    for (Row row : rows("functions")) {
      Signature signature =
          new Signature(
              row.getString("function_name"), row.getList("argument_types", String.class));
      functions.put(
          signature,
          new LiveFunction(
              signature,
              row.getList("argument_names", String.class),
              row.getString("return_type"),
              row.getBoolean("called_on_null_input"),
              row.getString("language"),
              row.getString("body")));
    }
    return functions;
  }

  private Map<Signature, LiveAggregate> aggregates() {
    Map<Signature, LiveAggregate> aggregates = new LinkedHashMap<>();
    for (Row row : rows("aggregates")) {
      Signature signature =
          new Signature(
              row.getString("aggregate_name"), row.getList("argument_types", String.class));
      aggregates.put(
          signature,
          new LiveAggregate(
              signature,
              row.getString("state_func"),
              row.getString("state_type"),
              row.getString("final_func"),
              row.getString("initcond"),
              row.getString("return_type")));
    }
    return aggregates;
  }

  private Map<String, LiveType> types() {
    Map<String, LiveType> types = new LinkedHashMap<>();
    for (Row row : rows("types")) {
      List<String> names = row.getList("field_names", String.class);
      List<String> fieldTypes = row.getList("field_types", String.class);
      List<Parameter> fields = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        fields.add(new Parameter(names.get(i), fieldTypes.get(i)));
      }
      String name = row.getString("type_name");
      types.put(name, new LiveType(name, fields));
    }
    return types;
  }

  private Map<String, List<String>> tables() {
    Map<String, List<String>> tables = new LinkedHashMap<>();
    for (Row row : rows("columns")) {
      tables
          .computeIfAbsent(row.getString("table_name"), name -> new ArrayList<>())
          .add(row.getString("type"));
    }
    return tables;
  }

  private Map<String, List<String>> masks() {
    Map<String, List<String>> masks = new LinkedHashMap<>();
    try {
      for (Row row : cluster.query(node, "SELECT * FROM system_schema.column_masks")) {
        if (keyspace.equals(row.getString("function_keyspace"))) {
          masks
              .computeIfAbsent(row.getString("function_name"), name -> new ArrayList<>())
              .add(
                  row.getString("keyspace_name")
                      + "."
                      + row.getString("table_name")
                      + "."
                      + row.getString("column_name"));
        }
      }
    } catch (InvalidQueryException beforeCassandra5) {
      // No such table, and no such feature.
      return Map.of();
    }
    return masks;
  }
}
