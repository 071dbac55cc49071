/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.cassandrastats.live.CommandResult;
import org.cassandrastats.live.PythonTool;

/** The Python package of Apache DataSketches, through the scripts of {@code interop/}. */
final class PythonDatasketches {
  private static final PythonTool PACKAGE = new PythonTool("datasketches==5.2.0");

  private PythonDatasketches() {}

  /**
   * What Python says about a digest.
   *
   * @param minimum null where there is no value
   * @param maximum null where there is no value
   */
  record Facts(int k, long count, Double minimum, Double maximum) {}

  /**
   * What Python says about an HLL sketch.
   *
   * @param lower of two standard deviations
   * @param upper likewise
   */
  record HllFacts(int lgK, double estimate, double lower, double upper) {}

  /**
   * What Python says about a theta sketch.
   *
   * @param lower of two standard deviations
   * @param upper likewise
   */
  record ThetaFacts(int hashes, double estimate, double lower, double upper) {}

  /**
   * What Python says about a frequent-items sketch.
   *
   * @param values the most frequent one first
   */
  record FrequentFacts(
      long rows, List<String> values, List<Long> estimates, List<Long> lowerBounds) {
    /** As many values as others are. */
    FrequentFacts first(FrequentFacts others) {
      int size = Math.min(values.size(), others.values.size());
      return new FrequentFacts(
          rows, values.subList(0, size), estimates.subList(0, size), lowerBounds.subList(0, size));
    }
  }

  /** Reads t-digests. */
  static List<Facts> read(List<ByteBuffer> images) {
    return read("tdigest.py", images).stream().map(PythonDatasketches::facts).toList();
  }

  /** Reads HLL sketches. */
  static List<HllFacts> readHll(List<ByteBuffer> images) {
    return read("hll.py", images).stream().map(PythonDatasketches::hllFacts).toList();
  }

  /** Reads theta sketches. */
  static List<ThetaFacts> readTheta(List<ByteBuffer> images) {
    return read("theta.py", images).stream().map(PythonDatasketches::thetaFacts).toList();
  }

  /** Reads frequent-items sketches. */
  static List<FrequentFacts> readFrequent(List<ByteBuffer> images) {
    return read("frequent.py", images).stream().map(PythonDatasketches::frequentFacts).toList();
  }

  private static List<String> read(String script, List<ByteBuffer> images) {
    try {
      Path file = Files.createTempFile("images", ".hex");
      try {
        Files.write(file, images.stream().map(PythonDatasketches::hex).toList());
        return run(script, "read", file.toString());
      } finally {
        Files.delete(file);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /**
   * Writes images of the values 0 to rows - 1, shuffled and divided, and then an empty one and one
   * of the single value {@code rows}.
   */
  static List<ByteBuffer> write(int parts, int rows, int k) {
    return images(
        run(
            "tdigest.py",
            "write",
            Integer.toString(parts),
            Integer.toString(rows),
            Integer.toString(k)));
  }

  /**
   * Writes HLL sketches of the same values in every form: of 4, 6 and 8 bits, compact and not.
   *
   * @param kind int, text or double
   */
  static List<ByteBuffer> writeHll(String kind, int rows, int lgK) {
    return images(run("hll.py", "write", kind, Integer.toString(rows), Integer.toString(lgK)));
  }

  /** Writes theta sketches of the same values, ordered and not. */
  static List<ByteBuffer> writeTheta(String kind, int rows, int lgK) {
    return images(run("theta.py", "write", kind, Integer.toString(rows), Integer.toString(lgK)));
  }

  /** Writes a frequent-items sketch. */
  static ByteBuffer writeFrequent(String kind, int rows, int lg) {
    return images(run("frequent.py", "write", kind, Integer.toString(rows), Integer.toString(lg)))
        .get(0);
  }

  private static List<ByteBuffer> images(List<String> lines) {
    return lines.stream().map(line -> ByteBuffer.wrap(HexFormat.of().parseHex(line))).toList();
  }

  private static HllFacts hllFacts(String line) {
    String[] words = line.split(" ", -1);
    return new HllFacts(
        Integer.parseInt(words[0]),
        Double.parseDouble(words[1]),
        Double.parseDouble(words[2]),
        Double.parseDouble(words[3]));
  }

  private static ThetaFacts thetaFacts(String line) {
    String[] words = line.split(" ", -1);
    return new ThetaFacts(
        Integer.parseInt(words[0]),
        Double.parseDouble(words[1]),
        Double.parseDouble(words[2]),
        Double.parseDouble(words[3]));
  }

  private static FrequentFacts frequentFacts(String line) {
    String[] words = line.split(" ", -1);
    List<String[]> values =
        Arrays.stream(words[1].split(",", -1)).map(value -> value.split(":", -1)).toList();
    return new FrequentFacts(
        Long.parseLong(words[0]),
        values.stream().map(value -> value[0].replace("page-", "")).toList(),
        values.stream().map(value -> Long.valueOf(value[1])).toList(),
        values.stream().map(value -> Long.valueOf(value[2])).toList());
  }

  private static Facts facts(String line) {
    String[] words = line.split(" ", -1);
    return new Facts(
        Integer.parseInt(words[0]),
        Long.parseLong(words[1]),
        words.length == 2 ? null : Double.valueOf(words[2]),
        words.length == 2 ? null : Double.valueOf(words[3]));
  }

  private static String hex(ByteBuffer image) {
    byte[] bytes = new byte[image.remaining()];
    image.duplicate().get(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static List<String> run(String script, String... arguments) {
    try {
      List<String> command = new ArrayList<>();
      command.add(PACKAGE.executable("python").toString());
      command.add(
          Path.of(PythonDatasketches.class.getResource("/interop/" + script).toURI()).toString());
      command.addAll(Arrays.asList(arguments));
      CommandResult result = CommandResult.of(command);
      assertThat(result.exitCode()).as("%s: %s", command, result).isZero();
      return result.output().lines().toList();
    } catch (URISyntaxException malformed) {
      throw new IllegalStateException(malformed);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
