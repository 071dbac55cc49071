/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.range;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The orders of all types, at their ends and on random keys. */
final class OrdersTest {
  private static final long SEED = 20261121;
  private static final int RANDOM_KEYS = 60;

  static Stream<Arguments> types() {
    Random random = new Random(SEED);
    return Stream.of(
        type(DataTypes.BIGINT, random::nextLong, Long.MIN_VALUE, -1L, 0L, 1L, Long.MAX_VALUE),
        type(DataTypes.INT, random::nextInt, Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE),
        type(
            DataTypes.SMALLINT,
            () -> (short) random.nextInt(),
            Short.MIN_VALUE,
            (short) 0,
            Short.MAX_VALUE),
        type(DataTypes.TINYINT, () -> (byte) random.nextInt(), Byte.MIN_VALUE, Byte.MAX_VALUE),
        type(
            DataTypes.TIMESTAMP,
            () -> Instant.ofEpochMilli(random.nextLong()),
            Instant.ofEpochMilli(Long.MIN_VALUE),
            Instant.EPOCH,
            Instant.ofEpochMilli(Long.MAX_VALUE)),
        type(
            DataTypes.DATE,
            () -> LocalDate.ofEpochDay(random.nextInt()),
            LocalDate.ofEpochDay(Integer.MIN_VALUE),
            LocalDate.EPOCH,
            LocalDate.ofEpochDay(Integer.MAX_VALUE)),
        type(
            DataTypes.TIME,
            () -> LocalTime.ofNanoOfDay(random.nextInt(1000) * 86_399_999_999L),
            LocalTime.MIN,
            LocalTime.MAX),
        type(
            DataTypes.TIMEUUID,
            () -> uuid(random.nextLong() & KeyType.GREATEST_TIME, random.nextLong()),
            uuid(0, 0x8080808080808080L),
            uuid(KeyType.GREATEST_TIME, 0x7F7F7F7F7F7F7F7FL)),
        type(
            DataTypes.DOUBLE,
            () -> Math.scalb(random.nextGaussian(), random.nextInt(2000) - 1000),
            Double.NEGATIVE_INFINITY,
            -Double.MAX_VALUE,
            -0.0,
            0.0,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            Double.POSITIVE_INFINITY,
            Double.NaN),
        type(
            DataTypes.TEXT,
            () -> text(random),
            "",
            "\u0000",
            "a",
            "a\u0000",
            "\uD7FF",
            "\uE000",
            "\uFFFF",
            "\uD800\uDC00",
            "\uDBFF\uDFFF"));
  }

  private static Arguments type(
      DataType type, java.util.function.Supplier<Object> random, Object... special) {
    List<Object> keys = new ArrayList<>(Arrays.asList(special));
    Stream.generate(random).limit(RANDOM_KEYS).forEach(keys::add);
    return Arguments.of(type, keys);
  }

  private static UUID uuid(long time, long node) {
    return new UUID(KeyType.leastOf(time).getMostSignificantBits(), node);
  }

  private static String text(Random random) {
    int length = random.nextInt(20);
    StringBuilder text = new StringBuilder(random.nextBoolean() ? "prefix-" : "");
    for (int i = 0; i < length; i++) {
      text.append((char) ('0' + random.nextInt(random.nextInt(10) == 0 ? 2000 : 10)));
    }
    return text.toString();
  }

  @SuppressWarnings("unchecked")
  private static KeyType<Object> keyType(DataType type) {
    return (KeyType<Object>) KeyType.of(type).orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("types")
  void should_order_keys_as_their_own_bytes_say(DataType type, List<Object> keys) {
    KeyType<Object> keyType = keyType(type);
    KeyOrder<Object> order = keyType.orderOf().apply(keys);
    for (Object left : keys) {
      assertThat(order.compare(left, left)).isZero();
      assertThat(keyType.decode(keyType.encode(left))).isEqualTo(left);
      for (Object right : keys) {
        assertThat(Integer.signum(order.compare(left, right)))
            .isEqualTo(-Integer.signum(order.compare(right, left)));
        if (type.equals(DataTypes.TEXT)) {
          byte[] leftBytes = ((String) left).getBytes(StandardCharsets.UTF_8);
          byte[] rightBytes = ((String) right).getBytes(StandardCharsets.UTF_8);
          assertThat(Integer.signum(order.compare(left, right)))
              .isEqualTo(Integer.signum(Arrays.compareUnsigned(leftBytes, rightBytes)));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void should_find_keys_above_and_between(DataType type, List<Object> keys) {
    KeyOrder<Object> order = keyType(type).orderOf().apply(keys);
    List<Object> sorted = new ArrayList<>(keys);
    sorted.sort(order);
    for (Object low : sorted) {
      for (Object high : sorted) {
        if (order.compare(low, high) < 0) {
          double distance = order.distance(low, high);
          assertThat(distance).isNotNegative().isFinite();
          Object middle = order.middle(low, high);
          if (middle != null) {
            assertThat(order.compare(low, middle)).as("%s %s %s", low, middle, high).isNegative();
            assertThat(order.compare(middle, high)).isNotPositive();
          }
          for (double part : new double[] {0, 1e-12, 0.001, 0.5, 1, 4}) {
            Object advanced = order.advance(low, part * distance);
            if (advanced != null) {
              assertThat(order.compare(low, advanced)).as("%s + %s", low, part).isNegative();
            }
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void should_halve_every_range_to_the_last_key(DataType type, List<Object> keys) {
    KeyOrder<Object> order = keyType(type).orderOf().apply(keys);
    List<Object> sorted = new ArrayList<>(keys);
    sorted.sort(order);
    int halvings = 0;
    while (sorted.size() > 1) {
      Object low = sorted.get(0);
      Object high = sorted.get(sorted.size() - 1);
      if (order.compare(low, high) == 0) {
        break;
      }
      Object middle = order.middle(low, high);
      int cut =
          middle == null
              ? 1
              : (int) sorted.stream().filter(key -> order.compare(key, middle) < 0).count();
      List<Object> below = sorted.subList(0, cut);
      List<Object> above = sorted.subList(cut, sorted.size());
      assertThat(below).isNotEmpty();
      assertThat(above).isNotEmpty();
      sorted = below.size() > above.size() ? below : above;
      halvings++;
    }
    assertThat(halvings).isLessThanOrEqualTo(keys.size());
  }

  @Test
  void should_measure_text_by_the_characters_that_are_used() {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      keys.add("sensor-%04d".formatted(i));
    }
    KeyOrder<String> order = new TextOrder(List.of(keys.get(0), keys.get(1234), keys.get(9876)));

    String tenth = order.advance(keys.get(0), order.distance(keys.get(0), keys.get(9999)) / 10);

    int found = -Collections.binarySearch(keys, tenth) - 1;
    assertThat(found < 0 ? -found - 1 : found).isBetween(500, 2000);
    String half = order.middle(keys.get(0), keys.get(9999));
    assertThat(keys.stream().filter(key -> key.compareTo(half) < 0).count())
        .isBetween(3000L, 7000L);
  }

  /** The first and last keys, which are samples, show few of the characters between them. */
  @Test
  void should_cut_text_whose_characters_were_not_seen() {
    Random random = new Random(SEED);
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 4000; i++) {
      String prefix = i % 2 == 0 ? "sensor-" : i < 1000 ? "" : "m\u4e2d";
      keys.add(prefix + mixed(random));
    }
    KeyType<Object> type = keyType(DataTypes.TEXT);
    keys.sort(new TextOrder(List.of()));
    List<Object> samples = new ArrayList<>(keys.subList(0, 200));
    samples.addAll(keys.subList(3800, 4000));
    KeyOrder<Object> order = type.orderOf().apply(samples);
    double width = order.distance(keys.get(0), keys.get(3999)) / 1024;

    for (int low = 0; low < 3999; low += 37) {
      for (double part : new double[] {1e-6, 0.01, 1, 4}) {
        Object advanced = order.advance(keys.get(low), part * width);
        assertThat(advanced).as("%s + %s", keys.get(low), part).isNotNull();
        assertThat(order.compare(keys.get(low), advanced)).isNegative();
      }
    }
    assertThat(halvings(order, keys)).isLessThan(60);
  }

  /** How often the larger part is halved until one key is left. */
  private static int halvings(KeyOrder<Object> order, List<?> sorted) {
    List<?> rest = sorted;
    int halvings = 0;
    while (rest.size() > 1) {
      Object middle = order.middle(rest.get(0), rest.get(rest.size() - 1));
      List<?> keys = rest;
      int cut =
          middle == null
              ? 1
              : (int) keys.stream().filter(key -> order.compare(key, middle) < 0).count();
      List<?> below = rest.subList(0, cut);
      List<?> above = rest.subList(cut, rest.size());
      rest = below.size() > above.size() ? below : above;
      halvings++;
    }
    return halvings;
  }

  private static String mixed(Random random) {
    int[] starts = {'0', 'a', 0xE0, 0x430, 0x4E00, 0xAC00, 0x1F600};
    StringBuilder text = new StringBuilder();
    for (int i = 0; i <= random.nextInt(6); i++) {
      text.appendCodePoint(starts[random.nextInt(starts.length)] + random.nextInt(10));
    }
    return text.toString();
  }

  /** Deleted rows show no keys: a range is halved until what has too many is found. */
  @ParameterizedTest
  @CsvSource({"97, 26", "945, 25", "19968, 20000", "128512, 80", "32, 95", "55000, 3000"})
  void should_cut_between_texts_of_which_none_was_seen(int first, int characters) {
    Random random = new Random(SEED);
    KeyType<Object> type = keyType(DataTypes.TEXT);
    KeyOrder<Object> order = type.orderOf().apply(List.of());
    for (int i = 0; i < 300; i++) {
      String prefix = characters(random, first, characters, random.nextInt(10));
      List<Object> keys =
          new ArrayList<>(
              List.of(
                  prefix + characters(random, first, characters, 1 + random.nextInt(4)),
                  prefix + characters(random, first, characters, 1 + random.nextInt(4))));
      keys.sort(order);
      Object low = type.least();
      Object high = type.greatest();
      Object middle = high;
      int steps = 0;
      while (order.compare(keys.get(0), keys.get(1)) < 0
          && (order.compare(middle, keys.get(0)) <= 0 || order.compare(keys.get(1), middle) < 0)) {
        middle = order.middle(low, high);
        assertThat(type.decode(type.encode(middle))).isEqualTo(middle);
        assertThat(order.compare(low, middle)).as("%s %s", low, middle).isNegative();
        assertThat(order.compare(middle, high)).as("%s %s", middle, high).isNegative();
        low = order.compare(middle, keys.get(0)) <= 0 ? middle : low;
        high = order.compare(keys.get(0), middle) < 0 ? middle : high;
        steps++;
      }
      assertThat(steps)
          .as("seed %d, %s", SEED, keys)
          .isLessThanOrEqualTo(8 * type.encode(keys.get(1)).remaining() + 40);
    }
  }

  private static String characters(Random random, int first, int count, int length) {
    StringBuilder text = new StringBuilder();
    random
        .ints(length, first, first + count)
        .filter(character -> character < 0xD800 || character > 0xDFFF)
        .forEach(text::appendCodePoint);
    return text.toString();
  }

  @Test
  void should_give_the_least_uuid_of_a_time() {
    long millis = 1_700_000_000_000L;
    UUID least = Uuids.startOf(millis);

    assertThat(KeyType.leastOf(least.timestamp())).isEqualTo(least);
    assertThat(least.version()).isEqualTo(1);
    UUID random = new UUID(least.getMostSignificantBits(), new Random(SEED).nextLong());
    assertThat(KeyType.timeUuids().compare(least, random)).isNotPositive();
  }

  @Test
  void should_encode_as_the_codec_does() {
    KeyType<Object> type = keyType(DataTypes.BIGINT);

    assertThat(type.encode(5L)).isEqualTo(type.codec().encode(5L, ProtocolVersion.DEFAULT));
    assertThat(type.format(5L)).isEqualTo("5");
    assertThat(KeyType.of(DataTypes.BOOLEAN)).isEmpty();
    assertThat(KeyType.of(DataTypes.UUID)).isEmpty();
  }
}
