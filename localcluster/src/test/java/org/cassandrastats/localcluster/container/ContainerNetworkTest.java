/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.container;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ContainerNetworkTest {
  @ParameterizedTest
  @CsvSource({
    "172.18.0.0/16, 1, 172.18.0.17",
    "172.18.0.0/16, 3, 172.18.0.19",
    "192.168.240.0/20, 2, 192.168.240.18"
  })
  void should_give_each_node_an_address_of_the_subnet(String subnet, int node, String address) {
    assertThat(ContainerNetwork.address(subnet, node)).isEqualTo(address);
  }

  @Test
  void should_keep_the_last_lines_of_a_log() {
    ContainerNode.RecentLines lines = new ContainerNode.RecentLines(2);
    lines.add("one");
    lines.add("two");
    lines.add("three");

    assertThat(lines.toString().lines()).containsExactly("two", "three");
  }
}
