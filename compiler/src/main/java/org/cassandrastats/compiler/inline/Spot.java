/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.ast.stmt.Statement;

/**
 * Where statements can be put that have to run before an expression.
 *
 * @param anchor the statement that the expression belongs to
 * @param refusal why not just anything can be put before it, or null if it can
 * @param isRepeated whether the expression may be evaluated more than once
 */
record Spot(Statement anchor, String refusal, boolean isRepeated) {
  static Spot before(Statement anchor) {
    return new Spot(anchor, null, false);
  }

  /** The same place for an expression that may not be evaluated at all. */
  Spot optional(String reason) {
    return refusal == null ? new Spot(anchor, reason, isRepeated) : this;
  }

  /** The same place for an expression that may be evaluated several times. */
  Spot repeated(String reason) {
    return new Spot(anchor, reason, true);
  }

  /** Why something with an effect cannot be put before the statement, or null. */
  String refusal(Effect effect) {
    // To compute from local variables what nobody needs is a waste, but does no harm.
    return isRepeated || !effect.atMost(Effect.LOCALS) ? refusal : null;
  }
}
