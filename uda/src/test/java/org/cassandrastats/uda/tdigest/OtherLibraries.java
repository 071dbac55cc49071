/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import com.tdunning.math.stats.MergingDigest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.datasketches.tdigest.TDigestDouble;

/** Digests that other libraries write of {@link FixtureColumn}, now and as fixtures of the past. */
final class OtherLibraries {
  private static final int[][] COLUMNS = {
    {100, 0}, {100, 1}, {100, 2}, {100, 50}, {100, 10000}, {100, 20000}, {10, 10000}, {1000, 10000}
  };

  private OtherLibraries() {}

  /** Writes the fixtures of Java libraries into the directory given. */
  public static void main(String[] arguments) throws IOException {
    for (Map.Entry<String, byte[]> digest : java().entrySet()) {
      Files.write(Path.of(arguments[0], digest.getKey()), digest.getValue());
    }
  }

  /** What the Java libraries write now, by the name of the fixture. */
  static Map<String, byte[]> java() {
    Map<String, byte[]> digests = new LinkedHashMap<>();
    for (int[] column : COLUMNS) {
      int k = column[0];
      int n = column[1];
      digests.put("java-k%d-n%d.bin".formatted(k, n), dataSketches(k, 0, n).toByteArray());
      MergingDigest merging = merging(k, n);
      ByteBuffer verbose = ByteBuffer.allocate(merging.byteSize());
      merging.asBytes(verbose);
      digests.put("tdunning-verbose-k%d-n%d.bin".formatted(k, n), verbose.array());
      ByteBuffer small = ByteBuffer.allocate(merging.smallByteSize());
      merging.asSmallBytes(small);
      digests.put("tdunning-small-k%d-n%d.bin".formatted(k, n), small.array());
    }
    TDigestDouble merged = dataSketches(100, 0, 5000);
    merged.merge(dataSketches(200, 5000, 10000));
    digests.put("java-merged-n10000.bin", merged.toByteArray());
    return digests;
  }

  static ByteBuffer fixture(String name) throws IOException {
    try (InputStream file = OtherLibraries.class.getResourceAsStream("/tdigest/" + name)) {
      return ByteBuffer.wrap(file.readAllBytes());
    }
  }

  private static TDigestDouble dataSketches(int k, int start, int stop) {
    TDigestDouble digest = new TDigestDouble((short) k);
    for (double value : FixtureColumn.between(start, stop)) {
      digest.update(value);
    }
    return digest;
  }

  private static MergingDigest merging(int compression, int n) {
    MergingDigest digest = new MergingDigest(compression);
    for (double value : FixtureColumn.of(n)) {
      digest.add(value);
    }
    return digest;
  }
}
