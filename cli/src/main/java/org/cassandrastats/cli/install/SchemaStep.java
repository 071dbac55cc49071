/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

/**
 * One schema statement of a plan.
 *
 * @param action what it does
 * @param object what it does it to, for messages: {@code FUNCTION moments_mean(blob)}
 * @param cql the statement, without the closing semicolon
 */
record SchemaStep(Action action, String object, String cql) {
  /** What a step does. */
  enum Action {
    CREATE("create"),
    REPLACE("replace"),
    ALTER("alter"),
    /**
     * Re-creates an aggregate whose definition is right, because nothing tells whether it still
     * runs an old body of its functions. Changes nothing where it does not.
     */
    REFRESH("refresh"),
    DROP("drop");

    private final String verb;

    Action(String verb) {
      this.verb = verb;
    }

    String verb() {
      return verb;
    }
  }

  @Override
  public String toString() {
    return action.verb() + " " + object;
  }
}
