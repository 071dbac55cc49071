/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

/** What the evaluation of an expression depends on or does, from the least to the most. */
enum Effect {
  /** The same value whenever it is evaluated. */
  CONSTANT,
  /** Depends on local variables only, and cannot fail. */
  LOCALS,
  /** May read memory that others write, or fail on a wrong index, null or a division by zero. */
  READS,
  /** Contains a {@code throw}: the order of its failures is part of its meaning. */
  THROWS,
  /** Changes memory or a local variable. */
  WRITES;

  Effect and(Effect other) {
    return compareTo(other) >= 0 ? this : other;
  }

  boolean atMost(Effect limit) {
    return compareTo(limit) <= 0;
  }

  /** Whether something with this effect may run before instead of after something else. */
  boolean mayPrecede(Effect other) {
    return switch (other) {
      case CONSTANT -> true;
      case LOCALS -> atMost(THROWS);
      case READS -> atMost(READS);
      case THROWS -> atMost(LOCALS);
      case WRITES -> false;
    };
  }
}
