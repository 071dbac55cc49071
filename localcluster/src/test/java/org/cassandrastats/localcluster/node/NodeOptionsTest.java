/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class NodeOptionsTest {
  @Test
  void should_split_at_spaces() {
    assertThat(NodeSettings.options(Map.of("CASSANDRA_STATS_NODE_OPTIONS", " -Xss1m  -Dx=y\t-ea ")))
        .containsExactly("-Xss1m", "-Dx=y", "-ea");
  }

  @Test
  void should_have_none_where_nothing_is_set() {
    assertThat(NodeSettings.options(Map.of())).isEmpty();
    assertThat(NodeSettings.options(Map.of("CASSANDRA_STATS_NODE_OPTIONS", " "))).isEmpty();
  }
}
