/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.source;

import com.github.javaparser.ast.DataKey;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import java.util.Map;
import java.util.Optional;

/**
 * What symbol resolution found out about a node. It is kept on the node itself, so that copies and
 * moved pieces of a tree, which cannot be resolved any more, still know it.
 */
public final class Facts {
  private static final DataKey<String> TYPE = new DataKey<>() {};
  private static final DataKey<String> TITLE = new DataKey<>() {};
  private static final DataKey<String> KEY = new DataKey<>() {};
  private static final DataKey<String> CALLEE = new DataKey<>() {};
  private static final DataKey<LibraryCall> LIBRARY_CALL = new DataKey<>() {};
  private static final DataKey<Boolean> CLASS_NAME = new DataKey<>() {};
  private static final DataKey<Location> LOCATION = new DataKey<>() {};

  /** A call of a method outside the project. */
  public record LibraryCall(String owner, String method, boolean isStatic) {}

  private Facts() {}

  /** The static type of an expression, for example {@code double} or {@code java.lang.Double}. */
  public static String type(Expression expression) {
    if (!expression.containsData(TYPE)) {
      throw new CompileException(
          location(expression), "the type of '" + expression + "' is unknown");
    }
    return expression.getData(TYPE);
  }

  /** Notes the static type of an expression, and returns the expression. */
  public static <E extends Expression> E typed(E expression, String type) {
    expression.setData(TYPE, type);
    return expression;
  }

  /** Notes the type of an expression as that of another one which takes its place, if known. */
  public static void inheritType(Expression expression, Expression replaced) {
    if (!expression.containsData(TYPE) && replaced.containsData(TYPE)) {
      typed(expression, type(replaced));
    }
  }

  /** The key of the project's method that a call means, or null. */
  public static String callee(Expression call) {
    return call.containsData(CALLEE) ? call.getData(CALLEE) : null;
  }

  static void setCallee(Expression call, String key) {
    call.setData(CALLEE, key);
  }

  /** The method outside the project that a call means, or null. */
  public static LibraryCall libraryCall(Expression call) {
    return call.containsData(LIBRARY_CALL) ? call.getData(LIBRARY_CALL) : null;
  }

  static void setLibraryCall(Expression call, LibraryCall method) {
    call.setData(LIBRARY_CALL, method);
  }

  /** Notes that a call, with a class name as its scope, means a static method of the library. */
  public static void markLibraryCall(MethodCallExpr call, String owner, String method) {
    call.getScope().ifPresent(Facts::className);
    setLibraryCall(call, new LibraryCall(owner, method, true));
  }

  /** Whether a name is that of a class and not of a variable. */
  public static boolean isClassName(Expression name) {
    return name.containsData(CLASS_NAME);
  }

  static <E extends Expression> E className(E name) {
    name.setData(CLASS_NAME, true);
    return name;
  }

  /** Qualified class and name of a method of the project. */
  public static String title(MethodDeclaration method) {
    return method.getData(TITLE);
  }

  /** Key of a method of the project, with its parameter types. */
  public static String key(MethodDeclaration method) {
    return method.getData(KEY);
  }

  static void setNames(MethodDeclaration method, String title, String key) {
    method.setData(TITLE, title);
    method.setData(KEY, key);
  }

  /** Where a node comes from: its own place or the nearest known one around it. */
  public static Location location(Node node) {
    for (Node n = node; n != null; n = n.getParentNode().orElse(null)) {
      if (n.containsData(LOCATION)) {
        return n.getData(LOCATION);
      }
    }
    return new Location("?", 0);
  }

  /** Notes where a node comes from, and returns the node. */
  public static <N extends Node> N located(N node, Location location) {
    node.setData(LOCATION, location);
    return node;
  }

  private static final Map<String, String> BOXES =
      Map.of(
          "double", "Double",
          "float", "Float",
          "long", "Long",
          "int", "Integer",
          "boolean", "Boolean",
          "byte", "Byte",
          "short", "Short",
          "char", "Character");

  /** Whether a type is primitive. */
  public static boolean isPrimitive(String type) {
    return BOXES.containsKey(type);
  }

  /** Whether a type is a class that boxes a primitive type, with its package or without. */
  public static boolean isBox(String type) {
    return BOXES.containsValue(type.replaceFirst("^java\\.lang\\.", ""));
  }

  /** The simple name of the class that boxes a primitive type. */
  public static Optional<String> of(String type) {
    return Optional.ofNullable(BOXES.get(type));
  }

  /** Whether two nodes are the same one: equal code may stand at several places of a tree. */
  public static boolean isSame(Object left, Object right) {
    return left == right;
  }

  /** Whether a node is what a method is called on. */
  public static boolean isScope(Node parent, Node child) {
    return parent instanceof MethodCallExpr call
        && call.getScope().filter(scope -> isSame(scope, child)).isPresent();
  }

  /** Whether the left operand decides if the right one is evaluated. */
  public static boolean isShortCircuit(BinaryExpr binary) {
    return binary.getOperator() == BinaryExpr.Operator.AND
        || binary.getOperator() == BinaryExpr.Operator.OR;
  }

  /** Whether an operand of an expression may not be evaluated although the expression is. */
  public static boolean isOptional(Node expression, Node operand) {
    if (expression instanceof ConditionalExpr choice) {
      return !isSame(choice.getCondition(), operand);
    }
    return expression instanceof BinaryExpr binary
        && isSame(binary.getRight(), operand)
        && isShortCircuit(binary);
  }

  /** The method that a node stands in. */
  public static MethodDeclaration method(Node node) {
    Node outer = node;
    while (!(outer instanceof MethodDeclaration)) {
      outer = outer.getParentNode().orElseThrow();
    }
    return (MethodDeclaration) outer;
  }

  /** The expression without the parentheses around it. */
  public static Expression bare(Expression expression) {
    Expression inner = expression;
    while (inner.isEnclosedExpr()) {
      inner = inner.asEnclosedExpr().getInner();
    }
    return inner;
  }
}
