/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.ArrayAccessExpr;
import com.github.javaparser.ast.expr.ArrayCreationExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.stmt.ThrowStmt;
import java.util.HashSet;
import java.util.Set;
import org.cassandrastats.compiler.source.ClassNames;
import org.cassandrastats.compiler.source.Facts;

/** Finds the effect of a piece of code that calls no method of the project any more. */
final class Effects {
  private static final Set<String> PURE_CLASSES =
      Set.of(
          "java.lang.Math",
          "java.lang.StrictMath",
          "java.lang.Double",
          "java.lang.Float",
          "java.lang.Long",
          "java.lang.Integer",
          "java.lang.Boolean",
          "java.lang.Character");
  private static final Set<String> FAILING_PREFIXES = Set.of("parse", "decode", "toIntExact");
  private static final Set<String> IMMUTABLE_CLASSES =
      Set.of(
          "java.lang.String",
          "java.lang.Number",
          "java.lang.CharSequence",
          "java.math.BigDecimal",
          "java.math.BigInteger",
          "java.math.MathContext",
          "java.util.Date");
  private static final Set<String> READING_METHODS =
      Set.of(
          "get",
          "getInt",
          "getLong",
          "getDouble",
          "getFloat",
          "getShort",
          "remaining",
          "limit",
          "capacity",
          "position",
          "hasRemaining",
          "slice",
          "duplicate",
          "asReadOnlyBuffer",
          "size",
          "isEmpty",
          "contains",
          "indexOf",
          "length",
          "equals",
          "hashCode",
          "compareTo",
          "toString",
          "hasArray",
          "arrayOffset");

  private Effects() {}

  /** The effect of everything inside a node; changing {@code own} variables does not count. */
  static Effect of(Node node, Set<String> own) {
    Effect effect = Effect.CONSTANT;
    if (node instanceof ThrowStmt) {
      effect = Effect.THROWS;
    } else if (node instanceof Expression expression) {
      effect = ofItself(expression, own);
    }
    for (Node child : node.getChildNodes()) {
      effect = effect.and(of(child, own));
    }
    return effect;
  }

  /** The effect of an expression without that of its operands. */
  static Effect ofItself(Expression expression, Set<String> own) {
    if (unboxes(expression)) {
      return ofItselfUnboxed(expression, own).and(Effect.READS);
    }
    return ofItselfUnboxed(expression, own);
  }

  /** Unboxing fails on null. */
  private static boolean unboxes(Expression expression) {
    if (expression instanceof BinaryExpr binary) {
      return isBoxed(binary.getLeft()) || isBoxed(binary.getRight());
    } else if (expression instanceof UnaryExpr unary) {
      return isBoxed(unary.getExpression());
    } else if (expression instanceof ConditionalExpr choice) {
      return Facts.isPrimitive(Facts.type(choice))
          && (isBoxed(choice.getThenExpr()) || isBoxed(choice.getElseExpr()));
    } else if (expression instanceof MethodCallExpr call) {
      return call.getArguments().stream().anyMatch(Effects::isBoxed);
    }
    return false;
  }

  private static boolean isBoxed(Expression expression) {
    return Facts.isBox(Facts.type(expression));
  }

  private static Effect ofItselfUnboxed(Expression expression, Set<String> own) {
    if (expression instanceof NameExpr) {
      return Facts.isClassName(expression) ? Effect.CONSTANT : Effect.LOCALS;
    } else if (expression instanceof FieldAccessExpr) {
      return ClassNames.isLibraryConstant(expression) || Facts.isClassName(expression)
          ? Effect.CONSTANT
          : Effect.READS;
    } else if (expression instanceof AssignExpr assign) {
      return ofWrite(assign.getTarget(), own);
    } else if (expression instanceof UnaryExpr unary) {
      return isStep(unary) ? ofWrite(unary.getExpression(), own) : Effect.CONSTANT;
    } else if (expression instanceof BinaryExpr binary) {
      return mayDivideByZero(binary) ? Effect.READS : Effect.CONSTANT;
    } else if (expression instanceof CastExpr cast) {
      return cast.getType().isPrimitiveType() && !isReference(cast.getExpression())
          ? Effect.CONSTANT
          : Effect.READS;
    } else if (expression instanceof ArrayAccessExpr
        || expression instanceof ArrayCreationExpr
        || expression instanceof ObjectCreationExpr) {
      return Effect.READS;
    } else if (expression instanceof MethodCallExpr call) {
      return ofCall(call);
    }
    return Effect.CONSTANT;
  }

  static boolean isStep(UnaryExpr unary) {
    return switch (unary.getOperator()) {
      case PREFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_INCREMENT, POSTFIX_DECREMENT -> true;
      default -> false;
    };
  }

  /** The local variables that an expression changes. */
  static Set<String> assignedIn(Expression expression) {
    Set<String> names = new HashSet<>();
    expression.walk(
        node -> {
          if (node instanceof AssignExpr assign && assign.getTarget().isNameExpr()) {
            names.add(assign.getTarget().asNameExpr().getNameAsString());
          } else if (node instanceof UnaryExpr unary
              && isStep(unary)
              && unary.getExpression().isNameExpr()) {
            names.add(unary.getExpression().asNameExpr().getNameAsString());
          }
        });
    return names;
  }

  private static boolean isReference(Expression expression) {
    return !Facts.isPrimitive(Facts.type(expression));
  }

  private static Effect ofWrite(Expression target, Set<String> own) {
    return target instanceof NameExpr name && own.contains(name.getNameAsString())
        ? Effect.LOCALS
        : Effect.WRITES;
  }

  private static boolean mayDivideByZero(BinaryExpr binary) {
    return switch (binary.getOperator()) {
      case DIVIDE, REMAINDER ->
          !(binary.getRight().isLiteralExpr()
              || isFloating(binary.getLeft())
              || isFloating(binary.getRight()));
      default -> false;
    };
  }

  private static boolean isFloating(Expression expression) {
    String type = Facts.type(expression);
    return type.equals("double") || type.equals("float");
  }

  private static Effect ofCall(MethodCallExpr call) {
    Facts.LibraryCall method = Facts.libraryCall(call);
    if (method == null) {
      return Effect.WRITES;
    }
    if (method.isStatic()) {
      boolean fails = FAILING_PREFIXES.stream().anyMatch(method.method()::startsWith);
      if (PURE_CLASSES.contains(method.owner())) {
        return fails || method.method().endsWith("Exact") ? Effect.READS : Effect.LOCALS;
      }
      return IMMUTABLE_CLASSES.contains(method.owner()) || method.method().equals("allocate")
          ? Effect.READS
          : Effect.WRITES;
    }
    boolean isReading = READING_METHODS.contains(method.method()) && !isRelativeGet(call, method);
    return isReading
            || IMMUTABLE_CLASSES.contains(method.owner())
            || PURE_CLASSES.contains(method.owner())
        ? Effect.READS
        : Effect.WRITES;
  }

  /** {@code buffer.get()} and {@code buffer.limit(n)} change the buffer. */
  private static boolean isRelativeGet(MethodCallExpr call, Facts.LibraryCall method) {
    if (!method.owner().startsWith("java.nio.")) {
      return false;
    }
    return method.method().startsWith("get")
        ? call.getArguments().size() != 1
        : !call.getArguments().isEmpty();
  }
}
