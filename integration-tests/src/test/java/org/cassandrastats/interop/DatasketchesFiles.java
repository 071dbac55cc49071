/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.interop;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.datasketches.common.ArrayOfStringsSerDe;
import org.apache.datasketches.frequencies.ItemsSketch;
import org.apache.datasketches.frequencies.LongsSketch;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.TgtHllType;
import org.apache.datasketches.tdigest.TDigestDouble;
import org.apache.datasketches.theta.UpdateSketch;
import org.apache.datasketches.theta.UpdateSketchBuilder;

/**
 * The files by which the libraries of Apache DataSketches show that they read each other: the
 * corpus of its compatibility kit, datasketches-tck, of which the repository of the Go library
 * holds copies.
 *
 * <p>They are those of the directory {@code -Dtests.datasketches=DIRECTORY}, or are fetched. Where
 * the net does not have them, the library for Java makes its part of them, as its own generators
 * do.
 */
final class DatasketchesFiles {
  private static final String COMMIT = "04c9a84f15f60aa5b7ec8be3bd35752c04844b1e";

  private static final String ARCHIVE =
      "https://codeload.github.com/apache/datasketches-go/zip/" + COMMIT;

  private static final int TIMEOUT_MILLIS = 10_000;

  private static final List<Integer> SIZES =
      List.of(0, 1, 10, 100, 1000, 10_000, 100_000, 1_000_000);

  private DatasketchesFiles() {}

  /** The directory with the files, on some level. */
  static Path directory() throws IOException {
    String given = System.getProperty("tests.datasketches");
    if (given != null) {
      return Path.of(given);
    }
    Path fetched = Path.of("target", "datasketches-files", COMMIT);
    if (Files.exists(fetched)) {
      return fetched;
    }
    Path made = Files.createDirectories(Path.of("target", "datasketches-files", "made"));
    Path partial = Files.createTempDirectory(fetched.getParent(), "partial");
    try {
      fetch(partial);
      return Files.move(partial, fetched);
    } catch (IOException unreachable) {
      System.out.println("made by the library for Java: " + unreachable);
      make(made);
      return made;
    }
  }

  private static void fetch(Path directory) throws IOException {
    URLConnection connection = URI.create(ARCHIVE).toURL().openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    try (InputStream body = connection.getInputStream();
        ZipInputStream archive = new ZipInputStream(body)) {
      for (ZipEntry entry = archive.getNextEntry(); entry != null; entry = archive.getNextEntry()) {
        if (entry.getName().endsWith(".sk")) {
          Path name = Path.of(entry.getName()).getFileName();
          Files.copy(archive, directory.resolve(name.toString()));
        }
      }
    }
  }

  private static void make(Path directory) throws IOException {
    for (int size : SIZES) {
      for (TgtHllType type : TgtHllType.values()) {
        HllSketch hll = new HllSketch(12, type);
        IntStream.range(0, size).forEach(hll::update);
        write(directory, type.name().replace("HLL_", "hll"), size, hll.toCompactByteArray());
      }
      UpdateSketch theta = new UpdateSketchBuilder().build();
      LongStream.range(0, size).forEach(theta::update);
      write(directory, "theta", size, theta.compact().toByteArray());
      write(directory, "theta_compressed", size, theta.compact().toByteArrayCompressed());
      TDigestDouble digest = new TDigestDouble((short) 100);
      IntStream.rangeClosed(1, size).forEach(digest::update);
      write(directory, "tdigest_double", size, digest.toByteArray());
      LongsSketch longs = new LongsSketch(64);
      LongStream.rangeClosed(1, size).forEach(longs::update);
      write(directory, "frequent_long", size, longs.toByteArray());
      ItemsSketch<String> texts = new ItemsSketch<>(64);
      IntStream.rangeClosed(1, size).mapToObj(Integer::toString).forEach(texts::update);
      write(directory, "frequent_string", size, texts.toByteArray(new ArrayOfStringsSerDe()));
    }
  }

  private static void write(Path directory, String kind, int size, byte[] image)
      throws IOException {
    Files.write(directory.resolve(kind + "_n" + size + "_java.sk"), image);
  }

  /** The files of the sketches that are states here, in the order of their names. */
  static List<Path> all() {
    try (Stream<Path> files = Files.walk(directory())) {
      return files
          .filter(file -> name(file).matches("(hll|theta|tdigest|frequent).*_(cpp|go|java)\\.sk"))
          .sorted()
          .toList();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  static String name(Path file) {
    return file.getFileName().toString();
  }
}
