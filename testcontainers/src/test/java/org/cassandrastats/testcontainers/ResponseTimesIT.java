/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ResponseTimesIT {
  @RegisterExtension
  static final StatsCassandraExtension CASSANDRA =
      new StatsCassandraExtension(new StatsCassandra().withInit("shop.cql"));

  @Test
  void should_find_the_median(CqlSession session) {
    String query = "SELECT stats.median(millis) FROM shop.response WHERE service = 'login'";
    assertThat(session.execute(query).one().getDouble(0)).isEqualTo(20);
  }
}
