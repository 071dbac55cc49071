/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.cassandrastats.live.CommandResult;
import org.cassandrastats.uda.chunk.ChunkCodec;
import org.cassandrastats.uda.ddsketch.DdsketchAggregates;
import org.cassandrastats.uda.extremes.ByAggregates;
import org.cassandrastats.uda.extremes.MaxNAggregates;
import org.cassandrastats.uda.extremes.MinNAggregates;
import org.cassandrastats.uda.extremes.RowBytesAggregates;
import org.cassandrastats.uda.extremes.RowsAggregates;
import org.cassandrastats.uda.histogram.HistogramAggregates;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.ddsketch.Ddsketch;
import org.cassandrastats.udf.ddsketch.DdsketchMapping;
import org.cassandrastats.udf.extremes.Extremes;
import org.cassandrastats.udf.extremes.ExtremesBlobs;
import org.cassandrastats.udf.extremes.ExtremesValues;
import org.cassandrastats.udf.histogram.Histogram;
import org.cassandrastats.udf.moments.Moments;
import org.cassandrastats.udf.state.Checksum;
import org.junit.jupiter.api.Test;

/** A reader that was written from {@code docs/formats.md} alone gives the answers of accessors. */
class FormatReaderTest {
  private static final long SEED = 20_261_125L;
  private static final int COLUMNS = 200;
  private static final double ERROR = 1e-12;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final List<ByteBuffer> states = new ArrayList<>();

  @Test
  void should_read_moments() throws IOException {
    for (int column = 0; column < COLUMNS; column++) {
      ByteBuffer state = ByteBuffer.allocate(0);
      double size = Math.scalb(1.0, random.nextInt(-1000, 1000));
      for (int rows = random.nextInt(1, 9); rows > 0; rows--) {
        double value = random.nextInt(9) == 0 ? Double.NaN : size * random.nextInt(-4, 5);
        state = MomentsAggregates.accumulate(state, value);
      }
      states.add(Moments.state(state));
    }

    List<String[]> answers = answers();
    for (int i = 0; i < states.size(); i++) {
      ByteBuffer state = states.get(i);
      String[] words = answers.get(i);
      String exact = String.join(" ", List.of(words).subList(0, 5));
      assertThat(exact)
          .isEqualTo(
              "moments %d %d %s %s"
                  .formatted(
                      Moments.count(state),
                      Moments.skipped(state),
                      word(words[3], Moments.min(state)),
                      word(words[4], Moments.max(state))));
      assertNear(words[5], Moments.sum(state));
      assertNear(words[6], Moments.mean(state));
      assertNear(words[8], Moments.stddev(state));
      assertNear(words[9], Moments.skewness(state));
      assertNear(words[10], Moments.kurtosis(state));
    }
  }

  @Test
  void should_read_extremes() throws IOException {
    List<String> expected = new ArrayList<>();
    for (int column = 0; column < COLUMNS; column++) {
      ByteBuffer byKey = ByteBuffer.allocate(0);
      ByteBuffer rows = ByteBuffer.allocate(0);
      ByteBuffer least = ByteBuffer.allocate(0);
      ByteBuffer most = ByteBuffer.allocate(0);
      ByteBuffer words = ByteBuffer.allocate(0);
      int count = random.nextInt(1, 30);
      for (int row = 0; row < count; row++) {
        double number = random.nextInt(-8, 9) / 4.0;
        long integer = random.nextLong();
        byKey = ByAggregates.accumulate(byKey, integer, number == 0 ? -0.0 : number);
        rows = RowsAggregates.accumulate(rows, number);
        least = MinNAggregates.accumulate(least, integer, 5);
        most = MaxNAggregates.accumulate(most, number, 7);
        byte[] word = new byte[random.nextInt(20)];
        random.nextBytes(word);
        words = RowBytesAggregates.accumulate(words, ByteBuffer.wrap(word), integer);
      }
      ByteBuffer one = Extremes.state(byKey);
      ByteBuffer two = Extremes.state(rows);
      ByteBuffer three = Extremes.state(least);
      ByteBuffer four = Extremes.state(most);
      ByteBuffer five = Extremes.state(words);
      states.addAll(List.of(one, two, three, four, five));
      expected.add(
          "min_max_by %d %s %s"
              .formatted(count, ExtremesValues.firstBigint(one), ExtremesValues.lastBigint(one)));
      expected.add(
          "first_last %d 0 %s %d %s"
              .formatted(
                  count,
                  ExtremesValues.firstDouble(two),
                  count - 1,
                  ExtremesValues.lastDouble(two)));
      expected.add("min_n 5 %d %s".formatted(count, words(ExtremesValues.valuesBigint(three))));
      expected.add("max_n 7 %d %s".formatted(count, words(ExtremesValues.valuesDouble(four))));
      expected.add(
          "min_max_by %d 0x%s 0x%s"
              .formatted(count, hex(ExtremesBlobs.first(five)), hex(ExtremesBlobs.last(five))));
    }

    List<String> read = new ArrayList<>();
    for (String[] words : answers()) {
      // No accessor gives the keys.
      read.add(
          words[0].equals("min_max_by")
              ? "min_max_by %s %s %s".formatted(words[1], words[3], words[5])
              : String.join(" ", words));
    }
    assertThat(read).isEqualTo(expected);
  }

  @Test
  void should_read_chunks() throws IOException {
    List<String> expected = new ArrayList<>();
    for (int column = 0; column < COLUMNS; column++) {
      int points = random.nextInt(1, 300);
      long[] times = new long[points];
      double[] values = new double[points];
      StringBuilder text = new StringBuilder("chunk ").append(points);
      long time = random.nextLong();
      for (int i = 0; i < points; i++) {
        times[i] = random.nextInt(50) == 0 ? random.nextLong() : time + 1000L * i;
        values[i] =
            switch (column % 5) {
              case 0 -> random.nextInt(1000) / 100.0;
              case 1 -> Double.longBitsToDouble(random.nextLong());
              case 2 -> Math.sqrt(random.nextInt(4));
              case 3 -> 20 + random.nextDouble();
              default -> random.nextInt(20) == 0 ? Double.NaN : 0x1p63 - 2048 * random.nextInt(2);
            };
      }
      Arrays.sort(times);
      ByteBuffer chunk = ChunkCodec.encode(times, values);
      states.add(chunk);
      for (long at : ChunkCodec.times(chunk)) {
        text.append(' ').append(at);
      }
      for (double value : ChunkCodec.values(chunk)) {
        text.append(' ').append(HexFormat.of().toHexDigits(Double.doubleToRawLongBits(value)));
      }
      expected.add(text.toString());
    }

    List<String> read = answers().stream().map(words -> String.join(" ", words)).toList();
    assertThat(read).isEqualTo(expected);
  }

  @Test
  void should_read_histograms() throws IOException {
    List<String> expected = new ArrayList<>();
    for (int column = 0; column < COLUMNS; column++) {
      int bins = random.nextInt(1, 600);
      ByteBuffer equal = ByteBuffer.allocate(0);
      ByteBuffer given = ByteBuffer.allocate(0);
      int rows = random.nextInt(1, 2000);
      for (int row = 0; row < rows; row++) {
        double value = random.nextInt(-20, random.nextInt(-19, 120));
        equal = HistogramAggregates.accumulate(equal, value, -8.25, 100.5, bins);
        given = HistogramAggregates.accumulate(given, value, List.of(0.0, 0.5, 40.0, 1e3));
      }
      for (ByteBuffer state : List.of(Histogram.state(equal), Histogram.state(given))) {
        states.add(state);
        expected.add(
            "histogram %s %s %s %s %s %s"
                .formatted(
                    Histogram.min(state),
                    Histogram.max(state),
                    Histogram.underflow(state),
                    Histogram.overflow(state),
                    words(Histogram.edges(state)),
                    words(Histogram.counts(state))));
      }
    }

    List<String> read = answers().stream().map(words -> String.join(" ", words)).toList();
    assertThat(read).isEqualTo(expected);
  }

  @Test
  void should_read_ddsketches() throws IOException {
    List<String> expected = new ArrayList<>();
    for (int column = 0; column < COLUMNS; column++) {
      Map<String, Integer> bins = new LinkedHashMap<>();
      ByteBuffer state = ByteBuffer.allocate(0);
      int zeros = 0;
      int rows = random.nextInt(1, 2000);
      for (int row = 0; row < rows; row++) {
        int value = random.nextInt(-20, random.nextInt(-19, 500));
        state = DdsketchAggregates.accumulate(state, value, 0.05);
        if (value == 0) {
          zeros++;
        } else {
          int index = DdsketchMapping.index(Math.abs(value), 0.05);
          bins.merge(Integer.signum(value) + ":" + index, 1, Integer::sum);
        }
      }
      ByteBuffer sketch = Ddsketch.state(state);
      states.add(sketch);
      expected.add(
          "ddsketch 0.05 %d %s %s %s %d %s"
              .formatted(
                  rows,
                  Ddsketch.min(sketch),
                  Ddsketch.max(sketch),
                  Ddsketch.sum(sketch),
                  zeros,
                  bins.entrySet().stream()
                      .map(bin -> bin.getKey() + ":" + bin.getValue())
                      .sorted()
                      .toList()));
    }

    List<String> read = new ArrayList<>();
    for (String[] words : answers()) {
      List<String> bins = List.of(words).subList(7, words.length).stream().sorted().toList();
      read.add(String.join(" ", List.of(words).subList(0, 7)) + " " + bins);
    }
    assertThat(read).isEqualTo(expected);
  }

  @Test
  void should_refuse_what_accessors_refuse() throws IOException {
    byte[] state = Moments.state(MomentsAggregates.accumulate(ByteBuffer.allocate(0), 1.5)).array();
    for (int at = 0; at < state.length; at++) {
      byte[] changed = state.clone();
      changed[at] ^= 1;
      states.add(ByteBuffer.wrap(changed));
    }
    byte[] old = state.clone();
    old[1] = 1;
    Checksum.seal(ByteBuffer.wrap(old), old.length - Checksum.SIZE);
    states.add(ByteBuffer.wrap(old));

    assertThat(answers()).allSatisfy(words -> assertThat(words[0]).isEqualTo("refused"));
  }

  private List<String[]> answers() throws IOException {
    Path file = Files.createTempFile("states", ".hex");
    try {
      Files.write(file, states.stream().map(FormatReaderTest::hex).toList());
      CommandResult result =
          CommandResult.of(
              List.of("python3", "src/test/resources/formats/reader.py", file.toString()));
      assertThat(result.exitCode()).as(result.errors()).isZero();
      return result.output().lines().map(line -> line.split(" ", -1)).toList();
    } finally {
      Files.delete(file);
    }
  }

  private static String hex(ByteBuffer state) {
    byte[] bytes = new byte[state.remaining()];
    state.duplicate().get(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static String words(List<?> values) {
    return String.join(" ", values.stream().map(String::valueOf).toList());
  }

  /** The word itself if it is of this number: Python writes other digits. */
  private static String word(String word, Double expected) {
    return expected != null
            && !word.equals("null")
            && Double.compare(Double.parseDouble(word), expected) == 0
        ? word
        : String.valueOf(expected);
  }

  private static void assertNear(String word, Double expected) {
    if (expected == null) {
      assertThat(word).isEqualTo("null");
    } else {
      assertThat(Double.parseDouble(word) / expected)
          .satisfiesAnyOf(
              ratio -> assertThat(ratio).isCloseTo(1, within(ERROR)),
              ratio -> assertThat(word).isIn("0.0", String.valueOf(expected)));
    }
  }
}
