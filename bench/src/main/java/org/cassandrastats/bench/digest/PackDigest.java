/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.digest;

import java.nio.ByteBuffer;
import org.cassandrastats.uda.tdigest.TdigestAggregates;
import org.cassandrastats.uda.tdigest.TdigestUnion;
import org.cassandrastats.udf.tdigest.Tdigest;
import org.cassandrastats.udf.tdigest.TdigestFinish;

/** This project's t-digest, by the functions that run as CQL. */
final class PackDigest implements Digest<PackDigest> {
  private final int k;
  private ByteBuffer state;

  private PackDigest(int k, ByteBuffer state) {
    this.k = k;
    this.state = state;
  }

  static PackDigest create(int k) {
    return new PackDigest(k, ByteBuffer.allocate(0));
  }

  /** Can be asked and merged, but not added to: that is for aggregation only. */
  static PackDigest read(byte[] bytes) {
    return new PackDigest(0, ByteBuffer.wrap(bytes));
  }

  @Override
  public void add(double value) {
    state = TdigestAggregates.accumulate(state, value, k);
  }

  @Override
  public void merge(PackDigest other) {
    state = TdigestUnion.union(state, other.state);
  }

  @Override
  public double quantile(double quantile) {
    return Tdigest.quantile(state, quantile);
  }

  @Override
  public double rank(double value) {
    return Tdigest.rank(state, value);
  }

  @Override
  public byte[] toBytes() {
    ByteBuffer stored = TdigestFinish.state(state);
    byte[] bytes = new byte[stored.remaining()];
    stored.get(bytes);
    return bytes;
  }
}
