/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.catalogue;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * Everything that the pack installs, made by the build from the annotated methods.
 *
 * @param version the version of the pack
 * @param types user-defined types
 * @param functions scalar functions, in the order in which they are created
 * @param aggregates aggregates
 */
public record Catalogue(
    String version, List<UserType> types, List<Function> functions, List<Aggregate> aggregates) {
  /** Copies the lists. */
  public Catalogue {
    types = List.copyOf(types);
    functions = List.copyOf(functions);
    aggregates = List.copyOf(aggregates);
  }

  /** The families, by name. */
  public List<String> families() {
    return functions.stream().map(Function::family).distinct().sorted().toList();
  }

  /** Some families: their functions and aggregates, and the types that their functions return. */
  public Catalogue of(Collection<String> families) {
    List<Function> theirs =
        functions.stream().filter(function -> families.contains(function.family())).toList();
    return new Catalogue(
        version,
        types.stream()
            .filter(type -> theirs.stream().anyMatch(f -> f.returns().equals(type.name())))
            .toList(),
        theirs,
        aggregates.stream().filter(aggregate -> families.contains(aggregate.family())).toList());
  }

  /** What an aggregate calls for every row. */
  public Function stateFunction(Aggregate aggregate) {
    List<String> types = new ArrayList<>(List.of(aggregate.stateType()));
    types.addAll(aggregate.arguments());
    return functions.stream()
        .filter(
            function ->
                function.name().equals(aggregate.stateFunction())
                    && function.parameters().stream().map(Parameter::type).toList().equals(types))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("no state function of " + aggregate.signature()));
  }

  /**
   * The statements that install the pack into an existing keyspace, in order. Each can be run
   * again; running all of them again is an upgrade.
   */
  public List<Statement> installStatements(String keyspace) {
    String prefix = prefix(keyspace);
    List<Statement> statements = new ArrayList<>();
    for (UserType type : types) {
      statements.add(new Statement("TYPE " + type.name(), type.createStatement(prefix)));
    }
    for (Function function : functions) {
      statements.add(
          new Statement("FUNCTION " + function.signature(), function.createStatement(prefix)));
    }
    for (Aggregate aggregate : aggregates) {
      statements.add(
          new Statement("AGGREGATE " + aggregate.signature(), aggregate.createStatement(prefix)));
    }
    return statements;
  }

  /** The statements that drop whatever {@link #installStatements} creates, in order. */
  public List<Statement> uninstallStatements(String keyspace) {
    String prefix = prefix(keyspace);
    List<Statement> statements = new ArrayList<>();
    for (Aggregate aggregate : aggregates) {
      String types = aggregate.arguments().stream().collect(joining(", ", " (", ")"));
      statements.add(drop("AGGREGATE", aggregate.signature(), prefix + aggregate.name() + types));
    }
    for (Function function : functions) {
      String types =
          function.parameters().stream()
              .map(parameter -> Parameter.qualified(parameter.type(), prefix))
              .collect(joining(", ", " (", ")"));
      statements.add(drop("FUNCTION", function.signature(), prefix + function.name() + types));
    }
    for (UserType type : types) {
      statements.add(drop("TYPE", type.name(), prefix + type.name()));
    }
    return statements;
  }

  private static Statement drop(String kind, String object, String target) {
    return new Statement(kind + " " + object, "DROP " + kind + " IF EXISTS " + target);
  }

  private static String prefix(String keyspace) {
    return keyspace.isEmpty() ? "" : Identifier.quoteIfNeeded(keyspace) + ".";
  }

  /**
   * A user-defined type that functions return.
   *
   * @param name its unqualified name
   * @param fields its fields in order
   * @param description what it holds
   */
  public record UserType(String name, List<Parameter> fields, String description) {
    /** Copies the list. */
    public UserType {
      fields = List.copyOf(fields);
    }

    /** The statement that creates the type where it does not exist. */
    public String createStatement(String prefix) {
      return fields.stream()
          .map(field -> "  " + Identifier.quoteIfNeeded(field.name()) + " " + field.type())
          .collect(
              joining(
                  ",\n",
                  "CREATE TYPE IF NOT EXISTS " + prefix + Identifier.quoteIfNeeded(name) + " (\n",
                  "\n)"));
    }
  }
}
