/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.cassandrastats.localcluster.node.LocalNodeException;
import org.junit.jupiter.api.Test;

final class NodeKindTest {
  @Test
  void should_read_a_name() {
    assertThat(NodeKind.named("containers")).isEqualTo(NodeKind.CONTAINERS);
  }

  @Test
  void should_list_what_is_expected_instead_of_an_unknown_name() {
    assertThatThrownBy(() -> NodeKind.named("pods"))
        .isInstanceOf(LocalNodeException.class)
        .hasMessage("\"pods\" is nothing that nodes run in: expected auto, containers, forked");
  }
}
