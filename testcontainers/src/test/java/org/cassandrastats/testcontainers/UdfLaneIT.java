/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;

@Testcontainers
final class UdfLaneIT {
  @Container
  static final StatsCassandra CASSANDRA =
      new StatsCassandra()
          .withLane(StatsLane.UDF)
          .withFamilies("moments")
          .withInit("src/test/resources/shop.cql")
          .withInit("notes.cql");

  @Test
  void should_have_the_functions_of_its_families_alone() {
    try (CqlSession session = CASSANDRA.sessionBuilder().build()) {
      String from = " FROM shop.response WHERE service = 'login'";
      assertThat(session.execute("SELECT stats.mean(millis)" + from).one().getDouble(0))
          .isEqualTo(40);
      assertThatThrownBy(() -> session.execute("SELECT stats.median(millis)" + from))
          .isInstanceOf(InvalidQueryException.class)
          .hasMessageContaining("nknown function");
    }
  }

  @Test
  void should_have_run_scripts_to_the_letter() {
    try (CqlSession session = CASSANDRA.sessionBuilder().build()) {
      for (List<?> note :
          List.of(
              List.of(1, "it's\n// no comment; nor\n-- this"),
              List.of(2, "a\\"),
              List.of(3, ";"))) {
        String query = "SELECT shop.next(id), \"it's; a\" FROM shop.note WHERE id = " + note.get(0);
        assertThat(session.execute(query).one().getString(1)).isEqualTo(note.get(1));
      }
      assertThat(
              session.execute("SELECT shop.next(id) FROM shop.note WHERE id = 3").one().getInt(0))
          .isEqualTo(4);
    }
  }

  @Test
  void should_be_found_by_applications() {
    try (CqlSession session =
        CqlSession.builder()
            .addContactPoint(CASSANDRA.contactPoint())
            .withLocalDatacenter(CASSANDRA.localDatacenter())
            .build()) {
      assertThat(session.getMetadata().getNodes()).hasSize(1);
    }
    assertThat(CASSANDRA.description()).containsAnyOf("container", "JVM");
  }
}
