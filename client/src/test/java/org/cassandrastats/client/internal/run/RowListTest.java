/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsRow;
import org.junit.jupiter.api.Test;

final class RowListTest {
  @Test
  void should_refuse_more_than_fits() {
    RowList rows = new RowList();
    ByteBuffer state = ByteBuffer.allocate(1 << 20);

    for (int row = 0; row < 63; row++) {
      rows.accept(StatsRow.of(List.of("state"), List.of(state)));
    }

    assertThat(rows.rows()).hasSize(63);
    assertThatThrownBy(() -> rows.accept(StatsRow.of(List.of("state"), List.of(state))))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("more than 64 MB after 63 rows");
  }
}
