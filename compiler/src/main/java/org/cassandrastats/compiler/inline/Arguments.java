/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.cassandrastats.compiler.source.Facts;

/**
 * Decides for each argument of a call whether it takes the place of the parameter or goes to a
 * local variable first.
 */
final class Arguments {
  private final MethodCallExpr call;
  private final Helper helper;
  private final List<Effect> effects;
  private final boolean[] hoisted;

  Arguments(MethodCallExpr call, Helper helper, List<Effect> effects) {
    this.call = call;
    this.helper = helper;
    this.effects = withConversions(call, helper, effects);
    this.hoisted = new boolean[effects.size()];
    boolean later = false;
    Set<String> assignedLater = new HashSet<>();
    for (int i = hoisted.length - 1; i >= 0; i--) {
      Effect effect = this.effects.get(i);
      hoisted[i] =
          !isSubstitutable(i)
              || (later && !effect.atMost(Effect.LOCALS))
              || call.getArgument(i).findAll(NameExpr.class).stream()
                  .anyMatch(name -> assignedLater.contains(name.getNameAsString()));
      later |= hoisted[i] && !effect.atMost(Effect.LOCALS);
      assignedLater.addAll(Effects.assignedIn(call.getArgument(i)));
    }
  }

  /** An argument that the call unboxes fails there if it is null. */
  private static List<Effect> withConversions(
      MethodCallExpr call, Helper helper, List<Effect> effects) {
    List<Effect> converted = new ArrayList<>();
    for (int i = 0; i < effects.size(); i++) {
      boolean unboxes =
          Facts.isBox(Facts.type(call.getArgument(i)))
              && Facts.isPrimitive(helper.parameters().get(i).getTypeAsString());
      converted.add(unboxes ? effects.get(i).and(Effect.READS) : effects.get(i));
    }
    return converted;
  }

  int size() {
    return hoisted.length;
  }

  boolean isHoisted(int index) {
    return hoisted[index];
  }

  boolean hoistsAny() {
    for (boolean one : hoisted) {
      if (one) {
        return true;
      }
    }
    return false;
  }

  Effect hoistedEffect() {
    Effect effect = Effect.CONSTANT;
    for (int i = 0; i < hoisted.length; i++) {
      effect = hoisted[i] ? effect.and(effects.get(i)) : effect;
    }
    return effect;
  }

  Effect substitutedEffect() {
    Effect effect = Effect.CONSTANT;
    for (int i = 0; i < hoisted.length; i++) {
      effect = hoisted[i] ? effect : effect.and(effects.get(i));
    }
    return effect;
  }

  /** A copy of an argument with the type of its parameter. */
  Expression value(int index) {
    return call.getArgument(index).clone();
  }

  /** Replaces the uses of a parameter, known by a temporary name, by the argument. */
  void putInto(BlockStmt body, int index, String name) {
    Parameter parameter = helper.parameters().get(index);
    for (NameExpr use :
        body.findAll(NameExpr.class, candidate -> candidate.getNameAsString().equals(name))) {
      Expression value = Facts.bare(value(index)).clone();
      Facts.located(value, Facts.location(call));
      Parentheses.replace(use, Parentheses.coerce(parameter.getTypeAsString(), value));
    }
  }

  private boolean isSubstitutable(int index) {
    Parameter parameter = helper.parameters().get(index);
    String name = parameter.getNameAsString();
    Expression argument = Facts.bare(call.getArgument(index));
    List<NameExpr> uses = helper.uses(name);
    if (helper.assigns(name)) {
      return false;
    }
    if (isLiteral(argument)) {
      return true;
    }
    boolean isConverted = Parentheses.isCoerced(Facts.type(argument), parameter.getTypeAsString());
    if (argument.isNameExpr() && !isConverted) {
      return true;
    }
    Effect effect = effects.get(index);
    if (uses.isEmpty()) {
      return effect.atMost(Effect.LOCALS);
    }
    if (uses.size() > 1 || helper.isRepeated(uses.get(0))) {
      return false;
    }
    if (effect.atMost(Effect.LOCALS)) {
      return true;
    }
    return effect == Effect.READS
        && helper.isExpression()
        && !helper.isConditional(uses.get(0))
        && helper.before(uses.get(0)).atMost(Effect.READS);
  }

  private static boolean isLiteral(Expression argument) {
    Expression unsigned = argument instanceof UnaryExpr unary ? unary.getExpression() : argument;
    return unsigned instanceof LiteralExpr;
  }
}
