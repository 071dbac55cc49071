/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.source;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;

/** Questions about where a node stands in its tree. */
public final class Tree {
  private Tree() {}

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
