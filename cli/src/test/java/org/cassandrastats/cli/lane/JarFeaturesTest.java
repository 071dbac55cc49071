/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cassandrastats.cli.lane.Capabilities.silent;
import static org.cassandrastats.cli.lane.Capabilities.withFeatures;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

final class JarFeaturesTest {
  private static final JarFeature DIRECT = new JarFeature("direct_reads", "true", "active");

  @Test
  void should_show_one_line_for_what_all_nodes_have_and_one_for_each_difference() {
    String shown =
        printed(
            withFeatures("a", DIRECT, rules("2025a")),
            withFeatures("b", DIRECT, rules("2025b")),
            withFeatures("c", DIRECT, rules("2025a")),
            silent("d"));

    assertThat(shown)
        .containsPattern("direct_reads +\\| true +\\| active +\\| all ")
        .containsPattern("time_zone_rules +\\| 2025a +\\| active +\\| a, c ")
        .containsPattern("time_zone_rules +\\| 2025b +\\| active +\\| b ");
    assertThat(printed(silent("d"))).isEmpty();
  }

  @Test
  void should_warn_of_different_time_zone_rules_and_settings() {
    JarFeatures features =
        new JarFeatures(
            List.of(
                withFeatures("a", rules("2025a"), DIRECT),
                withFeatures(
                    "b", rules("2025b"), new JarFeature("direct_reads", "true", "turned off"))));

    assertThat(features.advice())
        .hasSize(2)
        .anyMatch(
            sentence ->
                sentence.contains("rules of time zones: 2025a on a; 2025b on b.")
                    && sentence.contains("LIMIT"))
        .anyMatch(sentence -> sentence.contains("differs between nodes in direct_reads:"));
    assertThat(
            new JarFeatures(List.of(withFeatures("a", DIRECT), withFeatures("b", DIRECT))).advice())
        .isEmpty();
  }

  private static JarFeature rules(String version) {
    return new JarFeature(JarFeature.TIME_ZONE_RULES, version, "active");
  }

  private static String printed(NodeCapabilities... offers) {
    StringWriter out = new StringWriter();
    new JarFeatures(List.of(offers)).print(new PrintWriter(out));
    return out.toString();
  }
}
