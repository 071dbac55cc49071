/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

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

final class PackingTest {
  private static final PackedColumn VALUE = new PackedColumn("value", PackedColumn.Kind.DOUBLE);
  private static final PackedColumn OTHER =
      new PackedColumn("it's \"one\"", PackedColumn.Kind.FLOAT);

  @Test
  void should_be_read_back_from_a_comment() {
    StoredDefinition packing = packing("1h", "2026-01-01T00:00:00Z", List.of(VALUE, OTHER));

    assertThat(StoredDefinition.parse(Watermarks.Kind.PACK, packing.comment())).contains(packing);
    assertThat(packing("1h", null, List.of(VALUE)).comment())
        .isEqualTo(
            "cassandra-stats pack: {\"format\":1,\"from\":\"shop.measurement\",\"time\":\"at\","
                + "\"type\":\"bigint\",\"unit\":\"us\",\"bucket\":\"1h\",\"columns\":{\"value\":\"double\"}}");
    assertThat(packing.countedUnit()).isEqualTo(TimeColumn.Unit.US);
    assertThat(PackedColumn.of(packing.columns())).containsExactly(VALUE, OTHER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "cassandra-stats pack: ",
        "cassandra-stats pack: {\"format\":1}",
        "cassandra-stats pack: {\"format\":2,\"columns\":{\"value\":\"double\"}}",
        "cassandra-stats pack: {\"format\":1,\"columns\":{\"value\":\"double\"},\"states\":{}}",
        "cassandra-stats rollup: {\"format\":1}"
      })
  void should_not_be_seen_in_other_comments(String comment) {
    assertThat(StoredDefinition.parse(Watermarks.Kind.PACK, comment)).isEmpty();
  }

  @Test
  void should_name_what_differs() {
    StoredDefinition one = packing("1h", null, List.of(VALUE, OTHER));

    assertThat(one.difference(packing("1h", null, List.of(OTHER, VALUE)))).isEmpty();
    assertThat(one.difference(packing("2h", null, List.of(VALUE, OTHER))))
        .contains("bucket 1h, not 2h");
    assertThat(one.difference(packing("1h", null, List.of(VALUE))).orElseThrow())
        .startsWith("columns {it's \"one\"=float, value=double}, not {value=double}");
  }

  private static StoredDefinition packing(String bucket, String since, List<PackedColumn> columns) {
    Task task =
        new Task(
            TableName.parse("shop.measurement"),
            "at",
            TimeColumn.Unit.US,
            Buckets.of(bucket, null),
            TableName.parse("shop.packed"),
            false,
            since == null ? null : Instant.parse(since),
            null,
            null,
            null,
            null,
            List.of());
    TimeColumn time =
        TimeColumn.of("at", DataTypes.BIGINT, TimeColumn.Unit.US, Buckets.of("1h", null));
    return StoredDefinition.of(
        Watermarks.Kind.PACK, task, time, null, PackedColumn.contents(columns));
  }
}
