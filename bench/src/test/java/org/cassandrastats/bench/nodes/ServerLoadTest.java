/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ServerLoadTest {
  private static ServerLoad ofReads(long reads) {
    return new ServerLoad(List.of(reads), reads * 2000, 0, 0, 0, 0);
  }

  @Test
  void should_count_reads_by_node() {
    ServerLoad before = ofReads(10).plus(ofReads(20));

    assertThat(ofReads(13).plus(ofReads(20)).since(before))
        .containsEntry(ServerLoad.READS, 3.0)
        .containsEntry(ServerLoad.READS_OF + 1, 3.0)
        .containsEntry(ServerLoad.READS_OF + 2, 0.0)
        .containsEntry(ServerLoad.READ, 2.0);
  }

  @Test
  void should_not_count_twice_on_one_node() {
    assertThat(ofReads(13).since(ofReads(10)))
        .containsEntry(ServerLoad.READS, 3.0)
        .doesNotContainKey(ServerLoad.READS_OF + 1);
  }
}
