/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.type.DataTypes;
import java.time.Duration;
import java.util.List;
import org.cassandrastats.cli.buckets.CountedUnit;
import org.cassandrastats.cli.buckets.TimeColumn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PackingTest {
  private static final PackedColumn VALUE = new PackedColumn("value", false);
  private static final PackedColumn OTHER = new PackedColumn("it's \"one\"", true);

  @Test
  void should_be_read_back_from_a_comment() {
    Packing packing = packing("1h", "2026-01-01T00:00:00Z", List.of(VALUE, OTHER));

    assertThat(Packing.parse(packing.comment())).contains(packing);
    assertThat(packing("1h", null, List.of(VALUE)).comment())
        .isEqualTo(
            "cassandra-stats pack: {\"format\":1,\"from\":\"shop.measurement\",\"time\":\"at\","
                + "\"type\":\"bigint\",\"unit\":\"us\",\"bucket\":\"1h\",\"columns\":{\"value\":\"double\"}}");
    assertThat(packing.countedUnit()).isEqualTo(CountedUnit.US);
    assertThat(PackedColumn.of(packing.columns())).containsExactly(VALUE, OTHER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "cassandra-stats pack: ",
        "cassandra-stats pack: {\"format\":1}",
        "cassandra-stats pack: {\"format\":2,\"columns\":{\"value\":\"double\"}}",
        "cassandra-stats rollup: {\"format\":1}"
      })
  void should_not_be_seen_in_other_comments(String comment) {
    assertThat(Packing.parse(comment)).isEmpty();
  }

  @Test
  void should_name_what_differs() {
    Packing one = packing("1h", null, List.of(VALUE, OTHER));

    assertThat(one.difference(packing("1h", null, List.of(OTHER, VALUE)))).isEmpty();
    assertThat(one.difference(packing("2h", null, List.of(VALUE, OTHER))))
        .contains("bucket 1h, not 2h");
    assertThat(one.difference(packing("1h", null, List.of(VALUE))).orElseThrow())
        .startsWith("columns {it's \"one\"=float, value=double}, not {value=double}");
  }

  private static Packing packing(String bucket, String since, List<PackedColumn> columns) {
    TimeColumn time = TimeColumn.of("at", DataTypes.BIGINT, CountedUnit.US, Duration.ofHours(1));
    return Packing.of("shop.measurement", time, bucket, since, columns);
  }
}
