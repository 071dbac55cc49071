/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.cassandrastats.compiler.source.Facts;
import org.cassandrastats.compiler.source.Tree;

/** Inlines the calls inside an expression, in the order in which Java evaluates them. */
final class ExpressionInliner {
  private final BiFunction<String, Expression, Helper> helpers;

  /**
   * An inliner.
   *
   * @param helpers finds a method by its key, with all calls inside it already replaced, for a call
   */
  ExpressionInliner(BiFunction<String, Expression, Helper> helpers) {
    this.helpers = helpers;
  }

  void inline(Expression expression, Statements.Spot spot) {
    visit(expression, Effect.CONSTANT, spot);
  }

  boolean isCall(Expression expression) {
    return Facts.callee(expression) != null;
  }

  /** The call that an expression is as a whole, with its arguments inlined; or nothing. */
  Optional<Call> asCall(Expression expression, Statements.Spot spot) {
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
  private Effect visit(Expression expression, Effect before, Statements.Spot spot) {
    if (isCall(expression)) {
      return call((MethodCallExpr) expression, before, spot).substitute();
    }
    Effect effect = Effect.CONSTANT;
    for (Expression operand : Operands.of(expression)) {
      Statements.Spot place =
          Tree.isOptional(expression, operand) ? spot.optional(reason(expression)) : spot;
      effect = effect.and(visit(operand, before.and(effect), place));
    }
    return effect.and(Effects.ofItself(expression, Set.of()));
  }

  private static String reason(Expression expression) {
    return expression instanceof BinaryExpr binary
        ? "the right operand of " + binary.getOperator().asString() + " is not always evaluated"
        : "the branches of ?: are not always evaluated";
  }

  private Call call(MethodCallExpr expression, Effect before, Statements.Spot spot) {
    List<Effect> effects = new ArrayList<>();
    Effect sofar = Effect.CONSTANT;
    for (int i = 0; i < expression.getArguments().size(); i++) {
      Effect effect = visit(expression.getArgument(i), before.and(sofar), spot);
      effects.add(effect);
      sofar = sofar.and(effect);
    }
    Helper helper = helpers.apply(Facts.callee(expression), expression);
    return new Call(expression, helper, effects, before, spot);
  }
}
