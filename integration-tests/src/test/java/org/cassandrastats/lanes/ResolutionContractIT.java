/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedAggregate;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.cassandrastats.pack.Literals;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever call the installed functions answer, whether its arguments fit exactly or by one of
 * Cassandra's looser rules, the jar answers alike: no query changes between lanes. What they
 * refuse, the jar may accept only where an argument is of a numeric type that it offers in
 * addition.
 */
@ExtendWith(LiveNodeExtension.class)
@Tag(Lane.UDF_TAG)
@Order(3)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ResolutionContractIT {
  private final BothLanes lanes;

  ResolutionContractIT(InstalledPack pack) {
    this.lanes = new BothLanes(pack.db());
  }

  @BeforeAll
  void fill() {
    ArgumentKinds.create(lanes.db());
  }

  /** A function and an aggregate of each list of types: a call is resolved by these. */
  static List<Shape> shapesOfOtherTypes() {
    Map<List<?>, Shape> first = new LinkedHashMap<>();
    shapes()
        .forEach(shape -> first.putIfAbsent(List.of(shape.isAggregate(), shape.types()), shape));
    return List.copyOf(first.values());
  }

  static List<Shape> shapesOfSameTypes() {
    List<Shape> first = shapesOfOtherTypes();
    return shapes().filter(shape -> !first.contains(shape)).toList();
  }

  static Stream<Shape> shapes() {
    Map<String, Shape> shapes = new LinkedHashMap<>();
    for (AnnotatedFunction function : Annotated.functions()) {
      add(shapes, function.name(), function, 0);
    }
    for (AnnotatedAggregate aggregate : Annotated.aggregates()) {
      add(shapes, aggregate.name(), aggregate.state(), 1);
    }
    return shapes.values().stream();
  }

  private static void add(
      Map<String, Shape> shapes, String name, AnnotatedFunction function, int first) {
    int last = function.types().size();
    List<String> parameters = function.parameterNames().subList(first, last);
    Shape shape =
        shapes.computeIfAbsent(
            name + parameters,
            key ->
                new Shape(
                    name,
                    function,
                    parameters,
                    Stream.generate(() -> (Set<String>) new TreeSet<String>())
                        .limit(parameters.size())
                        .toList()));
    for (int index = 0; index < parameters.size(); index++) {
      shape.types().get(index).add(function.types().get(first + index));
    }
  }

  @ParameterizedTest
  @MethodSource("shapesOfOtherTypes")
  void should_accept_and_answer_what_the_installed_functions_do(Shape shape) {
    assertSameAnswers(shape);
  }

  @ParameterizedTest
  @MethodSource("shapesOfSameTypes")
  @Tag("extended")
  void should_accept_and_answer_alike_whatever_the_name(Shape shape) {
    assertSameAnswers(shape);
    assertSameMarkers(shape);
  }

  private void assertSameAnswers(Shape shape) {
    List<String> ordinary = new ArrayList<>();
    for (int index = 0; index < shape.parameters().size(); index++) {
      ordinary.add(shape.ordinary(index));
    }
    List<String> differences = new ArrayList<>();
    for (int index = 0; index < ordinary.size(); index++) {
      for (String kind : ArgumentKinds.all()) {
        List<String> arguments = new ArrayList<>(ordinary);
        arguments.set(index, kind);
        difference(kind, shape.call(arguments)).ifPresent(differences::add);
      }
    }
    assertThat(differences).isEmpty();
    assertThat(refused(lanes.answer(BothLanes.UDF, query(shape.call(ordinary)))))
        .as(shape.call(ordinary))
        .isFalse();
  }

  /** A marker beside each overload's exact column: where it has one meaning, and where not. */
  @ParameterizedTest
  @MethodSource("shapesOfOtherTypes")
  void should_take_markers_where_the_installed_functions_do(Shape shape) {
    assertSameMarkers(shape);
  }

  private void assertSameMarkers(Shape shape) {
    for (int index = 0; index < shape.parameters().size(); index++) {
      for (int exact = 0; exact < shape.parameters().size(); exact++) {
        for (String type : shape.types().get(exact)) {
          List<String> arguments = new ArrayList<>();
          for (int other = 0; other < shape.parameters().size(); other++) {
            arguments.add(
                other == index
                    ? "?"
                    : other == exact && Literals.isAnyValue(shape.parameters().get(other), type)
                        ? ArgumentKinds.column(type)
                        : shape.ordinary(other));
          }
          assertTakesMarker(shape.call(arguments));
        }
      }
    }
  }

  private Optional<String> difference(String kind, String call) {
    LaneAnswer installed = lanes.answer(BothLanes.UDF, query(call));
    LaneAnswer jar = lanes.answer(BothLanes.NATIVE, query(call));
    boolean alike = refused(installed) ? refused(jar) || isNumber(kind) : jar.equals(installed);
    return alike
        ? Optional.empty()
        : Optional.of(call + "\n  installed: " + installed + "\n  native: " + jar + "\n");
  }

  private static String query(String call) {
    return "SELECT " + call + " AS answer FROM %s.kinds WHERE id = 1";
  }

  private void assertTakesMarker(String call) {
    String query = query(call);
    List<ByteBuffer> nothing = Collections.singletonList(null);
    LaneAnswer installed = lanes.prepared(BothLanes.UDF, query, nothing);
    if (!refused(installed)) {
      lanes.assertSameVariables(query);
      assertThat(lanes.prepared(BothLanes.NATIVE, query, nothing)).as(query).isEqualTo(installed);
    }
  }

  private static boolean refused(LaneAnswer answer) {
    return answer.failed() && answer.error().startsWith("InvalidQueryException");
  }

  /**
   * An argument of a numeric type, which may be one that only the jar has; Cassandra takes blobs
   * that are written out for tinyint, too.
   */
  private static boolean isNumber(String kind) {
    return kind.matches("-?[\\d.e]+|NaN|Infinity|0x(02)?|\\((int|tinyint|decimal|varint)\\) 3")
        || kind.matches(".*\\bc_(tinyint|smallint|int|bigint|varint|float|double|decimal)\\b.*")
        || kind.matches("writetime.*|ttl.*|token.*|count.*");
  }
}
