/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class JournalTest {
  @Test
  void should_say_what_was_done_what_failed_and_what_was_not_done() {
    PlanRunner.Journal journal = new PlanRunner.Journal(steps(3), "Run it again.");
    journal.stepDone();

    assertThat(journal.refused("no permission"))
        .isEqualTo(
            """
            Stopped at statement 2 of 3: create FUNCTION f1() was refused: no permission.
              Done before it: 1: create FUNCTION f0()
              It was not done.
              Not done: 1: create FUNCTION f2()
            Run it again.""");
  }

  @Test
  void should_not_claim_to_know_what_a_silent_node_did() {
    assertThat(new PlanRunner.Journal(steps(1), "").unknown("timed out"))
        .contains("may or may not have been done")
        .contains("Done before it: nothing")
        .contains("Not done: nothing");
  }

  @Test
  void should_shorten_long_lists_but_count_them() {
    assertThat(new PlanRunner.Journal(steps(100), "").refused("no"))
        .contains("Not done: 99: create FUNCTION f1(); ")
        .contains("; ... create FUNCTION f99()")
        .doesNotContain("f50()");
  }

  private static List<SchemaPlan.Step> steps(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new SchemaPlan.Step(
                    SchemaPlan.Step.Action.CREATE, "FUNCTION f" + i + "()", "CREATE"))
        .toList();
  }
}
