/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
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

  @BeforeAll
  static void write(CqlSession session) {
    session.execute("INSERT INTO shop.response (service, at, millis) VALUES ('once', 0, 5)");
  }

  private static void assertWritten(CqlSession session) {
    String query = "SELECT stats.mean(millis) FROM shop.response WHERE service = 'once'";
    assertThat(session.execute(query).one().getDouble(0)).isEqualTo(5);
  }

  @Nested
  final class OneNestedClass {
    @Test
    void should_find_what_the_outer_class_has_written(CqlSession session) {
      assertWritten(session);
    }
  }

  /** Of two, one is the second. */
  @Nested
  final class AnotherNestedClass {
    @Test
    void should_find_what_the_outer_class_has_written(StatsCassandra cassandra) {
      try (CqlSession session = cassandra.sessionBuilder().build()) {
        assertWritten(session);
      }
    }
  }
}
