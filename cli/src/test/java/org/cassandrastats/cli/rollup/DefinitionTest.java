/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.rollup;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.type.DataTypes;
import java.time.Duration;
import java.util.List;
import org.cassandrastats.cli.buckets.TimeColumn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DefinitionTest {
  private static final StateColumn MOMENTS =
      new StateColumn("moments_value", "stats.moments(value)", "moments");
  private static final StateColumn DIGEST =
      new StateColumn("it's \"one\"", "stats.tdigest(value, 200)", "tdigest");

  @Test
  void should_be_read_back_from_a_comment() {
    Definition definition = definition("1h", "2026-01-01T00:00:00Z", List.of(MOMENTS, DIGEST));

    assertThat(Definition.parse(definition.comment())).contains(definition);
    assertThat(Definition.parse(definition.withSince(null).comment()))
        .contains(definition.withSince(null));
    assertThat(definition("1h", null, List.of(MOMENTS)).comment())
        .isEqualTo(
            "cassandra-stats rollup: {\"format\":1,\"from\":\"shop.measurement\",\"time\":\"at\","
                + "\"bucket\":\"1h\",\"states\":{\"moments_value\":\"stats.moments(value)\"}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "measurements",
        "cassandra-stats rollup: ",
        "cassandra-stats rollup: {",
        "cassandra-stats rollup: {\"format\":2}",
        "cassandra-stats rollup: {\"format\":1,\"other\":1}"
      })
  void should_not_be_seen_in_other_comments(String comment) {
    assertThat(Definition.parse(comment)).isEmpty();
  }

  @Test
  void should_name_what_differs() {
    Definition one = definition("1h", null, List.of(MOMENTS, DIGEST));

    assertThat(one.difference(definition("1h", null, List.of(DIGEST, MOMENTS)))).isEmpty();
    assertThat(one.difference(definition("2h", null, List.of(MOMENTS, DIGEST))))
        .contains("bucket 1h, not 2h");
    assertThat(one.difference(definition("1h", "2026-01-01T00:00:00Z", List.of(MOMENTS, DIGEST))))
        .contains("since the first row, not 2026-01-01T00:00:00Z");
    assertThat(one.difference(definition("1h", null, List.of(MOMENTS))).orElseThrow())
        .startsWith("states {it's \"one\"=stats.tdigest(value, 200), moments_value=")
        .endsWith("not {moments_value=stats.moments(value)}");
  }

  @Test
  void should_name_the_type_of_a_family() {
    assertThat(getClass().getResource("/" + MOMENTS.typeClass().replace('.', '/') + ".class"))
        .isNotNull();
    assertThat(DIGEST.typeClass()).isEqualTo("org.cassandrastats.types.TdigestType");
  }

  private static Definition definition(String bucket, String since, List<StateColumn> states) {
    TimeColumn time = TimeColumn.of("at", DataTypes.TIMESTAMP, null, Duration.ofHours(1));
    return Definition.of("shop.measurement", time, bucket, since, states);
  }
}
