/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.Test;

final class NodeDefaultsTest {
  @Test
  void should_give_each_node_an_equal_part_of_the_tokens() {
    assertThat(
            IntStream.rangeClosed(1, 3)
                .mapToObj(node -> ClusterSettings.of(3, settings -> {}).node(node).build())
                .map(settings -> settings.yaml().get("initial_token")))
        .containsExactly("-9223372036854775807", "-3074457345618258602", "3074457345618258603");
  }

  @Test
  void should_let_the_caller_have_the_last_word() {
    NodeSettings settings =
        ClusterSettings.of(1, builder -> builder.heap("1g").yaml("auto_bootstrap", true))
            .node(1)
            .build();

    assertThat(settings.heap()).isEqualTo("1g");
    assertThat(settings.yaml()).containsEntry("auto_bootstrap", true);
  }
}
