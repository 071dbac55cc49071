/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is to be done, in order, and what stands against it.
 *
 * @param steps the statements
 * @param unchanged how many objects are as they have to be already
 * @param problems why it must not be done, each with what to do about it
 * @param warnings what the user should know
 */
record SchemaPlan(
    List<SchemaStep> steps, int unchanged, List<String> problems, List<String> warnings) {
  SchemaPlan {
    steps = List.copyOf(steps);
    problems = List.copyOf(problems);
    warnings = List.copyOf(warnings);
  }

  /** Whether any step is more than a refresh. */
  boolean changesSchema() {
    return steps.stream().anyMatch(step -> step.action() != SchemaStep.Action.REFRESH);
  }

  /** The steps by action and kind of object, in their order: {@code create 12 functions}. */
  List<String> summary() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (SchemaStep step : steps) {
      counts.merge(step.action().verb() + " %d " + kind(step), 1, Integer::sum);
    }
    return counts.entrySet().stream()
        .map(
            entry ->
                entry.getKey().formatted(entry.getValue()) + (entry.getValue() == 1 ? "" : "s"))
        .toList();
  }

  /** The steps that are shown one by one: all that change something that is there already. */
  List<SchemaStep> notable() {
    List<SchemaStep.Action> shown =
        Arrays.asList(SchemaStep.Action.REPLACE, SchemaStep.Action.ALTER, SchemaStep.Action.DROP);
    return steps.stream().filter(step -> shown.contains(step.action())).toList();
  }

  private static String kind(SchemaStep step) {
    return step.object().split(" ", 2)[0].toLowerCase(Locale.ROOT);
  }
}
