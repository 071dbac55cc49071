/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.state;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.type.DataTypes;
import java.time.Instant;
import java.util.List;
import org.cassandrastats.rollup.internal.bucket.StoredDefinition;
import org.cassandrastats.rollup.internal.bucket.Task;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.table.Watermarks;
import org.cassandrastats.rollup.internal.time.Buckets;
import org.cassandrastats.rollup.internal.time.TimeColumn;
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
    StoredDefinition definition =
        definition("1h", "2026-01-01T00:00:00Z", List.of(MOMENTS, DIGEST));

    assertThat(StoredDefinition.parse(Watermarks.Kind.ROLLUP, definition.comment()))
        .contains(definition);
    assertThat(
            StoredDefinition.parse(
                Watermarks.Kind.ROLLUP, definition("1h", null, List.of(MOMENTS, DIGEST)).comment()))
        .contains(definition("1h", null, List.of(MOMENTS, DIGEST)));
    assertThat(definition("1h", null, List.of(MOMENTS)).comment())
        .isEqualTo(
            "cassandra-stats rollup: {\"format\":1,\"from\":\"shop.measurement\",\"time\":\"at\","
                + "\"bucket\":\"1h\",\"states\":{\"moments_value\":\"stats.moments(value)\"}}");
    StoredDefinition months =
        definition(Buckets.of("12mo", "Europe/Berlin"), null, List.of(MOMENTS));
    assertThat(StoredDefinition.parse(Watermarks.Kind.ROLLUP, months.comment())).contains(months);
    assertThat(months.comment())
        .contains("\"bucket\":\"1y\",\"timezone\":\"Europe/Berlin\",\"states\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "measurements",
        "cassandra-stats rollup: ",
        "cassandra-stats rollup: {",
        "cassandra-stats rollup: {\"format\":2}",
        "cassandra-stats rollup: {\"format\":1,\"other\":1}",
        "cassandra-stats rollup: {\"format\":1}",
        "cassandra-stats rollup: {\"format\":1,\"states\":{}}",
        "cassandra-stats rollup: {\"format\":1,\"bucket\":\"1 month\",\"states\":{}}",
        "cassandra-stats rollup: {\"format\":1,\"bucket\":\"1d\",\"timezone\":\"Berlin\",\"states\":{}}",
        "cassandra-stats rollup: {\"format\":1,\"bucket\":\"1d\",\"states\":{},\"columns\":{\"a\":\"b\"}}"
      })
  void should_not_be_seen_in_other_comments(String comment) {
    assertThat(StoredDefinition.parse(Watermarks.Kind.ROLLUP, comment)).isEmpty();
  }

  @Test
  void should_name_what_differs() {
    StoredDefinition one = definition("1h", null, List.of(MOMENTS, DIGEST));

    assertThat(one.difference(definition("1h", null, List.of(DIGEST, MOMENTS)))).isEmpty();
    assertThat(one.difference(definition("2h", null, List.of(MOMENTS, DIGEST))))
        .contains("bucket 1h, not 2h");
    assertThat(
            one.difference(
                definition(Buckets.of("1h", "Europe/Berlin"), null, List.of(MOMENTS, DIGEST))))
        .contains("timezone UTC, not Europe/Berlin");
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

  private static StoredDefinition definition(
      String bucket, String since, List<StateColumn> states) {
    return definition(Buckets.of(bucket, null), since, states);
  }

  private static StoredDefinition definition(
      Buckets buckets, String since, List<StateColumn> states) {
    Task task =
        new Task(
            TableName.parse("shop.measurement"),
            "at",
            null,
            buckets,
            TableName.parse("shop.rollup"),
            false,
            since == null ? null : Instant.parse(since),
            null,
            null,
            null,
            null,
            List.of());
    TimeColumn time = TimeColumn.of("at", DataTypes.TIMESTAMP, null, Buckets.of("1h", null));
    return StoredDefinition.of(
        Watermarks.Kind.ROLLUP, task, time, null, StateColumn.contents(states));
  }
}
