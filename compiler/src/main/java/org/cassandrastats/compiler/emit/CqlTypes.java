/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.emit;

import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import com.github.javaparser.ast.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.cassandrastats.catalogue.Catalogue.UserType;
import org.cassandrastats.catalogue.Parameter;
import org.cassandrastats.compiler.source.CompileException;
import org.cassandrastats.compiler.source.Facts;
import org.cassandrastats.compiler.source.Javadocs;
import org.cassandrastats.compiler.source.SourceTree;

/** Java types as CQL types. */
record CqlTypes(SourceTree tree) {
  /** Cassandra's class for a date in a function. */
  static final String DATE = "org.apache.cassandra.cql3.functions.types.LocalDate";

  private static final String VARINT = "java.math.BigInteger";

  private static final Map<String, String> CQL =
      Map.ofEntries(
          Map.entry("ByteBuffer", "blob"),
          Map.entry("double", "double"),
          Map.entry("Double", "double"),
          Map.entry("float", "float"),
          Map.entry("Float", "float"),
          Map.entry("long", "bigint"),
          Map.entry("Long", "bigint"),
          Map.entry("int", "int"),
          Map.entry("Integer", "int"),
          Map.entry("boolean", "boolean"),
          Map.entry("Boolean", "boolean"),
          Map.entry("String", "text"),
          Map.entry("Date", "timestamp"));

  /** The CQL type of a type in a resolved method. */
  String cql(Type type) {
    String java = type.asString();
    String known = CQL.get(java);
    if (known != null) {
      return known;
    }
    if (type instanceof ClassOrInterfaceType reference) {
      if (reference.getNameAsString().equals("List")
          && reference.getTypeArguments().filter(list -> list.size() == 1).isPresent()) {
        return "list<" + cql(reference.getTypeArguments().get().get(0)) + ">";
      }
      if (reference.getNameAsString().equals("Map")
          && reference.getTypeArguments().filter(map -> map.size() == 2).isPresent()) {
        return "map<"
            + cql(reference.getTypeArguments().get().get(0))
            + ", "
            + cql(reference.getTypeArguments().get().get(1))
            + ">";
      }
      if (tree.type(java) != null) {
        return userType(tree.type(java)).name();
      }
    }
    throw new CompileException(
        Facts.location(type),
        "the type "
            + java
            + " has no CQL form; use one of "
            + String.join(", ", CQL.keySet().stream().sorted().toList())
            + ", List or Map of these, or a final class with public final fields");
  }

  /** The Java type of a CQL argument of an overload. */
  static String java(String cql, boolean boxed) {
    String java =
        switch (cql) {
          case "bigint" -> "long";
          case "varint" -> VARINT;
          case "timestamp" -> "Date";
          case "blob" -> "ByteBuffer";
          case "text", "ascii" -> "String";
          case "date" -> DATE;
          default -> cql;
        };
    return boxed ? Facts.of(java).orElse(java) : java;
  }

  /** The class of the project that a type means, or null. */
  ClassOrInterfaceDeclaration declaration(Type type) {
    return tree.type(type.asString());
  }

  /** The user-defined type that a class describes. */
  UserType userType(ClassOrInterfaceDeclaration type) {
    List<Parameter> fields = new ArrayList<>();
    for (FieldDeclaration field : type.getFields()) {
      if (!type.isFinal() || !field.isPublic() || !field.isFinal() || field.isStatic()) {
        throw new CompileException(
            Facts.location(type),
            "a class that becomes a user-defined type is final and has public final fields only");
      }
      field
          .getVariables()
          .forEach(
              variable ->
                  fields.add(
                      new Parameter(
                          snakeCase(variable.getNameAsString()), cql(variable.getType()))));
    }
    return new UserType(snakeCase(type.getNameAsString()), fields, Javadocs.description(type));
  }

  static String snakeCase(String name) {
    return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(java.util.Locale.ROOT);
  }
}
