/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.cursor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.cassandra.db.marshal.ByteBufferAccessor;
import org.junit.jupiter.api.Test;

/** Values are found where they were put, and are counted as memory. */
class ValueBytesTest {
  private static final int BLOCK = 1 << 16;
  private static final long SEED = 20261126;

  private long reserved;
  private long limit = Long.MAX_VALUE;

  private boolean reserve(long wanted) {
    boolean isFree = reserved + wanted <= limit;
    reserved += isFree ? wanted : 0;
    return isFree;
  }

  private ValueBytes bytes(long most) {
    return new ValueBytes(most, this::reserve);
  }

  @Test
  void should_return_values_of_all_lengths() {
    Random random = new Random(SEED);
    int[] lengths = {1, 2, 15, 100, BLOCK - 1, BLOCK, BLOCK + 1, ValueBytes.LONGEST};
    ValueBytes bytes = bytes(Long.MAX_VALUE);
    List<ByteBuffer> values = new ArrayList<>();
    List<Long> places = new ArrayList<>();
    for (int row = 0; row < 3000; row++) {
      byte[] value = new byte[lengths[random.nextInt(row % 100 == 0 ? lengths.length : 4)]];
      random.nextBytes(value);
      values.add(ByteBuffer.wrap(value));
      places.add(
          row % 2 == 0
              ? bytes.add(value, 0, value.length)
              : bytes.add(values.get(row), ByteBufferAccessor.instance));
      assertThat(bytes.hasRoom()).isTrue();
    }
    for (int row = 0; row < values.size(); row++) {
      assertThat(bytes.at(places.get(row)))
          .as("row %d, seed %d", row, SEED)
          .isEqualTo(values.get(row));
    }
    long total = values.stream().mapToLong(ByteBuffer::remaining).sum();
    assertThat(reserved).isBetween(total, 3 * total);
  }

  @Test
  void should_copy_a_part_of_an_array() {
    ValueBytes bytes = bytes(Long.MAX_VALUE);

    long place = bytes.add(new byte[] {1, 2, 3, 4, 5}, 1, 3);

    assertThat(bytes.at(place)).isEqualTo(ByteBuffer.wrap(new byte[] {2, 3, 4}));
  }

  @Test
  void should_take_another_value_in_the_place_of_one_that_is_forgotten() {
    ValueBytes bytes = bytes(Long.MAX_VALUE);
    bytes.add(new byte[] {1, 2}, 0, 2);
    assertThat(bytes.hasRoom()).isTrue();
    long forgotten = bytes.add(new byte[] {3, 4}, 0, 2);

    bytes.reset();

    assertThat(bytes.add(new byte[] {5, 6}, 0, 2)).isEqualTo(forgotten);
    assertThat(bytes.at(forgotten)).isEqualTo(ByteBuffer.wrap(new byte[] {5, 6}));
  }

  @Test
  void should_end_a_page_behind_so_many_bytes() {
    ValueBytes bytes = bytes(2500);
    byte[] value = new byte[1000];
    bytes.add(value, 0, 1000);
    bytes.add(value, 0, 1000);
    assertThat(bytes.hasRoom()).isTrue();

    bytes.add(value, 0, 1000);

    assertThat(bytes.hasRoom()).isFalse();
  }

  @Test
  void should_end_a_page_where_a_further_row_has_no_room() {
    limit = 2 * BLOCK;
    ValueBytes bytes = bytes(Long.MAX_VALUE);
    byte[] value = new byte[20_000];
    int rows = 0;
    do {
      bytes.add(value, 0, value.length);
      rows++;
    } while (bytes.hasRoom());

    assertThat(rows).isEqualTo(6);
    assertThat(reserved).isEqualTo(limit);
    assertThat(bytes.areMany()).isFalse();
  }

  @Test
  void should_leave_to_cassandra_what_finds_no_memory_and_what_is_too_long() {
    limit = BLOCK;
    ValueBytes bytes = bytes(Long.MAX_VALUE);

    assertThatThrownBy(() -> bytes.add(new byte[BLOCK + 1], 0, BLOCK + 1))
        .isInstanceOf(NotCovered.class)
        .hasMessage("no memory for a value");
    int tooLong = ValueBytes.LONGEST + 1;
    assertThatThrownBy(() -> bytes.add(new byte[tooLong], 0, tooLong))
        .isInstanceOf(NotCovered.class)
        .hasMessage("a value of more than 1048576 bytes");
    assertThat(reserved).isZero();
  }

  @Test
  void should_reserve_nothing_where_no_value_has_bytes() {
    ValueBytes bytes = bytes(1);

    assertThat(bytes.hasRoom()).isTrue();
    assertThat(reserved).isZero();
  }
}
