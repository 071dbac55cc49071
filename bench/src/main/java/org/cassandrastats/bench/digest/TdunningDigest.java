/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.digest;

import com.tdunning.math.stats.MergingDigest;
import java.nio.ByteBuffer;
import java.util.List;

/** The merging t-digest of Ted Dunning's library, with its own default settings. */
final class TdunningDigest implements Digest<TdunningDigest> {
  private final MergingDigest digest;

  private TdunningDigest(MergingDigest digest) {
    this.digest = digest;
  }

  /** A digest whose compression is k. */
  static TdunningDigest create(int k) {
    return new TdunningDigest(new MergingDigest(k));
  }

  static TdunningDigest read(byte[] bytes) {
    return new TdunningDigest(MergingDigest.fromBytes(ByteBuffer.wrap(bytes)));
  }

  @Override
  public void add(double value) {
    digest.add(value);
  }

  /** Takes the method for lists: the one for a single digest shuffles it with a random seed. */
  @Override
  public void merge(TdunningDigest other) {
    digest.add(List.of(other.digest));
  }

  @Override
  public double quantile(double quantile) {
    return digest.quantile(quantile);
  }

  @Override
  public double rank(double value) {
    return digest.cdf(value);
  }

  /** The verbose encoding, which keeps all digits; encoding compresses the digest. */
  @Override
  public byte[] toBytes() {
    ByteBuffer bytes = ByteBuffer.allocate(digest.byteSize());
    digest.asBytes(bytes);
    return bytes.array();
  }
}
