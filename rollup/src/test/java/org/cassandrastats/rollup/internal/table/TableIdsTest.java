/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TableIdsTest {
  private static final long MILLIS = 1_764_000_000_123L;

  @Test
  void should_say_when_a_table_was_made_as_ids_of_cassandra_do() {
    UUID id = TableIds.timeBased(MILLIS, "shop.hourly");

    assertThat(id.version()).isEqualTo(1);
    assertThat(id.variant()).isEqualTo(2);
    assertThat(Uuids.unixTimestamp(id)).isEqualTo(MILLIS);
  }

  @Test
  void should_be_the_same_for_all_runs_and_another_one_for_another_table_or_time() {
    UUID id = TableIds.timeBased(MILLIS, "shop.hourly");

    assertThat(TableIds.timeBased(MILLIS, "shop.hourly")).isEqualTo(id);
    assertThat(TableIds.timeBased(MILLIS, "shop.daily")).isNotEqualTo(id);
    assertThat(TableIds.timeBased(MILLIS + 1, "shop.hourly")).isNotEqualTo(id);
  }
}
