/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.cassandrastats.udf.tdigest.TdigestImage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Masses of which most are points of several values take several passes to be joined. Passes that
 * would end too early are left out; the checksums are those of a release that went through all.
 */
class CompressionBytesTest {
  private static final int DIGESTS = 300;

  @ParameterizedTest
  @CsvSource({"10, 550444583", "29, 389054782", "100, 2978416488", "200, 1853452964"})
  void should_join_points_as_ever(int k, long expected) {
    Random random = new Random(42);
    CRC32 checksum = new CRC32();
    ByteBuffer sum = ByteBuffer.allocate(0);
    for (int i = 0; i < DIGESTS; i++) {
      ByteBuffer digest = digest(random, 20 << i % 9, 4 << i % 8, k);
      sum = TdigestUnion.union(sum, digest);
      checksum.update(digest.duplicate());
      checksum.update(sum.duplicate());
    }

    assertThat(checksum.getValue()).isEqualTo(expected);
  }

  /** The digest of rounded values around 0, of which many are equal. */
  private static ByteBuffer digest(Random random, int count, int spread, int k) {
    TreeMap<Double, Long> counts = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      counts.merge(Math.rint(random.nextGaussian() * spread) / 100 + 0.0, 1L, Long::sum);
    }
    double[] means = new double[counts.size()];
    long[] weights = new long[counts.size()];
    int masses = 0;
    for (Map.Entry<Double, Long> mass : counts.entrySet()) {
      means[masses] = mass.getKey();
      weights[masses] = mass.getValue();
      masses++;
    }
    return TdigestImage.of(
        means, weights, masses, counts.firstKey(), counts.lastKey(), k, 4 * random.nextInt(2));
  }
}
