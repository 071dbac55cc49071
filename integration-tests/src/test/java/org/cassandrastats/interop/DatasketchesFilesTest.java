/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.theta.Sketches;
import org.cassandrastats.uda.frequent.FrequentUnion;
import org.cassandrastats.uda.hll.HllUnion;
import org.cassandrastats.uda.tdigest.TdigestUnion;
import org.cassandrastats.uda.theta.ThetaUnion;
import org.cassandrastats.udf.frequent.Frequent;
import org.cassandrastats.udf.frequent.FrequentValues;
import org.cassandrastats.udf.hll.Hll;
import org.cassandrastats.udf.tdigest.TdigestAccessors;
import org.cassandrastats.udf.theta.Theta;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the libraries of Apache DataSketches write in every language is read here and in Python. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DatasketchesFilesTest {
  private static final Pattern ROWS = Pattern.compile("_n(\\d+)_");

  /** Three published standard errors of unions, for an lg_k of 12. */
  private static final double ERROR = 3 * 1.04 / 64;

  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  private final Map<String, List<String>> python = new HashMap<>();

  /** What the Python package answers, a line for each file. */
  @BeforeAll
  void readInPython() throws Exception {
    Path program = Path.of(getClass().getResource("/interop/files.py").toURI());
    String[] paths = files().map(Path::toAbsolutePath).map(Path::toString).toArray(String[]::new);
    PythonPackage.runWithSources(program, paths)
        .lines()
        .map(line -> List.of(line.split(" ", -1)))
        .forEach(words -> python.put(words.get(0), words.subList(1, words.size())));
    System.out.println(python.size() + " files");
  }

  static Stream<Path> files() {
    return DatasketchesFiles.all().stream();
  }

  @ParameterizedTest
  @MethodSource("files")
  void should_read_files_of_every_language(Path file) throws IOException {
    String name = DatasketchesFiles.name(file);
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer state = ByteBuffer.wrap(bytes);
    Matcher number = ROWS.matcher(name);
    Long rows = number.find() ? Long.valueOf(number.group(1)) : null;
    double different = rows == null ? 0 : rows.doubleValue();

    if (isUnread(name, bytes)) {
      assertRefused(name, state);
    } else if (name.startsWith("hll")) {
      assertThat(Hll.isValid(state)).isTrue();
      assertThat(Hll.estimate(state)).isEqualTo(HllSketch.heapify(bytes).getEstimate());
      assertThat(Hll.estimate(HllUnion.union(NONE, state)))
          .isCloseTo(different, offset(ERROR * different));
      assertPython(name, Hll.estimate(state));
    } else if (name.startsWith("theta")) {
      assertThat(Theta.isValid(state)).isTrue();
      assertThat(Theta.estimate(state))
          .isEqualTo(Sketches.heapifySketch(Memory.wrap(bytes)).getEstimate())
          .isCloseTo(different, offset(ERROR * different));
      assertThat(Theta.estimate(ThetaUnion.union(NONE, state))).isEqualTo(Theta.estimate(state));
      assertPython(name, Theta.estimate(state));
    } else if (name.startsWith("tdigest")) {
      assertThat(TdigestAccessors.isValid(state)).isTrue();
      assertThat(TdigestAccessors.count(state)).isEqualTo(rows);
      ByteBuffer joined = TdigestUnion.union(NONE, state);
      assertThat(TdigestAccessors.max(joined)).isEqualTo(rows == 0 ? null : different);
      assertPython(name, different);
    } else {
      assertThat(Frequent.isValid(state)).isTrue();
      ByteBuffer joined = FrequentUnion.union(NONE, state);
      long count = Frequent.count(state);
      assertThat(rows).isIn(null, count);
      // Nothing and nothing are the empty blob.
      assertThat(Frequent.count(joined)).isEqualTo(count == 0 ? null : count);
      List<Long> estimates = FrequentValues.estimates(state);
      assertThat(FrequentValues.values(state)).hasSameSizeAs(estimates).doesNotHaveDuplicates();
      assertPython(
          name,
          Stream.concat(Stream.of(count), estimates.stream())
              .mapToDouble(Long::doubleValue)
              .toArray());
    }
  }

  /** Compressed images of theta, and t-digests of floats but for empty ones. */
  private static boolean isUnread(String name, byte[] bytes) {
    // Few values are not compressed, whatever was asked for: the version of the image tells.
    return (name.startsWith("theta_compressed") && bytes[1] == 4)
        || (name.startsWith("tdigest_float") && !name.contains("_n0_"));
  }

  private void assertRefused(String name, ByteBuffer state) {
    if (name.startsWith("theta")) {
      assertThat(Theta.isValid(state)).isFalse();
      assertThatThrownBy(() -> Theta.estimate(state)).hasMessageStartingWith("not a theta state: ");
    } else {
      assertThat(TdigestAccessors.isValid(state)).isFalse();
      assertThatThrownBy(() -> TdigestAccessors.count(state))
          .hasMessageStartingWith("not a tdigest state: ");
    }
    assertThat(python.get(name)).first().isEqualTo("refused:");
  }

  private void assertPython(String name, double... expected) {
    assertThat(python.get(name).stream().mapToDouble(Double::parseDouble).toArray())
        .as("Python, %s", name)
        .containsExactly(expected);
  }
}
