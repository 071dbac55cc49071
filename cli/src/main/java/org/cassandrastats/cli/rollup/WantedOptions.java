/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.cli.buckets.TaskOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a rollup holds. */
final class WantedOptions {
  @Mixin private TaskOptions task;

  @Option(
      names = "--state",
      required = true,
      paramLabel = "AGGREGATE",
      description =
          "What each bucket holds: an aggregate that gives a state, such as \"tdigest(value)\" or"
              + " \"histogram(value, 0, 100, 20) AS spread\". May be given several times. The column"
              + " is named after it (tdigest_value) if AS does not name it.")
  private List<String> states = new ArrayList<>();

  /** What is wanted, with the keyspace of the functions. */
  Wanted wanted(String functionsKeyspace) {
    return new Wanted(task.task(), states, functionsKeyspace);
  }
}
