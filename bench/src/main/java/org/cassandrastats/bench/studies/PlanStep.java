/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

/** What the study of predictions does with a partition. */
enum PlanStep {
  /** Has the query planned. */
  PLAN("plan"),
  /** Asks it as it is. */
  ONE_QUERY("one query"),
  /** Asks it split, as the plan says. */
  SPLIT("split");

  private final String label;

  PlanStep(String label) {
    this.label = label;
  }

  @Override
  public String toString() {
    return label;
  }
}
