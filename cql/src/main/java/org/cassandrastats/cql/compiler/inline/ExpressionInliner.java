/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cql.compiler.inline;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.cassandrastats.cql.compiler.source.Facts;
import org.cassandrastats.cql.compiler.source.Tree;

/** Inlines the calls inside an expression, in the order in which Java evaluates them. */
final class ExpressionInliner {
  private final Inliner inliner;

  ExpressionInliner(Inliner inliner) {
    this.inliner = inliner;
  }

  void inline(Expression expression, Spot spot) {
    visit(expression, Effect.CONSTANT, spot);
  }

  boolean isCall(Expression expression) {
    return Facts.callee(expression) != null;
  }

  /** The call that an expression is as a whole, with its arguments inlined; or nothing. */
  Optional<Call> asCall(Expression expression, Spot spot) {
    return isCall(expression)
        ? Optional.of(call((MethodCallExpr) expression, Effect.CONSTANT, spot))
        : Optional.empty();
  }

  /**
   * Inlines what is inside an expression.
   *
   * @param before the effect of all that is evaluated before it in the same statement
   * @return the effect of the expression as it is afterwards
   */
  private Effect visit(Expression expression, Effect before, Spot spot) {
    if (isCall(expression)) {
      return call((MethodCallExpr) expression, before, spot).substitute();
    }
    if (expression instanceof VariableDeclarationExpr declaration) {
      Effect effect = Effect.CONSTANT;
      for (VariableDeclarator variable : declaration.getVariables()) {
        if (variable.getInitializer().isPresent()) {
          effect = effect.and(visit(variable.getInitializer().get(), before.and(effect), spot));
        }
      }
      return effect;
    }
    Effect effect = Effect.CONSTANT;
    for (Expression operand : operands(expression)) {
      Spot place = Tree.isOptional(expression, operand) ? spot.optional(reason(expression)) : spot;
      effect = effect.and(visit(operand, before.and(effect), place));
    }
    return effect.and(Effects.ofItself(expression, Set.of()));
  }

  /** Direct operands in the order of evaluation, which is that of the text. */
  private static List<Expression> operands(Expression expression) {
    if (expression instanceof AssignExpr assign
        && assign.getTarget().isNameExpr()
        && assign.getOperator() == AssignExpr.Operator.ASSIGN) {
      return List.of(assign.getValue());
    } else if (expression instanceof ConditionalExpr choice) {
      return List.of(choice.getCondition(), choice.getThenExpr(), choice.getElseExpr());
    }
    List<Expression> operands = new ArrayList<>();
    if (expression instanceof MethodCallExpr call) {
      call.getScope().filter(scope -> !Facts.isClassName(scope)).ifPresent(operands::add);
      operands.addAll(call.getArguments());
      return operands;
    }
    collect(expression, operands);
    operands.sort(
        (left, right) ->
            left.getBegin().isPresent() && right.getBegin().isPresent()
                ? left.getBegin().get().compareTo(right.getBegin().get())
                : 0);
    return operands;
  }

  private static void collect(Node node, List<Expression> operands) {
    for (Node child : node.getChildNodes()) {
      if (child instanceof Expression operand) {
        operands.add(operand);
      } else {
        collect(child, operands);
      }
    }
  }

  private static String reason(Expression expression) {
    return expression instanceof BinaryExpr binary
        ? "the right operand of " + binary.getOperator().asString() + " is not always evaluated"
        : "the branches of ?: are not always evaluated";
  }

  private Call call(MethodCallExpr expression, Effect before, Spot spot) {
    List<Effect> effects = new ArrayList<>();
    Effect sofar = Effect.CONSTANT;
    for (int i = 0; i < expression.getArguments().size(); i++) {
      Effect effect = visit(expression.getArgument(i), before.and(sofar), spot);
      effects.add(effect);
      sofar = sofar.and(effect);
    }
    Helper helper = inliner.helper(Facts.callee(expression), expression);
    return new Call(expression, helper, effects, before, spot);
  }
}
