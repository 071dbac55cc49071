/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.annotated.CqlValues;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.cassandrastats.pack.Literals;
import org.cassandrastats.pack.StatePool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An argument of 100,000 characters or bytes is answered or refused, and disturbs no other request
 * of its connection. A message of more than 65,535 bytes could not be decoded: the driver would
 * close the connection.
 */
@ExtendWith(LiveNodeExtension.class)
@Tag(Lane.UDF_TAG)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LongArgumentsIT {
  private static final int SIZE = 100_000;

  /** Of a message, which a person is to read. */
  private static final int LONGEST_MESSAGE = 1000;

  private static final int OTHER_REQUESTS = 4;

  private static final Set<String> NUMBERS = Set.of("int", "bigint", "float", "double");

  private final BothLanes lanes;
  private final StatePool states = new StatePool(new Random(20261125));

  LongArgumentsIT(InstalledPack pack) {
    this.lanes = new BothLanes(pack.db());
  }

  /** A call of a function or of an aggregate. */
  record Called(String name, List<String> types, List<String> parameters, AnnotatedFunction by) {
    private List<String> kinds() {
      return types.stream().map(type -> NUMBERS.contains(type) ? "number" : type).toList();
    }

    @Override
    public String toString() {
      return name + types;
    }
  }

  /** One of those overloads that differ in numeric types only: their messages are the same. */
  static Stream<Called> calls() {
    Map<List<?>, Called> calls = new LinkedHashMap<>();
    Stream.concat(
            Annotated.functions().stream()
                .map(each -> new Called(each.name(), each.types(), each.parameterNames(), each)),
            Annotated.aggregates().stream()
                .map(
                    each ->
                        new Called(each.name(), each.types(), each.parameterNames(), each.state())))
        .forEach(call -> calls.putIfAbsent(List.of(call.name, call.kinds()), call));
    return calls.values().stream();
  }

  @ParameterizedTest
  @MethodSource("calls")
  void should_answer_other_requests_beside_long_arguments(Called call) {
    List<String> markers =
        call.types.stream()
            .map(type -> type.startsWith("list<") ? "?" : "(" + type + ") ?")
            .toList();
    String query =
        "SELECT @" + call.name + "(" + String.join(", ", markers) + ") FROM system.local";
    for (int index = 0; index < call.types.size(); index++) {
      for (ByteBuffer tooLong : tooLong(call, index)) {
        List<ByteBuffer> arguments = accepted(call);
        arguments.set(index, tooLong);
        List<CompletionStage<AsyncResultSet>> others = others();
        LaneAnswer answer = lanes.assertSamePrepared(query, arguments);
        others.addAll(others());

        assertThat(others)
            .as("%s with %d bytes at %d", call, SIZE, index)
            .allSatisfy(other -> assertThat(other.toCompletableFuture().join().one()).isNotNull());
        if (answer.failed()) {
          assertThat(answer.error()).hasSizeLessThan(LONGEST_MESSAGE);
        }
      }
    }
  }

  private List<CompletionStage<AsyncResultSet>> others() {
    PreparedStatement statement = lanes.db().session().prepare("SELECT * FROM system.local");
    return new ArrayList<>(
        Stream.generate(() -> lanes.db().session().executeAsync(statement.bind()))
            .limit(OTHER_REQUESTS)
            .toList());
  }

  private List<ByteBuffer> accepted(Called call) {
    List<ByteBuffer> arguments = new ArrayList<>();
    for (int index = 0; index < call.types.size(); index++) {
      String type = call.types.get(index);
      arguments.add(
          type.equals("blob")
              ? state(call)
              : type.equals("timestamp")
                  ? ByteBuffer.allocate(Long.BYTES)
                  : CqlValues.encode(
                      value(Literals.accepted(call.parameters.get(index), type).get(0), type),
                      type));
    }
    return arguments;
  }

  /** A number of its own type. */
  private static Object value(Object accepted, String type) {
    return switch (type) {
      case "bigint" -> ((Number) accepted).longValue();
      case "varint" -> BigInteger.valueOf(((Number) accepted).longValue());
      case "float" -> ((Number) accepted).floatValue();
      case "double" -> ((Number) accepted).doubleValue();
      default -> accepted;
    };
  }

  private ByteBuffer state(Called call) {
    return call.by.takesRows()
        ? ByteBuffer.allocate(0)
        : ByteBuffer.wrap(states.acceptedBy(call.by));
  }

  private List<ByteBuffer> tooLong(Called call, int index) {
    String type = call.types.get(index);
    return switch (type) {
      case "ascii", "text" ->
          Stream.of("x", "9", "9d", "+")
              .map(text -> CqlValues.encode(text.repeat(SIZE / text.length()), type))
              .toList();
      case "varint" ->
          List.of(
              ByteBuffer.allocate(SIZE),
              ByteBuffer.allocate(SIZE).put(0, (byte) 1),
              ByteBuffer.allocate(SIZE).put(0, Byte.MIN_VALUE));
      case "blob" -> List.of(ByteBuffer.allocate(SIZE), padded(state(call)));
      case "list<double>" ->
          List.of(
              CqlValues.encode(
                  DoubleStream.iterate(0, at -> at + 1).limit(SIZE / 8).boxed().toList(), type),
              CqlValues.encode(Collections.nCopies(SIZE / 8, Double.NaN), type),
              ByteBuffer.allocate(SIZE));
      case "list<bigint>" ->
          List.of(
              CqlValues.encode(LongStream.range(0, SIZE / 8).boxed().toList(), type),
              CqlValues.encode(Collections.nCopies(SIZE / 8, -1L), type),
              ByteBuffer.allocate(SIZE));
      default -> List.of(ByteBuffer.allocate(SIZE));
    };
  }

  private static ByteBuffer padded(ByteBuffer state) {
    return ByteBuffer.allocate(SIZE).put(state).rewind();
  }
}
