/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.emit;

import com.github.javaparser.StaticJavaParser;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.NullLiteralExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import java.util.HashSet;
import java.util.Set;
import org.cassandrastats.compiler.source.CompileException;
import org.cassandrastats.compiler.source.Facts;
import org.cassandrastats.compiler.source.Location;

/**
 * Turns {@code return new Summary(a, b)} into setters on a {@code UDTValue}, whose fields are null
 * until they are set.
 */
final class UserTypeReturns {
  private UserTypeReturns() {}

  static void rewrite(MethodDeclaration method, ClassOrInterfaceDeclaration type) {
    for (ReturnStmt statement : method.findAll(ReturnStmt.class)) {
      Expression value = statement.getExpression().orElseThrow();
      if (value instanceof ObjectCreationExpr creation
          && creation.getArguments().size() == parameters(type).size()) {
        rewrite(statement, creation, type);
      } else if (!value.isNullLiteralExpr()) {
        throw new CompileException(
            Facts.location(statement),
            "a function with a user-defined type returns 'new "
                + type.getNameAsString()
                + "(...)' or null, found: "
                + value);
      }
    }
    method.setType("UDTValue");
  }

  private static NodeList<Parameter> parameters(ClassOrInterfaceDeclaration type) {
    return type.getConstructors().get(0).getParameters();
  }

  private static void rewrite(
      ReturnStmt statement, ObjectCreationExpr creation, ClassOrInterfaceDeclaration type) {
    Location location = Facts.location(statement);
    BlockStmt block = (BlockStmt) statement.getParentNode().orElseThrow();
    Set<String> taken = new HashSet<>();
    MethodDeclaration method = Facts.method(statement);
    method.getParameters().forEach(parameter -> taken.add(parameter.getNameAsString()));
    method
        .findAll(VariableDeclarator.class)
        .forEach(variable -> taken.add(variable.getNameAsString()));
    String result = free("result", taken);
    MethodCallExpr make = new MethodCallExpr(name("udfContext"), "newReturnUDTValue");
    NodeList<Statement> statements = new NodeList<>();
    statements.add(declaration("UDTValue", result, Facts.typed(make, "UDTValue")));
    for (int i = 0; i < creation.getArguments().size(); i++) {
      Parameter field = parameters(type).get(i);
      Expression argument = creation.getArgument(i).clone();
      String setter =
          switch (field.getTypeAsString()) {
            case "Double", "Float", "Long", "String" -> "set" + field.getTypeAsString();
            case "ByteBuffer" -> "setBytes";
            case "Integer" -> "setInt";
            case "Boolean" -> "setBool";
            case "Date" -> "setTimestamp";
            default -> throw new CompileException(location, "no setter for " + field);
          };
      String cql = CqlTypes.snakeCase(field.getNameAsString());
      if (Facts.type(argument).indexOf('.') < 0) {
        statements.add(set(result, setter, cql, argument));
      } else {
        String local = free(field.getNameAsString(), taken);
        statements.add(declaration(field.getTypeAsString(), local, argument));
        Expression isSet =
            new BinaryExpr(name(local), nullLiteral(), BinaryExpr.Operator.NOT_EQUALS);
        statements.add(
            new IfStmt(
                Facts.typed(isSet, "boolean"),
                new BlockStmt(new NodeList<>(set(result, setter, cql, name(local)))),
                null));
      }
    }
    int index = block.getStatements().indexOf(statement);
    statements.forEach(added -> Facts.located(added, location));
    block.getStatements().addAll(index, statements);
    statement.setExpression(name(result));
  }

  private static Statement set(String result, String setter, String field, Expression value) {
    MethodCallExpr call = new MethodCallExpr(name(result), setter);
    call.addArgument(Facts.typed(new StringLiteralExpr(field), "java.lang.String"));
    call.addArgument(value);
    return new ExpressionStmt(Facts.typed(call, "UDTValue"));
  }

  private static ExpressionStmt declaration(String type, String name, Expression value) {
    return new ExpressionStmt(
        new VariableDeclarationExpr(
            new VariableDeclarator(StaticJavaParser.parseType(type), name, value)));
  }

  private static String free(String name, Set<String> taken) {
    String free = name;
    for (int number = 2; !taken.add(free); number++) {
      free = name + number;
    }
    return free;
  }

  private static NameExpr name(String name) {
    return Facts.typed(new NameExpr(name), "UDTValue");
  }

  private static NullLiteralExpr nullLiteral() {
    return Facts.typed(new NullLiteralExpr(), "null");
  }
}
