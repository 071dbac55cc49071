/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReplicationTest {
  @Test
  void should_be_the_users_choice() {
    assertThat(Cluster.replication("{'class': 'X'}", List.of("dc1"))).isEqualTo("{'class': 'X'}");
  }

  @Test
  void should_need_no_more_replicas_than_the_smallest_datacenter_has_nodes() {
    assertThat(Cluster.replication(null, List.of("dc1", "dc2", "dc1")))
        .isEqualTo("{'class': 'NetworkTopologyStrategy', 'replication_factor': 1}");
    assertThat(Cluster.replication(null, Collections.nCopies(12, "dc1")))
        .isEqualTo("{'class': 'NetworkTopologyStrategy', 'replication_factor': 3}");
  }
}
