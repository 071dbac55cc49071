/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.frequent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.datasketches.common.ArrayOfItemsSerDe;
import org.apache.datasketches.common.ArrayOfLongsSerDe;
import org.apache.datasketches.common.ArrayOfStringsSerDe;
import org.apache.datasketches.frequencies.ErrorType;
import org.apache.datasketches.frequencies.ItemsSketch;
import org.apache.datasketches.memory.Memory;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.frequent.Frequent;
import org.cassandrastats.udf.frequent.FrequentValues;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counters are those of Apache DataSketches, which reads and writes states. */
class FrequentOracleTest {
  private static final long SEED = 20_261_127;

  /**
   * Those of Java are the same while the map is never full: then it leaves one counter out of those
   * whose median it takes, which one depends on hashes. Those of C++ and Python are always the
   * same.
   */
  @ParameterizedTest
  @CsvSource({"96, 256", "10, 256", "192, 512", "384, 1024"})
  void should_keep_the_counters_of_datasketches(int max, int map) {
    for (FrequentStream stream : FrequentStream.values()) {
      long[] rows = stream.rows(30_000, max, new Random(SEED));
      MedianCounters counters = new MedianCounters(map);
      ItemsSketch<Long> sketch = new ItemsSketch<>(map);
      ByteBuffer ofBigints = Blobs.none();
      ByteBuffer ofTexts = Blobs.none();
      int row = 0;
      while (row < rows.length && sketch.getMaximumError() == 0) {
        sketch.update(rows[row]);
        counters.add(rows[row]);
        ofBigints = FrequentAggregates.accumulate(ofBigints, rows[row], max);
        row++;
      }
      String what = "%s, max %d, seed %d".formatted(stream, max, SEED);
      if (sketch.getMaximumError() == 0) {
        assertThat(values(Frequent.state(ofBigints))).as(what).isEqualTo(values(sketch));
      }
      for (; row < rows.length; row++) {
        counters.add(rows[row]);
        ofBigints = FrequentAggregates.accumulate(ofBigints, rows[row], max);
      }
      for (long value : rows) {
        ofTexts = FrequentAggregates.accumulate(ofTexts, utf8(Long.toString(value)), max);
      }

      assertSame(what, Blobs.stored(Frequent.state(ofBigints)), counters, new ArrayOfLongsSerDe());
      assertSame(what, Blobs.stored(Frequent.state(ofTexts)), counters, new ArrayOfStringsSerDe());
    }
  }

  /** Of maps that are never full the order does not matter. */
  @ParameterizedTest
  @ValueSource(ints = {8, 64, 1024, 16_384})
  void should_merge_images_as_datasketches_does(int map) {
    Random random = new Random(SEED);
    for (int round = 0; round < 40; round++) {
      ItemsSketch<String> left = sketch(map, random);
      ItemsSketch<String> right = sketch(map, random);
      ByteBuffer one = image(left);
      ByteBuffer other = image(right);
      ItemsSketch<String> both = new ItemsSketch<>(map);
      both.merge(left);
      both.merge(right);
      boolean isFull = both.getMaximumError() > left.getMaximumError() + right.getMaximumError();

      ByteBuffer merged = FrequentUnion.union(one, other);

      String what = "map %d, round %d, seed %d".formatted(map, round, SEED);
      assertThat(Frequent.count(merged)).as(what).isEqualTo(both.getStreamLength());
      assertThat(FrequentUnion.union(FrequentUnion.union(Blobs.startOfMerge(), one), other))
          .as(what)
          .satisfies(state -> assertThat(Frequent.state(state)).isEqualTo(merged));
      if (!isFull && map <= 1024) {
        assertThat(values(merged)).as(what).isEqualTo(values(both));
        ItemsSketch<String> read = read(merged, new ArrayOfStringsSerDe());
        assertThat(read.getMaximumError()).as(what).isEqualTo(both.getMaximumError());
      }
    }
  }

  private static ItemsSketch<String> sketch(int map, Random random) {
    ItemsSketch<String> sketch = new ItemsSketch<>(map);
    int size = 1 + (int) Math.exp(8 * random.nextDouble());
    for (int row = 0; row < size; row++) {
      sketch.update("v" + (int) Math.exp(8 * random.nextDouble()));
    }
    // That of no values has lost its rows.
    sketch.update("v1", size);
    return sketch;
  }

  private static ByteBuffer image(ItemsSketch<String> sketch) {
    return ByteBuffer.wrap(sketch.toByteArray(new ArrayOfStringsSerDe()));
  }

  @Test
  void should_tell_bigints_and_texts_of_other_libraries_apart() {
    for (long value : new long[] {0, 4, 1L << 40, -1}) {
      ItemsSketch<Long> sketch = new ItemsSketch<>(64);
      sketch.update(value);
      byte[] image = sketch.toByteArray(new ArrayOfLongsSerDe());
      assertThat(FrequentValues.values(ByteBuffer.wrap(image))).containsExactly("" + value);
    }
    for (String value : new String[] {"", "four", "\u00e9\u2581", "a\0b"}) {
      ItemsSketch<String> sketch = new ItemsSketch<>(64);
      sketch.update(value);
      assertThat(FrequentValues.values(image(sketch))).containsExactly(value);
    }
    byte[] none = new ItemsSketch<String>(64).toByteArray(new ArrayOfStringsSerDe());
    assertThat(FrequentValues.values(ByteBuffer.wrap(none))).isEmpty();
    assertThat(Frequent.count(ByteBuffer.wrap(none))).isZero();
  }

  /** Every value above 1/max of the rows is among the first max values, however rows are cut. */
  @ParameterizedTest
  @EnumSource(FrequentStream.class)
  void should_find_every_value_above_its_share(FrequentStream stream) {
    for (int max : new int[] {1, 2, 10, 96, 97, 384}) {
      for (int parts : new int[] {1, 2, 50}) {
        long[] rows = stream.rows(40_000, max, new Random(SEED + max));
        Map<String, Long> counts = new TreeMap<>();
        ByteBuffer merged = Blobs.startOfMerge();
        for (int part = 0; part < parts; part++) {
          ByteBuffer state = Blobs.none();
          for (int row = part * rows.length / parts;
              row < (part + 1) * rows.length / parts;
              row++) {
            counts.merge(Long.toString(rows[row]), 1L, Long::sum);
            state = FrequentAggregates.accumulate(state, rows[row], max);
          }
          merged = FrequentUnion.union(merged, Blobs.stored(Frequent.state(state)));
        }
        ByteBuffer state = Blobs.stored(Frequent.state(merged));
        String what = "%s, max %d, %d parts, seed %d".formatted(stream, max, parts, SEED + max);

        assertThat(Frequent.count(state)).as(what).isEqualTo(rows.length);
        assertThat(FrequentValues.values(state)).as(what).hasSizeLessThanOrEqualTo(max);
        counts.forEach(
            (value, count) -> {
              if (count * max > rows.length) {
                assertThat(FrequentValues.values(state)).as(what).contains(value);
                assertThat(FrequentValues.above(state, 1.0 / max)).as(what).containsKey(value);
              }
            });
        for (int i = 0; i < FrequentValues.values(state).size(); i++) {
          assertThat(counts.get(FrequentValues.values(state).get(i)))
              .as(what)
              .isBetween(
                  FrequentValues.lowerBounds(state).get(i), FrequentValues.estimates(state).get(i));
        }
      }
    }
  }

  private static ByteBuffer utf8(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private static <T> ItemsSketch<T> read(ByteBuffer state, ArrayOfItemsSerDe<T> values) {
    return ItemsSketch.getInstance(Memory.wrap(Blobs.bytes(state)), values);
  }

  private static Map<String, Long> values(ByteBuffer state) {
    return FrequentValues.above(state, 0.0);
  }

  private static Map<String, Long> values(ItemsSketch<?> sketch) {
    Map<String, Long> values = new TreeMap<>();
    Arrays.stream(sketch.getFrequentItems(0, ErrorType.NO_FALSE_NEGATIVES))
        .forEach(row -> values.put(row.getItem().toString(), row.getEstimate()));
    return values;
  }

  private static <T> void assertSame(
      String what, ByteBuffer state, MedianCounters counters, ArrayOfItemsSerDe<T> serDe) {
    assertThat(values(state)).as(what).isEqualTo(counters.estimates());
    assertThat(Frequent.count(state)).as(what).isEqualTo(counters.rows());
    ItemsSketch<T> read = read(state, serDe);
    assertThat(values(read)).as(what).isEqualTo(counters.estimates());
    assertThat(read.getMaximumError()).as(what).isEqualTo(counters.error());
    assertThat(read.getStreamLength()).as(what).isEqualTo(counters.rows());
    if (read.getNumActiveItems() > 0) {
      byte[] theirs = read.toByteArray(serDe);
      assertThat(theirs).as(what).hasSize(state.remaining()).startsWith(Blobs.bytes(state)[0]);
      // The size of the map, too.
      assertThat(ByteBuffer.wrap(theirs).getInt(1)).as(what).isEqualTo(state.getInt(1));
      assertThat(values(ByteBuffer.wrap(theirs))).as(what).isEqualTo(counters.estimates());
    }
  }
}
