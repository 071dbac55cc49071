/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.ArrayAccessExpr;
import com.github.javaparser.ast.expr.ArrayCreationExpr;
import com.github.javaparser.ast.expr.ArrayInitializerExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.InstanceOfExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.compiler.source.Facts;

/**
 * The operands of an expression in the order in which Java evaluates them. The child nodes of a
 * tree that was changed are in no particular order.
 */
final class Operands {
  private Operands() {}

  static List<Expression> of(Expression expression) {
    List<Expression> operands = new ArrayList<>();
    if (expression instanceof BinaryExpr binary) {
      operands.add(binary.getLeft());
      operands.add(binary.getRight());
    } else if (expression instanceof AssignExpr assign) {
      if (!isPlainAssignment(assign)) {
        operands.add(assign.getTarget());
      }
      operands.add(assign.getValue());
    } else if (expression instanceof ConditionalExpr choice) {
      operands.add(choice.getCondition());
      operands.add(choice.getThenExpr());
      operands.add(choice.getElseExpr());
    } else if (expression instanceof MethodCallExpr call) {
      call.getScope().filter(scope -> !Facts.isClassName(scope)).ifPresent(operands::add);
      operands.addAll(call.getArguments());
    } else if (expression instanceof ObjectCreationExpr creation) {
      operands.addAll(creation.getArguments());
    } else if (expression instanceof ArrayAccessExpr access) {
      operands.add(access.getName());
      operands.add(access.getIndex());
    } else if (expression instanceof ArrayCreationExpr creation) {
      creation.getLevels().forEach(level -> level.getDimension().ifPresent(operands::add));
      creation.getInitializer().ifPresent(operands::add);
    } else if (expression instanceof ArrayInitializerExpr initializer) {
      operands.addAll(initializer.getValues());
    } else if (expression instanceof VariableDeclarationExpr declaration) {
      for (VariableDeclarator variable : declaration.getVariables()) {
        variable.getInitializer().ifPresent(operands::add);
      }
    } else if (expression instanceof UnaryExpr unary) {
      operands.add(unary.getExpression());
    } else if (expression instanceof CastExpr cast) {
      operands.add(cast.getExpression());
    } else if (expression instanceof EnclosedExpr enclosed) {
      operands.add(enclosed.getInner());
    } else if (expression instanceof InstanceOfExpr test) {
      operands.add(test.getExpression());
    } else if (expression instanceof FieldAccessExpr access
        && !Facts.isClassName(access.getScope())) {
      operands.add(access.getScope());
    }
    return operands;
  }

  /** {@code x = value} does not read the variable. */
  private static boolean isPlainAssignment(AssignExpr assign) {
    return assign.getOperator() == AssignExpr.Operator.ASSIGN && assign.getTarget().isNameExpr();
  }
}
