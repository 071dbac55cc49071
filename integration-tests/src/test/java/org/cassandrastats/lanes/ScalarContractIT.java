/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.live.Effort;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.cassandrastats.pack.StatePool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every function answers in both lanes alike: bytes, types, nulls, errors, metadata. */
@ExtendWith(LiveNodeExtension.class)
@Tag(Lane.UDF_TAG)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScalarContractIT {
  private static final long SEED = 20261124;

  /** Few, since each lane answers what Java does, by the tests of the package {@code pack}. */
  private static final int BOUND_CALLS = Effort.times(8);

  private static final int LITERAL_CALLS = Effort.times(3);

  private final BothLanes lanes;
  private final StatePool states = new StatePool(new Random(SEED));

  ScalarContractIT(InstalledPack pack) {
    this.lanes = new BothLanes(pack.db());
  }

  static List<AnnotatedFunction> functions() {
    return Annotated.functions();
  }

  @ParameterizedTest
  @MethodSource("functions")
  void should_answer_alike_for_bound_arguments(AnnotatedFunction function) {
    RawArguments arguments = arguments(function);
    String query = "SELECT " + call(function, markers(function)) + " FROM system.local";
    lanes.assertSameVariables(query);

    int answered = 0;
    for (int call = 0; call < BOUND_CALLS; call++) {
      LaneAnswer answer = lanes.assertSamePrepared(query, arguments.of(function));
      answered += answer.failed() ? 0 : 1;
    }
    assertThat(answered).as("calls of %s that are no error, seed %d", function, SEED).isPositive();
  }

  /** Where one overload is enough to tell which function is meant, or else refused alike. */
  @ParameterizedTest
  @MethodSource("functions")
  void should_take_markers_without_types_alike(AnnotatedFunction function) {
    List<String> markers = function.types().stream().map(type -> "?").toList();
    long overloads =
        functions().stream()
            .filter(other -> other.name().equals(function.name()))
            .filter(other -> other.types().size() == function.types().size())
            .count();
    String query = "SELECT " + call(function, markers) + " FROM system.local";
    if (overloads > 1) {
      for (String keyspace : List.of(BothLanes.UDF, BothLanes.NATIVE)) {
        assertThat(lanes.answer(keyspace, query).error()).as(query).contains("Ambiguous call");
      }
    } else {
      lanes.assertSameVariables(query);
      RawArguments arguments = arguments(function);
      for (int call = 0; call < LITERAL_CALLS; call++) {
        lanes.assertSamePrepared(query, arguments.of(function));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("functions")
  void should_answer_alike_for_literals(AnnotatedFunction function) {
    RawArguments arguments = arguments(function);
    for (int call = 0; call < LITERAL_CALLS; call++) {
      List<ByteBuffer> values = arguments.of(function);
      List<String> literals = new ArrayList<>();
      for (int index = 0; index < values.size(); index++) {
        literals.add(CqlLiterals.of(values.get(index), function.types().get(index)));
      }
      // Named, because a name of more than 65,535 bytes could not be decoded.
      lanes.assertSame("SELECT " + call(function, literals) + " AS answer FROM system.local");
    }
  }

  private RawArguments arguments(AnnotatedFunction function) {
    return new RawArguments(new Random(SEED + function.signature().hashCode()), states);
  }

  /** Cassandra takes no type hint of a list. */
  private static List<String> markers(AnnotatedFunction function) {
    return function.types().stream()
        .map(type -> type.startsWith("list<") ? "?" : "(" + type + ") ?")
        .toList();
  }

  private static String call(AnnotatedFunction function, List<String> arguments) {
    return arguments.stream().collect(Collectors.joining(", ", "@" + function.name() + "(", ")"));
  }
}
