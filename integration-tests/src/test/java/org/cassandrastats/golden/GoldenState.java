/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.golden;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedAggregate;
import org.cassandrastats.annotated.LargestState;
import org.cassandrastats.bounds.Pattern;
import org.cassandrastats.compiler.parameters.ParameterValues;
import org.cassandrastats.uda.chunk.ChunkCodec;

/**
 * A final state of a family.
 *
 * @param aggregate what gives it
 * @param arguments of the aggregate behind what it takes from the rows
 * @param rows by their name; null for the largest state
 */
record GoldenState(
    String family, String aggregate, List<Object> arguments, String rows, ByteBuffer bytes) {
  private static final long SEED = 20_261_126L;

  /** Rows that fill the largest states. */
  private static final int FILLING = 60_000;

  /** Zeros that make a count as long as it can be. */
  private static final int DOUBLINGS = 60;

  private static final int LONGEST_CHUNK = 8192;

  /** Points of a chunk with a digest. */
  private static final int DIGESTED = 600;

  /** Of every aggregate that gives states, and of every method that gives another one. */
  static List<GoldenState> all() throws Throwable {
    List<GoldenState> states = new ArrayList<>();
    for (AnnotatedAggregate aggregate : Annotated.aggregates()) {
      if (aggregate.state().takesRows() && aggregate.givesState() && hasTypesOfRows(aggregate)) {
        for (int variant = 0; variant < 2; variant++) {
          add(states, aggregate, variant);
        }
      }
    }
    for (LargestState largest : LargestState.ofEachAggregate()) {
      states.add(
          new GoldenState(largest.family(), largest.toString(), List.of(), null, fill(largest)));
    }
    states.add(new GoldenState("chunk", "chunk of any bits", List.of(), null, longestChunk()));
    states.add(new GoldenState("chunk", "chunk with a digest", List.of(), null, withDigest()));
    states.add(new GoldenState("chunk", "chunk of integers", List.of(), null, integers()));
    states.add(
        new GoldenState("chunk", "chunk of version 2", List.of(), null, old("v2/chunk-digest")));
    states.add(
        new GoldenState("chunk", "chunk of version 3", List.of(), null, old("v3/chunk-decimal")));
    return states;
  }

  /** Of which some are no doubles. */
  private static ByteBuffer integers() {
    return ChunkCodec.encode(
        new long[] {1, 2, 3, 4}, new long[] {Long.MAX_VALUE, (1L << 53) + 1, -1, Long.MIN_VALUE});
  }

  private static ByteBuffer old(String name) throws IOException {
    String digits =
        Files.readString(Path.of("../udf/src/test/resources/states/" + name + ".hex"))
            .replaceAll("#.*|\\s", "");
    return ByteBuffer.wrap(HexFormat.of().parseHex(digits));
  }

  /** Overloads of one method give the same states: one of each has the types of the rows. */
  private static boolean hasTypesOfRows(AnnotatedAggregate aggregate) {
    for (int index = 0; index < aggregate.types().size(); index++) {
      String name = aggregate.parameterNames().get(index);
      String type = aggregate.types().get(index);
      boolean isTime = name.equals("key") || name.equals("ts");
      boolean isInOrder = aggregate.isOrdered(index);
      Set<String> widest = Set.of("double", "blob", isTime && !isInOrder ? "varint" : "bigint");
      if (ParameterValues.accepted(name, type).isEmpty() && !widest.contains(type)) {
        return false;
      }
    }
    return true;
  }

  private static void add(List<GoldenState> states, AnnotatedAggregate aggregate, int variant)
      throws Throwable {
    List<Object> arguments = new ArrayList<>();
    int first = aggregate.types().size();
    for (int index = aggregate.types().size() - 1; index > 0; index--) {
      List<Object> accepted =
          ParameterValues.accepted(
              aggregate.parameterNames().get(index), aggregate.types().get(index));
      if (!accepted.isEmpty()) {
        arguments.add(0, accepted.get(variant));
        first = index;
      }
    }
    for (GoldenRows rows : GoldenRows.all()) {
      if (variant == 0 || (!arguments.isEmpty() && rows.name().equals("ten"))) {
        ByteBuffer state = aggregate.initialState();
        for (int row = 0; row < rows.size(); row++) {
          List<Object> values = new ArrayList<>();
          for (int index = 0; index < first; index++) {
            values.add(
                aggregate.isOrdered(index)
                    ? rows.orderedTime(row)
                    : rows.value(
                        row, aggregate.parameterNames().get(index), aggregate.types().get(index)));
          }
          values.addAll(arguments);
          state = aggregate.accumulate(state, values.toArray());
        }
        states.add(
            new GoldenState(
                aggregate.state().family(),
                aggregate.signature(),
                arguments,
                rows.name(),
                copy((ByteBuffer) aggregate.result(state))));
      }
    }
  }

  /** The largest state that some pattern of values gives beside as many zeros as there can be. */
  private static ByteBuffer fill(LargestState largest) {
    ByteBuffer zeros = copy(largest.finish(largest.add(ByteBuffer.allocate(0), 0)));
    ByteBuffer half = zeros;
    try {
      for (int doubling = 0; doubling < DOUBLINGS; doubling++) {
        ByteBuffer twice = copy(largest.finish(largest.union(zeros, copy(zeros))));
        half = zeros;
        zeros = twice;
      }
    } catch (IllegalArgumentException full) {
      zeros = half;
    }
    ByteBuffer found = half;
    for (Pattern pattern : Pattern.values()) {
      SplittableRandom random = new SplittableRandom(SEED);
      ByteBuffer state = ByteBuffer.allocate(0);
      for (int row = 0; row < FILLING && found.remaining() < largest.bytes(); row++) {
        state = largest.add(state, pattern.value(row, FILLING, random));
      }
      if (state.hasRemaining()) {
        ByteBuffer part = copy(largest.finish(state));
        ByteBuffer both = copy(largest.finish(largest.union(half, part)));
        ByteBuffer larger = both.remaining() > part.remaining() ? both : part;
        found = larger.remaining() > found.remaining() ? larger : found;
      }
    }
    return found;
  }

  private static ByteBuffer longestChunk() {
    SplittableRandom random = new SplittableRandom(SEED);
    long[] times = random.longs(LONGEST_CHUNK).sorted().toArray();
    double[] values = random.longs(LONGEST_CHUNK).mapToDouble(GoldenState::number).toArray();
    return ChunkCodec.encode(times, values);
  }

  private static ByteBuffer withDigest() {
    SplittableRandom random = new SplittableRandom(SEED);
    long[] times = LongStream.range(0, DIGESTED).toArray();
    double[] values = random.doubles(DIGESTED).map(value -> Math.rint(1000 * value) / 10).toArray();
    return ChunkCodec.withDigest(ChunkCodec.encode(times, values), 100);
  }

  /** Any bits but those of a NaN, which JSON does not tell apart. */
  private static double number(long bits) {
    double number = Double.longBitsToDouble(bits);
    return Double.isNaN(number) ? Double.longBitsToDouble(bits ^ 1L << 62) : number;
  }

  static ByteBuffer copy(ByteBuffer state) {
    return ByteBuffer.allocate(state.remaining()).put(state.duplicate()).flip();
  }

  /** Such as {@code tdigest(double, int) [100] of ten}. */
  String name() {
    String of = rows == null ? ", filled" : " of " + rows;
    return aggregate + (arguments.isEmpty() ? "" : " " + Json.text(arguments).strip()) + of;
  }
}
