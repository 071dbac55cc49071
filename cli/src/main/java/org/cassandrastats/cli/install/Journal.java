/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Which steps have been done, and how that is told when the next one was not. */
final class Journal {
  private static final int SHOWN = 5;

  private final List<SchemaStep> steps;
  private final String advice;
  private final AtomicInteger done = new AtomicInteger();

  Journal(List<SchemaStep> steps, String advice) {
    this.steps = List.copyOf(steps);
    this.advice = advice;
  }

  /** Counts the current step as done, and returns how many are. */
  int stepDone() {
    return done.incrementAndGet();
  }

  String refused(String reason) {
    return stopped("was refused: " + reason, "was not done");
  }

  String unknown(String reason) {
    return stopped(
        "gave no answer: " + reason, "may or may not have been done, or may be done later");
  }

  String withoutAgreement() {
    return stopped(
        "was done, but the nodes do not agree on the schema",
        "was done; see nodetool describecluster for the nodes that disagree");
  }

  String interrupted() {
    return stopped("was interrupted", "may or may not have been done");
  }

  private String stopped(String what, String state) {
    int count = Math.min(done.get(), steps.size() - 1);
    List<SchemaStep> after = steps.subList(count + 1, steps.size());
    return """
        Stopped at statement %d of %d: %s %s.
          Done before it: %s
          It %s.
          Not done: %s
        %s"""
        .formatted(
            count + 1,
            steps.size(),
            steps.get(count),
            what,
            list(steps.subList(0, count)),
            state,
            list(after),
            advice);
  }

  private static String list(List<SchemaStep> steps) {
    if (steps.isEmpty()) {
      return "nothing";
    }
    StringBuilder text = new StringBuilder().append(steps.size()).append(": ");
    text.append(String.join("; ", steps.stream().limit(SHOWN).map(SchemaStep::toString).toList()));
    if (steps.size() > SHOWN) {
      text.append("; ... ").append(steps.get(steps.size() - 1));
    }
    return text.toString();
  }
}
