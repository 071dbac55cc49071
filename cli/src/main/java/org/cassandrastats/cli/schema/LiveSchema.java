/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.schema;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Parameter;
import org.cassandrastats.cli.connection.Cluster;
import org.cassandrastats.cli.schema.LiveSchema.LiveAggregate;
import org.cassandrastats.cli.schema.LiveSchema.LiveFunction;
import org.cassandrastats.cli.schema.LiveSchema.LiveType;

/**
 * What a keyspace holds, as one node sees it.
 *
 * @param keyspace its name, unquoted
 * @param exists false if there is no such keyspace; all else is empty then
 * @param tables tables and views, with the types of their columns
 * @param masks columns of any keyspace that are masked by one of the functions, as text
 */
public record LiveSchema(
    String keyspace,
    boolean exists,
    Map<Signature, LiveFunction> functions,
    Map<Signature, LiveAggregate> aggregates,
    Map<String, LiveType> types,
    Map<String, List<String>> tables,
    Map<String, List<String>> masks) {

  /** How many functions and aggregates of the catalogue are not there. */
  public int missing(Catalogue catalogue) {
    return (int)
        (catalogue.functions().stream()
                .filter(function -> !functions.containsKey(Signature.of(function)))
                .count()
            + catalogue.aggregates().stream()
                .filter(aggregate -> !aggregates.containsKey(Signature.of(aggregate)))
                .count());
  }

  /** The aggregates that run a function. */
  public List<LiveAggregate> aggregatesUsing(Signature function) {
    return aggregates.values().stream().filter(aggregate -> aggregate.uses(function)).toList();
  }

  /** Whether the pack wrote the function that an aggregate accumulates with. */
  public boolean isOfPack(LiveAggregate aggregate) {
    LiveFunction state = functions.get(aggregate.stateSignature());
    return state != null && state.isOfPack();
  }

  /** A user-defined type as {@code system_schema.types} holds it. */
  public record LiveType(String name, List<Parameter> fields) {
    /** Whether these are the first of the given fields, or all of them. */
    public boolean startsLike(List<Parameter> wanted) {
      return fields.size() <= wanted.size()
          && comparable(fields).equals(comparable(wanted.subList(0, fields.size())));
    }

    private static List<String> comparable(List<Parameter> fields) {
      return fields.stream()
          .map(field -> field.name() + " " + Signature.unfrozen(field.type()))
          .toList();
    }
  }

  /** An aggregate as {@code system_schema.aggregates} holds it; what it lacks is null. */
  public record LiveAggregate(
      Signature signature,
      String stateFunction,
      String stateType,
      String finalFunction,
      String initialCondition,
      String returns) {
    public Signature stateSignature() {
      List<String> types = new ArrayList<>();
      types.add(stateType);
      types.addAll(signature.types());
      return new Signature(stateFunction, types);
    }

    public boolean uses(Signature function) {
      return stateSignature().equals(function)
          || (finalFunction != null
              && new Signature(finalFunction, List.of(stateType)).equals(function));
    }

    public boolean returns(String type) {
      return Signature.unfrozen(returns).equals(Signature.unfrozen(type));
    }
  }

  /** A function as {@code system_schema.functions} holds it. */
  public record LiveFunction(
      Signature signature,
      List<String> parameterNames,
      String returns,
      boolean calledOnNullInput,
      String language,
      String body) {
    /** What the compiler writes at the head of every body. */
    private static final Pattern MARK =
        Pattern.compile(
            "\\bcassandra-stats (?<version>\\d[\\w.+-]*)(?:, [\\w.]*\\b(?<family>\\w+)\\.\\w+\\.\\w+)?");

    /** The version of the pack that this body is of; none if the pack did not write it. */
    public Optional<String> packVersion() {
      return packVersion(body);
    }

    public static Optional<String> packVersion(String body) {
      return marked(body, "version");
    }

    /** The family that this body was made for: the last segment of the package of its method. */
    public Optional<String> family() {
      return marked(body, "family");
    }

    private static Optional<String> marked(String body, String group) {
      Matcher matcher = MARK.matcher(body);
      return matcher.find() ? Optional.ofNullable(matcher.group(group)) : Optional.empty();
    }

    public boolean isOfPack() {
      return packVersion().isPresent();
    }
  }

  /** Reads what a keyspace holds from {@code system_schema}, which every role may read. */
  public record Reader(Cluster cluster, Node node, String keyspace) {
    public static LiveSchema read(Cluster cluster, Node node, String keyspace) {
      return new Reader(cluster, node, keyspace).read();
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
                OneLine.body(row.getString("body"))));
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
}
