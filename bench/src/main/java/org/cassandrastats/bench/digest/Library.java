/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.digest;

import com.tdunning.math.stats.MergingDigest;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.tdigest.TDigestDouble;
import org.cassandrastats.uda.tdigest.TdigestAggregates;
import org.cassandrastats.uda.tdigest.TdigestUnion;
import org.cassandrastats.udf.state.Buffers;
import org.cassandrastats.udf.tdigest.Tdigest;
import org.cassandrastats.udf.tdigest.TdigestFinish;

/**
 * The t-digests of a library, so that studies and benchmarks ask all libraries the same.
 *
 * @param <D> a digest, which {@link Adder} and merger may change or replace
 * @param name what reports call it
 * @param maker gives an empty digest for a k, which the library may name otherwise
 * @param adder adds a value
 * @param merger adds to its first digest what the second one holds, which stays as it is
 * @param quantile gives the value below which a part of all values is
 * @param writer gives the state as the library stores it, at full precision
 * @param reader gives the digest that was stored as the given bytes
 */
public record Library<D>(
    String name,
    IntFunction<D> maker,
    Adder<D> adder,
    BinaryOperator<D> merger,
    Quantile<D> quantile,
    Function<D, byte[]> writer,
    Function<byte[], D> reader) {
  private static final int SMALLEST_K = 10;
  private static final int LARGEST_K = 4096;

  /** Adds a value to a digest of a k. */
  public interface Adder<D> {
    /** The digest with the value. */
    D add(D digest, double value, int k);
  }

  /** Asks a digest. */
  public interface Quantile<D> {
    /** The value below which a part of all values is. */
    double of(D digest, double quantile);
  }

  /** This project's, by the functions that run as CQL. */
  public static Library<?> ours() {
    return new Library<ByteBuffer>(
        "cassandra-stats",
        k -> ByteBuffer.allocate(0),
        TdigestAggregates::accumulate,
        // As tdigest_merge does.
        (left, right) ->
            TdigestUnion.union(
                left.hasRemaining() ? left : ByteBuffer.wrap(new byte[] {Buffers.MERGE}), right),
        Tdigest::quantile,
        digest -> bytes(TdigestFinish.state(digest)),
        ByteBuffer::wrap);
  }

  /** Those that this project is compared with. */
  public static List<Library<?>> others() {
    return List.of(datasketches(), tdunning());
  }

  private static Library<TDigestDouble> datasketches() {
    return new Library<TDigestDouble>(
        "datasketches",
        k -> new TDigestDouble((short) k),
        (digest, value, k) -> {
          digest.update(value);
          return digest;
        },
        (digest, other) -> {
          digest.merge(other);
          return digest;
        },
        TDigestDouble::getQuantile,
        TDigestDouble::toByteArray,
        bytes -> TDigestDouble.heapify(Memory.wrap(bytes)));
  }

  /** The merging t-digest of Ted Dunning's library, with its own default settings. */
  private static Library<MergingDigest> tdunning() {
    return new Library<MergingDigest>(
        "tdunning",
        k -> new MergingDigest(k),
        (digest, value, k) -> {
          digest.add(value);
          return digest;
        },
        (digest, other) -> {
          // The method for lists: the one for a single digest shuffles it with a random seed.
          digest.add(List.of(other));
          return digest;
        },
        MergingDigest::quantile,
        digest -> {
          // The verbose encoding, which keeps all digits; encoding compresses the digest.
          ByteBuffer bytes = ByteBuffer.allocate(digest.byteSize());
          digest.asBytes(bytes);
          return bytes.array();
        },
        bytes -> MergingDigest.fromBytes(ByteBuffer.wrap(bytes)));
  }

  private static byte[] bytes(ByteBuffer state) {
    byte[] bytes = new byte[state.remaining()];
    state.duplicate().get(bytes);
    return bytes;
  }

  /** A digest of all values, in their order, as it is stored. */
  public byte[] stored(double[] values, int k) {
    return writer.apply(of(values, 0, values.length, k));
  }

  /** A digest merged from stored digests of as many parts of equal length, in their order. */
  public byte[] storedMerged(double[] values, int k, int parts) {
    D whole = maker.apply(k);
    for (int part = 0; part < parts; part++) {
      int from = (int) ((long) values.length * part / parts);
      int to = (int) ((long) values.length * (part + 1) / parts);
      whole = merger.apply(whole, reader.apply(writer.apply(of(values, from, to, k))));
    }
    return writer.apply(whole);
  }

  /** A digest of the values from one to before another, in their order. */
  public D of(double[] values, int from, int to, int k) {
    D digest = maker.apply(k);
    for (int index = from; index < to; index++) {
      digest = adder.add(digest, values[index], k);
    }
    return digest;
  }

  /**
   * The smallest k whose state of the given values is not below the given size. States of few
   * values do not grow with k beyond some point: then the smallest that gives the largest state.
   */
  public int kOfSize(double[] values, int bytes) {
    int wanted = Math.min(bytes, stored(values, LARGEST_K).length);
    int low = SMALLEST_K;
    int high = LARGEST_K;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (stored(values, middle).length >= wanted) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return high;
  }
}
