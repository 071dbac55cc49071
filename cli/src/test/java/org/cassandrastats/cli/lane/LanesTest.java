/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cassandrastats.cli.lane.Capabilities.lanes;
import static org.cassandrastats.cli.lane.Capabilities.silent;
import static org.cassandrastats.cli.lane.Capabilities.withFeatures;
import static org.cassandrastats.cli.lane.Capabilities.withJar;
import static org.cassandrastats.cli.lane.Capabilities.withoutJar;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.cli.lane.NodeCapabilities.Lane;
import org.junit.jupiter.api.Test;

final class LanesTest {
  @Test
  void should_take_user_defined_functions_for_what_answers_wherever_they_are() {
    Lanes both = lanes(withJar("a", "0.0.2", true, Lane.CQL), withoutJar("b", true, Lane.CQL));

    assertThat(both.answering()).isEqualTo(Lane.CQL);
    assertThat(both.describe())
        .containsExactly(
            "CQL lane: the user-defined functions of keyspace stats answer.",
            "They go before the native functions of the server jar 0.0.2 on a, which answer once"
                + " these are uninstalled.");
    assertThat(lanes(withoutJar("a", true, Lane.CQL)).describe()).hasSize(1);
  }

  @Test
  void should_take_the_native_lane_if_any_node_has_it_and_nothing_is_installed() {
    Lanes mixed =
        lanes(withoutJar("a", false, Lane.NONE), withJar("b", "0.0.2", false, Lane.NATIVE));

    assertThat(mixed.answering()).isEqualTo(Lane.NATIVE);
    assertThat(mixed.describe()).containsExactly("Native lane: the server jar 0.0.2 answers.");
    assertThat(mixed.needNothing()).isFalse();
  }

  @Test
  void should_say_what_to_do_where_nothing_answers() {
    assertThat(lanes(withoutJar("a", true, Lane.NONE)).nothingAnswers())
        .startsWith("Nothing answers stats.*")
        .contains("Run install", "no server jar does", "put the jar on every node", "--keyspace");
    assertThat(lanes(silent("a"), silent("b")).nothingAnswers())
        .contains("a cannot be asked: no connection", "b cannot be asked: no connection");
  }

  @Test
  void should_need_nothing_only_if_the_jar_is_everywhere_and_functions_are_not_allowed() {
    NodeCapabilities closed = withJar("a", "0.0.2", false, Lane.NATIVE);

    assertThat(lanes(closed).needNothing()).isTrue();
    assertThat(lanes(closed, withJar("b", "0.0.2", true, Lane.NATIVE)).needNothing()).isTrue();
    assertThat(lanes(withJar("b", "0.0.2", true, Lane.NATIVE)).needNothing()).isFalse();
    assertThat(lanes(closed, silent("b")).needNothing()).isFalse();
    assertThat(lanes(withJar("a", "0.0.2", false, Lane.CQL)).needNothing()).isFalse();
    assertThat(lanes().needNothing()).isFalse();
  }

  @Test
  void should_see_whether_nodes_agree() {
    NodeCapabilities first = withJar("a", "0.0.2", true, Lane.NATIVE);

    assertThat(lanes(first, withJar("b", "0.0.2", true, Lane.NATIVE)).nodesAgree()).isTrue();
    assertThat(lanes(first, withJar("b", "0.0.3", true, Lane.NATIVE)).nodesAgree()).isFalse();
    assertThat(lanes(first, withJar("b", "0.0.2", false, Lane.NATIVE)).nodesAgree()).isFalse();
    assertThat(lanes(first, withJar("b", "0.0.2", true, Lane.CQL)).nodesAgree()).isFalse();
    assertThat(lanes(first, withoutJar("b", true, Lane.NONE)).nodesAgree()).isFalse();
    assertThat(lanes(first, silent("b")).nodesAgree()).isFalse();
    assertThat(lanes(silent("b")).nodesAgree()).isFalse();
  }

  @Test
  void should_compare_features_of_nodes_that_show_them() {
    NodeCapabilities first =
        withFeatures("a", new JarFeature("time_zone_rules", "2025a", "active"));
    NodeCapabilities other =
        withFeatures("b", new JarFeature("time_zone_rules", "2025b", "active"));

    assertThat(lanes(first, first).nodesAgree()).isTrue();
    assertThat(lanes(first, other).nodesAgree()).isFalse();
    assertThat(lanes(first, withFeatures("c")).nodesAgree()).isTrue();
  }

  @Test
  void should_care_for_threads_only_where_user_defined_functions_run() {
    assertThat(lanes(threads("a", true, true), threads("b", true, false)).nodesAgree()).isFalse();
    assertThat(lanes(threads("a", false, true), threads("b", false, false)).nodesAgree()).isTrue();
  }

  private static NodeCapabilities threads(String node, boolean udfs, boolean threads) {
    return new NodeCapabilities(
        node,
        Optional.of("5.0.9"),
        Optional.of(udfs),
        Optional.of(threads),
        Optional.of("0.0.2"),
        Lane.NATIVE,
        List.of(),
        List.of());
  }

  @Test
  void should_foretell_what_answers_without_user_defined_functions() {
    NodeCapabilities having = withJar("a", "0.0.2", true, Lane.CQL);

    assertThat(lanes(having).withoutUdfs().orElseThrow())
        .endsWith("of the server jar 0.0.2 answer stats.* on every node that answers.");
    assertThat(lanes(having, withoutJar("b", true, Lane.CQL)).withoutUdfs().orElseThrow())
        .contains("answer stats.* on a; through b,")
        .endsWith("every call fails.");
    assertThat(lanes(withoutJar("b", true, Lane.CQL)).withoutUdfs()).isEmpty();
  }

  @Test
  void should_show_in_the_table_what_is_missing_and_what_is_not_known() {
    StringWriter out = new StringWriter();

    lanes(withJar("a", "0.0.2", false, Lane.NATIVE), withoutJar("b", true, Lane.NONE), silent("c"))
        .print(new PrintWriter(out));

    assertThat(out.toString())
        .containsPattern("a +\\| 5.0.9 +\\| disabled +\\| on +\\| 0.0.2 +\\| native ")
        .containsPattern("b +\\| 5.0.9 +\\| enabled +\\| on +\\| - +\\| none ")
        .containsPattern("c +\\| unknown +\\| unknown +\\| unknown +\\| unknown +\\| unknown ")
        .endsWith("c: cannot be asked: no connection." + System.lineSeparator());
  }
}
