/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedAggregate;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.lanes.DocumentedErrors.Documented;
import org.cassandrastats.live.Effort;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.cassandrastats.pack.Literals;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every documented error is raised in both lanes, and is the same: class, code and message. */
@ExtendWith(LiveNodeExtension.class)
@Tag(Lane.UDF_TAG)
@Order(3)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ErrorContractIT {
  private static final long SEED = 20261128;

  private final BothLanes lanes;
  private final ErrorCases cases = new ErrorCases(SEED);

  ErrorContractIT(InstalledPack pack) {
    this.lanes = new BothLanes(pack.db());
  }

  @BeforeAll
  void fill() {
    lanes
        .db()
        .run(
            "CREATE TABLE %s.rows (p int, at int, vi int, vb bigint, vv varint, vf float, vd double,"
                + " vt timestamp, state blob, PRIMARY KEY (p, at))");
    for (int at = 0; at < 3; at++) {
      lanes
          .db()
          .run(
              "INSERT INTO %s.rows (p, at, vi, vb, vv, vf, vd, vt, state) VALUES (1, "
                  + String.join(", ", at + "", "1", "2", "3", "3.5", "4.5", "5", "0x01")
                  + ")");
    }
  }

  static List<Documented> documented() {
    return DocumentedErrors.all();
  }

  @ParameterizedTest
  @MethodSource("documented")
  void should_raise_the_documented_error_alike(Documented error) {
    int raised = 0;
    for (String call : cases.of(error.function(), error.condition())) {
      LaneAnswer answer = lanes.assertSame("SELECT " + call + " AS answer FROM system.local");
      if (answer.failed()) {
        assertThat(answer.error())
            .as(call)
            .startsWith("FunctionFailureException: java.lang.IllegalArgumentException: ");
        raised++;
      }
    }
    assertThat(raised).as("errors of %s", error).isPositive();
  }

  @Test
  void should_document_errors_of_every_function_that_takes_a_state() {
    List<AnnotatedFunction> silent = new ArrayList<>();
    List<AnnotatedFunction> documented = documented().stream().map(Documented::function).toList();
    for (AnnotatedFunction function : Annotated.functions()) {
      if (function.types().contains("blob")
          && !function.name().endsWith("_is_valid")
          && !documented.contains(function)) {
        silent.add(function);
      }
    }
    assertThat(silent).isEmpty();
  }

  /** One of those that differ in types of numbers only; with more effort all. */
  static List<AnnotatedAggregate> aggregates() {
    Map<List<?>, AnnotatedAggregate> first = new LinkedHashMap<>();
    for (AnnotatedAggregate aggregate : Annotated.aggregates()) {
      first.putIfAbsent(Effort.times(1) > 1 ? List.of(aggregate) : aggregate.shape(), aggregate);
    }
    return List.copyOf(first.values());
  }

  /** The errors of its state function, in the middle of a row and of a group. */
  @ParameterizedTest
  @MethodSource("aggregates")
  void should_refuse_rows_alike(AnnotatedAggregate aggregate) {
    List<String> columns =
        IntStream.range(0, aggregate.types().size())
            .mapToObj(
                index -> {
                  String type = aggregate.types().get(index);
                  return type.equals("blob")
                      ? "state"
                      : Literals.isAnyValue(aggregate.parameterNames().get(index), type)
                          ? "v" + type.charAt(0)
                          : Literals.of(type, aggregate.parameterNames().get(index));
                })
            .toList();
    String last = columns.get(columns.size() - 1);
    for (String beyond :
        List.of(last, "0", "-1", "at", "NaN", "[-1]", "[NaN]", "[2.0, 1.0]", "null", "'text'")) {
      List<String> arguments = new ArrayList<>(columns.subList(0, columns.size() - 1));
      arguments.add(beyond);
      String call = aggregate.name() + "(" + String.join(", ", arguments) + ")";
      assertSameUnlessUnresolved("SELECT @" + call + " AS a FROM %s.rows WHERE p = 1");
      assertSameUnlessUnresolved("SELECT @" + call + " AS a FROM %s.rows GROUP BY p, at");
    }
  }

  /** What no installed overload takes is what {@link ResolutionContractIT} is about. */
  private void assertSameUnlessUnresolved(String query) {
    LaneAnswer udf = lanes.answer(BothLanes.UDF, query);
    if (!udf.failed() || !udf.error().contains("signatures")) {
      lanes.assertSame(query, udf);
    }
  }
}
