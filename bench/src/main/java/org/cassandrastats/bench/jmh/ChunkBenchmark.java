/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.jmh;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.cassandrastats.uda.chunk.ChunkCodec;
import org.cassandrastats.uda.chunk.ChunkCut;
import org.cassandrastats.uda.chunk.ChunkDistribution;
import org.cassandrastats.uda.chunk.ChunkMerge;
import org.cassandrastats.uda.chunk.ChunkRows;
import org.cassandrastats.uda.tdigest.TdigestUnion;
import org.cassandrastats.udf.chunk.Chunk;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a point of a full chunk costs, for each encoding. One operation is a point.
 *
 * <p>Warms up for long: a loop over a whole chunk runs seldom, so that it is compiled late.
 */
@Warmup(iterations = 12, time = 1)
@OperationsPerInvocation(ChunkCodec.MAXIMUM_COUNT)
public class ChunkBenchmark extends StateBenchmark {
  private static final int POINTS = ChunkCodec.MAXIMUM_COUNT;

  /** Each is what the encoder chooses for some kind of values. */
  @Param({"raw", "bits", "decimal", "dictionary"})
  public String encoding;

  private final long[] times = new long[POINTS];
  private final double[] points = new double[POINTS];
  private ByteBuffer chunk;
  private ByteBuffer firstHalf;
  private ByteBuffer secondHalf;
  private ByteBuffer digest;
  private ByteBuffer withDigest;

  @Setup
  public void setUp() {
    SplittableRandom random = new SplittableRandom(20261121);
    double level = 20;
    for (int i = 0; i < POINTS; i++) {
      level = 20 + 0.99 * (level - 20) + 0.2 * random.nextGaussian();
      times[i] = 1_700_000_000_000L + 1000L * i;
      points[i] =
          switch (encoding) {
            case "raw" -> Double.longBitsToDouble(random.nextLong());
            case "bits" -> level;
            case "decimal" -> Math.rint(level * 100) / 100;
            default -> Math.sqrt(random.nextInt(2, 18));
          };
    }
    chunk = StateBenchmark.States.asStored(ChunkCodec.encode(times, points));
    if (!Chunk.text(chunk).contains(" encoding=" + encoding + " ")) {
      throw new IllegalStateException("expected " + encoding + ", found " + Chunk.text(chunk));
    }
    long middle = times[POINTS / 2];
    firstHalf = ChunkCut.slice(chunk, Long.MIN_VALUE, middle);
    secondHalf = ChunkCut.slice(chunk, middle, Long.MAX_VALUE);
    digest = ChunkDistribution.tdigest(chunk, 100);
    withDigest = StateBenchmark.States.asStored(ChunkCodec.withDigest(chunk, 100));
  }

  @Benchmark
  public double[] decodeValues() {
    return ChunkCodec.values(chunk);
  }

  @Benchmark
  public long[] decodeTimes() {
    return ChunkCodec.times(chunk);
  }

  @Benchmark
  public ByteBuffer encode() {
    return ChunkCodec.encode(times, points);
  }

  /** What the aggregate {@code chunk} does with all rows of a chunk. */
  @Benchmark
  public ByteBuffer rows() {
    ByteBuffer state = ByteBuffer.allocate(0);
    for (int i = 0; i < POINTS; i++) {
      state = ChunkRows.accumulate(state, times[i], points[i]);
    }
    return ChunkRows.chunk(state);
  }

  @Benchmark
  public ByteBuffer moments() {
    return Chunk.moments(chunk);
  }

  @Benchmark
  public ByteBuffer tdigest() {
    return ChunkDistribution.tdigest(chunk, 100);
  }

  /** What {@code tdigest_merge(chunk_tdigest(c, 100))} does with each chunk. */
  @Benchmark
  public ByteBuffer tdigestAndMerge() {
    digest = TdigestUnion.union(digest, ChunkDistribution.tdigest(chunk, 100));
    return digest;
  }

  /** The same of a chunk that carries its digest. */
  @Benchmark
  public ByteBuffer carriedAndMerge() {
    digest = TdigestUnion.union(digest, ChunkDistribution.tdigest(withDigest, 100));
    return digest;
  }

  @Benchmark
  public ByteBuffer withDigest() {
    return ChunkCodec.withDigest(chunk, 100);
  }

  @Benchmark
  public ByteBuffer histogram() {
    return ChunkDistribution.histogram(chunk, 0, 40, 100);
  }

  @Benchmark
  public ByteBuffer merge() {
    return ChunkMerge.union(firstHalf, secondHalf);
  }
}
