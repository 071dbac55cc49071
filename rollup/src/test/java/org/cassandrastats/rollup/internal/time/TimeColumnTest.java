/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.cassandrastats.client.api.StatsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TimeColumnTest {
  private static final Buckets DAY = Buckets.of("1d", null);

  @ParameterizedTest
  @ValueSource(longs = {0, -86_400_000L, 1_782_864_000_000L, -62_135_596_800_000L})
  void should_give_the_least_key_of_a_time(long millis) {
    Instant instant = Instant.ofEpochMilli(millis);

    assertThat(column(DataTypes.TIMESTAMP, null).key(millis)).isEqualTo(instant);
    assertThat(column(DataTypes.BIGINT, null).key(millis)).isEqualTo(millis);
    assertThat(column(DataTypes.BIGINT, TimeColumn.Unit.S).key(millis)).isEqualTo(millis / 1000);
    assertThat(column(DataTypes.BIGINT, TimeColumn.Unit.US).key(millis)).isEqualTo(millis * 1000);
    assertThat(column(DataTypes.DATE, null).key(millis))
        .isEqualTo(LocalDate.ofEpochDay(millis / 86_400_000));
  }

  @Test
  void should_give_the_least_uuid_of_a_time() {
    TimeColumn column = column(DataTypes.TIMEUUID, null);

    assertThat(column.key(1_782_864_000_000L)).isEqualTo(Uuids.startOf(1_782_864_000_000L));
    // No such UUID is older than the calendar that it counts by.
    assertThat(((UUID) column.key(-62_135_596_800_000L)).timestamp()).isZero();
    assertThat(column.millis(TypeCodecs.UUID.encode(Uuids.endOf(1234), ProtocolVersion.DEFAULT)))
        .isEqualTo(1234);
    assertThat(column.millis(TypeCodecs.UUID.encode(Uuids.endOf(-1234), ProtocolVersion.DEFAULT)))
        .isEqualTo(-1234);
  }

  @ParameterizedTest
  @EnumSource(TimeColumn.Unit.class)
  void should_find_the_millisecond_of_a_count(TimeColumn.Unit unit) {
    for (long millis : new long[] {0, 5000, -5000, 1_782_864_000_000L, -1_782_864_000_000L}) {
      assertThat(unit.millis(unit.count(millis))).isEqualTo(millis);
    }
    assertThat(TimeColumn.Unit.US.millis(-1)).isEqualTo(-1);
    assertThat(TimeColumn.Unit.NS.millis(-1_000_001)).isEqualTo(-2);
    assertThat(TimeColumn.Unit.NS.millis(999_999)).isZero();
  }

  @Test
  void should_give_the_number_of_a_key_and_the_key_of_a_number() {
    for (DataType type : List.of(DataTypes.TIMESTAMP, DataTypes.DATE, DataTypes.BIGINT)) {
      TimeColumn column = column(type, null);
      for (long number : new long[] {0, -86_400_000L, 1_782_864_000_000L}) {
        assertThat(column.number(column.ofNumber(number))).isEqualTo(number);
        assertThat(column.ofNumber(number)).isEqualTo(column.bytes(number));
      }
    }
    // Of a bigint that counts nothing is lost.
    TimeColumn counting = column(DataTypes.BIGINT, TimeColumn.Unit.NS);
    assertThat(counting.number(counting.ofNumber(1234567))).isEqualTo(1234567);
    assertThat(counting.millis(counting.ofNumber(1234567))).isEqualTo(1);
    assertThat(column(DataTypes.TIMEUUID, null).isNumber()).isFalse();
  }

  @Test
  void should_read_the_time_of_each_type() {
    ProtocolVersion version = ProtocolVersion.DEFAULT;

    assertThat(
            column(DataTypes.TIMESTAMP, null)
                .millis(TypeCodecs.TIMESTAMP.encode(Instant.ofEpochMilli(-1), version)))
        .isEqualTo(-1);
    assertThat(
            column(DataTypes.DATE, null)
                .millis(TypeCodecs.DATE.encode(LocalDate.of(1969, 12, 31), version)))
        .isEqualTo(-86_400_000);
  }

  @ParameterizedTest
  @EnumSource(TimeColumn.Unit.class)
  void should_find_every_count_from_its_time_on(TimeColumn.Unit unit) {
    for (long count : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, -1, 0, Long.MAX_VALUE}) {
      assertThat(unit.count(Buckets.of("1s", null).start(unit.millis(count))))
          .isLessThanOrEqualTo(count);
    }
  }

  @Test
  void should_refuse_what_is_no_time() {
    assertThatThrownBy(() -> column(DataTypes.TEXT, null))
        .isInstanceOf(StatsException.class)
        .hasMessage(
            "The column at is of the type text: expected timestamp, bigint, timeuuid or date.");
    assertThatThrownBy(() -> column(DataTypes.TIMESTAMP, TimeColumn.Unit.S))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("leave out --time-unit");
    assertThatThrownBy(() -> TimeColumn.of("at", DataTypes.DATE, null, Buckets.of("12h", null)))
        .isInstanceOf(StatsException.class)
        .hasMessageContaining("buckets of 12h cut");
  }

  private static TimeColumn column(DataType type, TimeColumn.Unit unit) {
    return TimeColumn.of("at", type, unit, DAY);
  }
}
