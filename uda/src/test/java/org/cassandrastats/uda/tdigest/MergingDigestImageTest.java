/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.tdigest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.tdunning.math.stats.MergingDigest;
import java.nio.ByteBuffer;
import java.util.Random;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.tdigest.Tdigest;
import org.cassandrastats.udf.tdigest.TdigestAccessors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Digests that the t-digest library has written are accepted by unions. */
class MergingDigestImageTest {
  private static final long SEED = 3;

  private static ByteBuffer serialized(MergingDigest digest, boolean isSmall) {
    ByteBuffer buffer = ByteBuffer.allocate(digest.byteSize());
    if (isSmall) {
      digest.asSmallBytes(buffer);
    } else {
      digest.asBytes(buffer);
    }
    return buffer.flip();
  }

  @ParameterizedTest
  @CsvSource({"1, true", "1, false", "7, true", "100000, false", "100000, true"})
  void should_accept_both_encodings(int count, boolean isSmall) {
    Random random = new Random(SEED);
    MergingDigest digest = new MergingDigest(200);
    for (int i = 0; i < count; i++) {
      digest.add(random.nextGaussian());
    }
    ByteBuffer theirs = serialized(digest, isSmall);
    ByteBuffer ours = Digests.of(200, 0.25, -0.25);

    ByteBuffer alone = TdigestUnion.union(Blobs.none(), theirs);
    ByteBuffer merged = TdigestUnion.union(ours, theirs);

    assertThat(TdigestAccessors.isValid(alone)).isTrue();
    assertThat(TdigestAccessors.count(alone)).isEqualTo(count);
    assertThat(TdigestAccessors.min(alone)).isEqualTo(digest.getMin());
    assertThat(TdigestAccessors.max(alone)).isEqualTo(digest.getMax());
    assertThat(TdigestAccessors.count(merged)).isEqualTo(count + 2);
    for (double quantile : new double[] {0.01, 0.5, 0.99}) {
      double value = Tdigest.quantile(alone, quantile);
      assertThat(digest.cdf(value)).isCloseTo(quantile, within(0.001 + 1.0 / count));
    }
  }

  @Test
  void should_refuse_what_only_looks_like_one() {
    MergingDigest digest = new MergingDigest(100);
    digest.add(1);
    digest.add(2);
    byte[] bytes = Blobs.bytes(serialized(digest, false));
    ByteBuffer wrongWeight = ByteBuffer.wrap(bytes.clone()).putDouble(32, -1);
    ByteBuffer notANumber = ByteBuffer.wrap(bytes.clone()).putDouble(40, Double.NaN);
    ByteBuffer wrongCount = ByteBuffer.wrap(bytes.clone()).putInt(28, Integer.MAX_VALUE);

    assertThatThrownBy(() -> TdigestUnion.union(wrongWeight, Blobs.none()))
        .hasMessageContaining("weights from 1 to 2^53 together, found 1.0 of -1");
    assertThatThrownBy(() -> TdigestUnion.union(notANumber, Blobs.none()))
        .hasMessageContaining("not a tdigest state: expected means");
    assertThatThrownBy(() -> TdigestUnion.union(wrongCount, Blobs.none()))
        .hasMessageContaining("sketch type ");
  }
}
