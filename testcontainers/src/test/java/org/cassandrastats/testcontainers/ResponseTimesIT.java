/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import org.junit.jupiter.api.Test;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

@Testcontainers
class ResponseTimesIT {
  @Container static final StatsCassandra CASSANDRA = new StatsCassandra().withInit("shop.cql");

  @Test
  void should_find_the_median() {
    try (CqlSession session = CASSANDRA.sessionBuilder().build()) {
      String query = "SELECT stats.median(millis) FROM shop.response WHERE service = 'login'";
      assertThat(session.execute(query).one().getDouble(0)).isEqualTo(20);
    }
  }
}
