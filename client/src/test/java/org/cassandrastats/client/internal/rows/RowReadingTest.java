/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** How rows become groups. */
final class RowReadingTest {
  private static ByteBuffer number(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(0, number);
  }

  private static RowReading reading(boolean grouped, String... keys) {
    UnaryOperator<ByteBuffer> tens =
        bytes -> bytes == null ? null : number(bytes.getLong(0) / 10 * 10);
    return new RowReading(
        grouped,
        List.of(keys),
        () -> tens,
        List.of(BuiltinRows.count(), BuiltinRows.count("v"), BuiltinRows.first("v")),
        "s");
  }

  private static List<List<Long>> numbers(List<List<ByteBuffer>> groups) {
    List<List<Long>> numbers = new ArrayList<>();
    for (List<ByteBuffer> group : groups) {
      numbers.add(
          Arrays.asList(
              group.stream()
                  .map(column -> column == null ? null : column.getLong(0))
                  .toArray(Long[]::new)));
    }
    return numbers;
  }

  @Test
  void should_begin_a_group_where_a_key_changes() {
    RowReading reading = reading(true, "s", "at");
    RowReading.Groups groups = reading.groups();

    assertThat(reading.selectors()).containsExactly("s", "at", "v");
    long[][] rows = {{1, 3, 7}, {1, 9, 8}, {1, 10, 9}, {2, 11, 5}, {2, 19, 6}, {1, 12, 4}};
    for (long[] row : rows) {
      groups.add(List.of(number(row[0]), number(row[1]), number(row[2])));
    }

    assertThat(groups.complete()).as("the last goes on").hasSize(3);
    // Neighbours only, as in Cassandra.
    assertThat(numbers(groups.all()))
        .containsExactly(
            List.of(1L, 0L, 2L, 2L, 7L),
            List.of(1L, 10L, 1L, 1L, 9L),
            List.of(2L, 10L, 2L, 2L, 5L),
            List.of(1L, 10L, 1L, 1L, 4L));
  }

  @Test
  void should_not_read_keys_that_are_known() {
    RowReading reading = reading(true, "s", "at").of(Map.of("s", number(4), "t", number(5)));
    RowReading.Groups groups = reading.groups();

    assertThat(reading.selectors()).containsExactly("at", "v");
    for (long[] row : new long[][] {{3, 7}, {10, 9}, {19, 6}}) {
      groups.add(List.of(number(row[0]), number(row[1])));
    }
    assertThat(numbers(groups.all()))
        .containsExactly(List.of(4L, 0L, 1L, 1L, 7L), List.of(4L, 10L, 2L, 2L, 9L));

    RowReading whole = reading(true, "s").of(Map.of("s", number(4)));
    RowReading.Groups partition = whole.groups();
    partition.add(List.of(number(7)));
    partition.add(List.of(number(8)));
    assertThat(numbers(partition.all())).containsExactly(List.of(4L, 2L, 2L, 7L));
    assertThat(whole.groups().all()).isEmpty();
  }

  @Test
  void should_group_rows_without_a_key() {
    RowReading.Groups groups = reading(true, "at").groups();

    groups.add(Arrays.asList(null, null));
    groups.add(Arrays.asList(null, number(5)));
    groups.add(Arrays.asList(number(5), null));

    assertThat(numbers(groups.all()))
        .containsExactly(Arrays.asList(null, 2L, 1L, 5L), Arrays.asList(0L, 1L, 0L, null));
  }

  @Test
  void should_have_one_group_without_keys_and_none_without_rows_where_grouped() {
    assertThat(reading(true, "at").groups().all()).isEmpty();
    assertThat(numbers(reading(false).groups().all())).containsExactly(Arrays.asList(0L, 0L, null));
  }
}
