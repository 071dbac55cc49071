/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.cassandrastats.uda.chunk.ChunkCodec;
import org.cassandrastats.uda.chunk.ChunkCut;
import org.cassandrastats.uda.chunk.ChunkDistribution;
import org.cassandrastats.uda.chunk.ChunkMerge;
import org.cassandrastats.uda.chunk.ChunkRows;
import org.cassandrastats.udf.chunk.Chunk;
import org.cassandrastats.udf.chunk.ChunkState;
import org.cassandrastats.udf.state.Checksum;
import org.junit.jupiter.api.Test;

/** A row takes no heap, and no chunk takes more than 8192 points need, whatever it claims. */
class ChunkAllocationTest {
  private static final int ROWS = 4_000;

  /** Twelve numbers of eight bytes for each point of two chunks. */
  private static final long MOST = 2 * 8192 * 12 * 8;

  private static Map<String, Runnable> calls(ByteBuffer chunk) {
    Map<String, Runnable> calls = new LinkedHashMap<>();
    calls.put("moments", () -> Chunk.moments(chunk));
    calls.put("times", () -> Chunk.times(chunk));
    calls.put("values", () -> Chunk.values(chunk));
    calls.put("text", () -> Chunk.text(chunk));
    calls.put("tdigest", () -> ChunkDistribution.tdigest(chunk, 100));
    calls.put("with digest", () -> ChunkDistribution.withDigest(chunk, 200));
    calls.put("histogram", () -> ChunkDistribution.histogram(chunk, 0, 1, 100));
    calls.put("slice", () -> ChunkCut.slice(chunk, Long.MIN_VALUE, Long.MAX_VALUE));
    calls.put("union", () -> ChunkMerge.union(chunk, ByteBuffer.allocate(0)));
    return calls;
  }

  @Test
  void should_allocate_nothing_per_row_that_there_is_room_for() {
    ByteBuffer state = ByteBuffer.allocate(0);
    // The first row behind 4096 makes room for 8192.
    for (int row = 0; row <= 4096; row++) {
      state = ChunkRows.accumulate(state, row, row);
    }
    ByteBuffer roomy = state;
    int limit = state.limit();

    long bytes =
        AllocatedBytes.of(
            () -> {
              roomy.limit(limit).putLong(8, 4097);
              for (int row = 0; row < ROWS; row++) {
                ChunkRows.accumulate(roomy, row, -row);
              }
            });

    assertThat(bytes).as("bytes allocated in %d rows", ROWS).isLessThan(ROWS);
  }

  @Test
  void should_allocate_no_more_for_a_full_chunk_than_its_points_need() {
    long[] times = new long[8192];
    double[] values = new double[8192];
    for (int i = 0; i < 8192; i++) {
      times[i] = i;
      values[i] = Math.sqrt(i);
    }

    assertBounded(ChunkCodec.encode(times, values));
  }

  /** 8192 points of two lines: as many as there may be, in as few bytes as there can be. */
  @Test
  void should_allocate_no_more_for_the_shortest_chunk_of_all_points() {
    ByteBuffer chunk = ChunkCodec.encode(new long[8192], new double[8192]);

    assertThat(chunk.remaining()).isEqualTo(ChunkState.DATA + 8);
    assertBounded(chunk);
  }

  private static void assertBounded(ByteBuffer chunk) {
    calls(chunk)
        .forEach(
            (name, call) -> assertThat(AllocatedBytes.of(call)).as(name).isLessThanOrEqualTo(MOST));
  }

  @Test
  void should_allocate_next_to_nothing_for_a_chunk_that_claims_more() {
    long[] times = new long[10];
    double[] values = new double[10];
    for (int i = 0; i < 10; i++) {
      // On no line, of which all points that a chunk claims could be.
      times[i] = (long) i * i * i;
      values[i] = Math.sqrt(i);
    }
    ByteBuffer chunk = ChunkCodec.encode(times, values);
    for (int count : new int[] {-1, 0, 11, 8192, 8193, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      chunk.putInt(4, count);
      calls(chunk)
          .forEach(
              (name, call) -> {
                String what = name + " of " + count + " points";
                assertThatThrownBy(call::run).as(what).isInstanceOf(IllegalArgumentException.class);
              });
      // Whoever computes the checksum anew gets wrong points at most.
      Checksum.seal(chunk, chunk.limit() - Checksum.SIZE);
      calls(chunk)
          .forEach(
              (name, call) -> {
                String what = name + " of " + count + " points";
                assertThat(AllocatedBytes.of(() -> ignoringRefusal(call)))
                    .as(what)
                    .isLessThan(64 * 1024);
              });
    }
  }

  private static void ignoringRefusal(Runnable call) {
    try {
      call.run();
    } catch (IllegalArgumentException refused) {
      if (!refused.getMessage().startsWith("not a chunk state: ")) {
        throw refused;
      }
    }
  }
}
