/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.emit;

import com.github.javaparser.StaticJavaParser;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.NullLiteralExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.cassandrastats.catalogue.Example;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.catalogue.Parameter;
import org.cassandrastats.compiler.emit.Emitted.EmittedFunction;
import org.cassandrastats.compiler.inline.Folding;
import org.cassandrastats.compiler.inline.Inliner;
import org.cassandrastats.compiler.inline.Scopes;
import org.cassandrastats.compiler.inline.Twins;
import org.cassandrastats.compiler.sandbox.Body;
import org.cassandrastats.compiler.source.CompileException;
import org.cassandrastats.compiler.source.Facts;
import org.cassandrastats.compiler.source.Javadocs;
import org.cassandrastats.compiler.source.SourceTree;
import org.cassandrastats.udf.annotation.CqlFunction;
import org.cassandrastats.udf.annotation.Overload;
import org.cassandrastats.udf.annotation.ReservedWords;
import org.cassandrastats.udf.annotation.WideNumbers;

/** Turns one annotated method into one function for each of its overloads. */
final class FunctionEmitter {
  private final SourceTree tree;
  private final CqlTypes types;
  private final Annotations annotations;
  private final Inliner inliner;
  private final String version;

  FunctionEmitter(SourceTree tree, CqlTypes types, Annotations annotations, String version) {
    this.tree = tree;
    this.types = types;
    this.annotations = annotations;
    this.inliner = new Inliner(tree);
    this.version = version;
  }

  List<EmittedFunction> emit(MethodDeclaration source, CqlFunction annotation) {
    MethodDeclaration method = tree.resolved(Facts.key(source));
    check(method, annotation.calledOnNullInput());
    String returns =
        annotation.returns().isEmpty() ? types.cql(method.getType()) : annotation.returns();
    ClassOrInterfaceDeclaration userType = types.declaration(method.getType());
    if (userType != null) {
      UserTypeReturns.rewrite(method, userType);
    }
    inliner.inline(method);
    List<EmittedFunction> functions = new ArrayList<>();
    for (Overload overload : annotations.overloads(source)) {
      functions.add(emit(source, method.clone(), annotation, returns, overload));
    }
    return functions;
  }

  private EmittedFunction emit(
      MethodDeclaration source,
      MethodDeclaration method,
      CqlFunction annotation,
      String returns,
      Overload overload) {
    List<Parameter> parameters = new ArrayList<>();
    List<String> javaParameters = new ArrayList<>();
    List<Statement> conversions = new ArrayList<>();
    for (int i = 0; i < method.getParameters().size(); i++) {
      com.github.javaparser.ast.body.Parameter parameter = method.getParameter(i);
      String name = parameter.getNameAsString();
      String type = overload.type(i);
      parameters.add(new Parameter(name, type == null ? types.cql(parameter.getType()) : type));
      String wanted = parameter.getTypeAsString();
      String actual = type == null ? wanted : CqlTypes.java(type, annotation.calledOnNullInput());
      javaParameters.add(actual + " " + name);
      if (!wanted.equals(actual)) {
        if (type.equals("varint") && !wanted.equalsIgnoreCase("double")) {
          conversions.add(guard(name, annotation.calledOnNullInput()));
        }
        conversions.add(convert(method, name, wanted, type));
      }
    }
    BlockStmt body = method.getBody().orElseThrow();
    for (int i = 0; i < conversions.size(); i++) {
      body.addStatement(i, conversions.get(i));
    }
    Folding.fold(body);
    Twins.join(body);
    Scopes.narrow(body);
    if (annotation.returns().equals("date")) {
      returnDate(method);
    }
    List<String> header = new ArrayList<>();
    header.add(Javadocs.firstSentence(source));
    header.add("cassandra-stats " + version + ", " + Facts.title(source));
    String text = BodyPrinter.print(header, body);
    Function function =
        new Function(
            annotation.value(),
            Overload.family(overload.method()),
            parameters,
            returns,
            annotation.calledOnNullInput(),
            text,
            Javadocs.description(source),
            Facts.title(source),
            examples(annotation.examples()));
    Body checked =
        new Body(
            function.signature(),
            String.join(", ", javaParameters),
            method.getTypeAsString(),
            text,
            BodyPrinter.origins(text, body, Facts.location(source)));
    return new EmittedFunction(function, checked, source, overload);
  }

  static List<Example> examples(String[] examples) {
    return Stream.of(examples).map(Example::of).toList();
  }

  /** {@code double valueAsDouble = value;} with the rest of the body using the new name. */
  private static Statement convert(
      MethodDeclaration method, String name, String wanted, String cqlType) {
    String local = name + "As" + Character.toUpperCase(wanted.charAt(0)) + wanted.substring(1);
    method
        .getBody()
        .orElseThrow()
        .findAll(NameExpr.class, use -> use.getNameAsString().equals(name))
        .forEach(use -> use.setName(local));
    String value = converted(name, wanted, cqlType);
    boolean isBoxed = Character.isUpperCase(wanted.charAt(0));
    String converted =
        isBoxed ? name + " == null ? null : " + wanted + ".valueOf(" + value + ")" : value;
    return StaticJavaParser.parseStatement(wanted + " " + local + " = " + converted + ";");
  }

  /** What {@link WideNumbers#ofVarint} does in the other lanes. */
  private static Statement guard(String name, boolean mayBeNull) {
    return StaticJavaParser.parseStatement(
        "if ("
            + (mayBeNull ? name + " != null && " : "")
            + name
            + ".bitLength() > 63) { throw new IllegalArgumentException(\"expected a varint within the"
            + " range of bigint, found one of \" + ("
            + name
            + ".bitLength() + 1) + \" bits; cast it to double where that is precise enough\"); }");
  }

  /** The number, milliseconds or days that a value of a type stands for. */
  private static String converted(String name, String wanted, String cqlType) {
    return switch (cqlType) {
      case "timestamp" -> name + ".getTime()";
      case "date" -> name + ".getDaysSinceEpoch()";
      case "varint" ->
          name + (wanted.equalsIgnoreCase("double") ? ".doubleValue()" : ".longValue()");
      default -> name;
    };
  }

  /** Makes dates of the days since 1970 that a method returns. */
  private static void returnDate(MethodDeclaration method) {
    for (ReturnStmt statement : method.findAll(ReturnStmt.class)) {
      statement.setExpression(
          new MethodCallExpr(
              new NameExpr(CqlTypes.DATE),
              "fromDaysSinceEpoch",
              NodeList.nodeList(statement.getExpression().orElseThrow().clone())));
    }
    method.setType(CqlTypes.DATE);
  }

  private static void check(MethodDeclaration method, boolean calledOnNullInput) {
    if (!method.isPublic() || !method.isStatic()) {
      throw new CompileException(
          Facts.location(method), "a CQL function is made from a public static method");
    }
    for (com.github.javaparser.ast.body.Parameter parameter : method.getParameters()) {
      String name = parameter.getNameAsString();
      if (!name.matches("[a-z][a-z0-9_]*") || ReservedWords.contains(name)) {
        throw new CompileException(
            Facts.location(parameter),
            "the parameter name '"
                + name
                + "' is not an unquoted CQL name; use lower-case letters, digits and _, and no"
                + " reserved word");
      }
      if (calledOnNullInput && parameter.getType().isPrimitiveType()) {
        throw new CompileException(
            Facts.location(parameter),
            "the parameter '"
                + name
                + "' of a function that is called on null input cannot be primitive; use the boxed"
                + " type");
      }
    }
    if (calledOnNullInput && method.getType().isPrimitiveType()) {
      throw new CompileException(
          Facts.location(method),
          "the result of a function that is called on null input cannot be primitive; return the"
              + " boxed type");
    }
    if (!calledOnNullInput) {
      method
          .findFirst(
              ReturnStmt.class,
              result ->
                  result.getExpression().filter(NullLiteralExpr.class::isInstance).isPresent())
          .ifPresent(
              result -> {
                throw new CompileException(
                    Facts.location(result),
                    "a function that returns null on null input cannot return null otherwise; set"
                        + " calledOnNullInput = true and check the arguments");
              });
    }
  }

  /**
   * The annotations of methods, read from the compiled classes, where constants have their values.
   */
  record Annotations(ClassLoader compiled) {
    /** The annotation of a method, or null. */
    CqlFunction function(MethodDeclaration method) {
      return method.getAnnotationByClass(CqlFunction.class).isPresent()
          ? reflected(method).getAnnotation(CqlFunction.class)
          : null;
    }

    /** The overloads of a method. */
    List<Overload> overloads(MethodDeclaration method) {
      return Overload.named(reflected(method));
    }

    private Method reflected(MethodDeclaration method) {
      String title = Facts.title(method);
      String owner = title.substring(0, title.lastIndexOf('.'));
      List<String> types =
          method.getParameters().stream()
              .map(parameter -> parameter.getType().asString().replaceAll("<.*>|.*\\.", ""))
              .toList();
      try {
        return Stream.of(Class.forName(owner, false, compiled).getDeclaredMethods())
            .filter(candidate -> candidate.getName().equals(method.getNameAsString()))
            .filter(
                candidate ->
                    Arrays.stream(candidate.getParameterTypes())
                        .map(Class::getSimpleName)
                        .toList()
                        .equals(types))
            .findFirst()
            .orElseThrow(() -> missing(method));
      } catch (ClassNotFoundException e) {
        throw missing(method);
      }
    }

    private static CompileException missing(MethodDeclaration method) {
      return new CompileException(
          Facts.location(method),
          Facts.title(method) + " is not in the compiled classes; compile udf and uda first");
    }
  }
}
