/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.digest;

import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.tdigest.TDigestDouble;

/** The t-digest of Apache DataSketches for Java. */
final class DataSketchesDigest implements Digest<DataSketchesDigest> {
  private final TDigestDouble digest;

  private DataSketchesDigest(TDigestDouble digest) {
    this.digest = digest;
  }

  static DataSketchesDigest create(int k) {
    return new DataSketchesDigest(new TDigestDouble((short) k));
  }

  static DataSketchesDigest read(byte[] bytes) {
    return new DataSketchesDigest(TDigestDouble.heapify(Memory.wrap(bytes)));
  }

  @Override
  public void add(double value) {
    digest.update(value);
  }

  @Override
  public void merge(DataSketchesDigest other) {
    digest.merge(other.digest);
  }

  @Override
  public double quantile(double quantile) {
    return digest.getQuantile(quantile);
  }

  @Override
  public double rank(double value) {
    return digest.getRank(value);
  }

  @Override
  public byte[] toBytes() {
    return digest.toByteArray();
  }
}
