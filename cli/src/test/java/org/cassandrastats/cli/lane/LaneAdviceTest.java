/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cassandrastats.cli.lane.Capabilities.lanes;
import static org.cassandrastats.cli.lane.Capabilities.silent;
import static org.cassandrastats.cli.lane.Capabilities.withJar;
import static org.cassandrastats.cli.lane.Capabilities.withoutJar;

import org.cassandrastats.cli.lane.NodeCapabilities.Lane;
import org.junit.jupiter.api.Test;

final class LaneAdviceTest {
  private static String advice(NodeCapabilities... offers) {
    return String.join("\n", lanes(offers).advice("0.0.2"));
  }

  @Test
  void should_say_that_the_native_lane_needs_nothing() {
    assertThat(advice(withJar("a", "0.0.2", false, Lane.NATIVE)))
        .isEqualTo(
            "Every node that answers has the server jar and needs nothing else: nothing has to be"
                + " installed.");
  }

  @Test
  void should_say_how_to_move_to_the_native_lane() {
    assertThat(advice(withJar("a", "0.0.2", true, Lane.CQL), withJar("b", "0.0.2", true, Lane.CQL)))
        .startsWith(
            "Every node that answers has the server jar: uninstall (or uninstall.cql) moves")
        .doesNotContain("\n");
  }

  @Test
  void should_name_the_nodes_without_the_jar_before_a_move() {
    assertThat(
            advice(
                withJar("a", "0.0.2", true, Lane.CQL),
                withoutJar("b", true, Lane.CQL),
                withoutJar("c", true, Lane.CQL)))
        .startsWith("The server jar is missing on b, c: keep the user-defined functions");
  }

  @Test
  void should_name_the_nodes_through_which_calls_fail() {
    assertThat(advice(withJar("a", "0.0.2", false, Lane.NATIVE), withoutJar("b", false, Lane.NONE)))
        .startsWith("The server jar is missing on b: queries that arrive there fail.")
        .contains("Put it there")
        .contains("user_defined_functions_enabled: true on every node");
  }

  @Test
  void should_say_that_functions_which_a_node_refuses_hide_the_native_ones() {
    assertThat(advice(withJar("a", "0.0.2", false, Lane.CQL)))
        .startsWith("The user-defined functions of keyspace stats are refused on a, where")
        .contains("uninstall (or uninstall.cql) drops them");
    assertThat(advice(withJar("a", "0.0.2", false, Lane.CQL), withoutJar("b", false, Lane.CQL)))
        .startsWith("The user-defined functions of keyspace stats are refused on a, b, where")
        .contains("put the server jar on every node and then uninstall");
  }

  @Test
  void should_say_how_to_begin() {
    assertThat(advice(withoutJar("a", true, Lane.NONE)))
        .isEqualTo(
            "Nothing answers stats.*: run install, or put the server jar on every node (Cassandra"
                + " 5.0) and restart it.");
    assertThat(advice(withoutJar("a", false, Lane.NONE)))
        .contains("run install, which needs user_defined_functions_enabled: true");
    assertThat(advice(withoutJar("a", true, Lane.CQL)))
        .startsWith("No server jar answers stats.*;");
  }

  @Test
  void should_warn_of_a_node_that_cannot_be_asked() {
    assertThat(advice(withJar("a", "0.0.2", true, Lane.CQL), silent("b")))
        .startsWith("What b would answer is not known: change nothing")
        .contains("\nEvery node that answers has the server jar");
    assertThat(advice(silent("b"))).doesNotContain("\n");
  }

  @Test
  void should_name_versions_that_differ() {
    assertThat(
            advice(
                withJar("a", "0.0.2", true, Lane.NATIVE), withJar("b", "0.0.1", true, Lane.NATIVE)))
        .contains("The server jar is of different versions: 0.0.1 on b; 0.0.2 on a.");
    assertThat(advice(withJar("a", "0.0.1", true, Lane.NATIVE)))
        .contains("The server jar is of version 0.0.1, this tool of 0.0.2");
  }
}
