/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.jmh;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.cassandrastats.cli.demo.SensorData;
import org.cassandrastats.uda.chunk.ChunkCodec;
import org.cassandrastats.uda.chunk.ChunkDistribution;
import org.cassandrastats.uda.tdigest.TdigestUnion;
import org.cassandrastats.udf.state.Buffers;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * What one more chunk costs a digest of many chunks of few readings, as of a table with short
 * partitions. The chunks differ, so that no branch is foretold from the last time.
 */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SmallChunkBenchmark extends StateBenchmark {
  private static final int CHUNKS = 1 << 9;

  /** Readings of a chunk: of a short partition, of an hour. */
  @Param({"1000", "3600"})
  public int points;

  private final ByteBuffer[] chunks = new ByteBuffer[CHUNKS];
  private final ByteBuffer[] carrying = new ByteBuffer[CHUNKS];
  private final ByteBuffer[] digests = new ByteBuffer[CHUNKS];
  private ByteBuffer merged;
  private int next;

  @Setup
  public void store() {
    double[] readings = SensorData.generate(CHUNKS * points, 20261121).toArray();
    long[] times = new long[points];
    for (int i = 0; i < points; i++) {
      times[i] = 1000L * i;
    }
    for (int i = 0; i < CHUNKS; i++) {
      double[] part = Arrays.copyOfRange(readings, i * points, (i + 1) * points);
      ByteBuffer chunk = ChunkCodec.encode(times, part);
      chunks[i] = StateBenchmark.States.asStored(chunk);
      carrying[i] = StateBenchmark.States.asStored(ChunkCodec.withDigest(chunk, 100));
      digests[i] = ChunkDistribution.tdigest(chunk, 100);
    }
  }

  @Setup(Level.Iteration)
  public void start() {
    merged = ByteBuffer.wrap(new byte[] {Buffers.MERGE});
  }

  private int next() {
    next = (next + 1) & (CHUNKS - 1);
    return next;
  }

  @Benchmark
  public ByteBuffer tdigest() {
    return ChunkDistribution.tdigest(chunks[next()], 100);
  }

  @Benchmark
  public ByteBuffer merge() {
    merged = TdigestUnion.union(merged, digests[next()]);
    return merged;
  }

  @Benchmark
  public ByteBuffer tdigestAndMerge() {
    merged = TdigestUnion.union(merged, ChunkDistribution.tdigest(chunks[next()], 100));
    return merged;
  }

  /** The same of a chunk that carries its digest. */
  @Benchmark
  public ByteBuffer carriedAndMerge() {
    merged = TdigestUnion.union(merged, ChunkDistribution.tdigest(carrying[next()], 100));
    return merged;
  }
}
