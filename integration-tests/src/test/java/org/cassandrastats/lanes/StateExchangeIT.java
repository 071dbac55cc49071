/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedAggregate;
import org.cassandrastats.annotated.AnnotatedFunction;
import org.cassandrastats.annotated.OrderedRows;
import org.cassandrastats.live.Effort;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.cassandrastats.pack.Literals;
import org.cassandrastats.pack.PartitionKind;
import org.cassandrastats.pack.Selector;
import org.cassandrastats.pack.TestRows;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What one lane wrote, the other reads, goes on with and merges; also inside one query. */
@ExtendWith(LiveNodeExtension.class)
@Tag(Lane.UDF_TAG)
@Order(3)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StateExchangeIT {
  private static final long SEED = 20261127;
  private static final List<String> LANES = List.of(BothLanes.UDF, BothLanes.NATIVE);

  private final BothLanes lanes;

  StateExchangeIT(InstalledPack pack) {
    this.lanes = new BothLanes(pack.db());
  }

  @BeforeAll
  void fill() {
    new TestRows(lanes.db()).fill(SEED);
    lanes
        .db()
        .run(
            "CREATE TABLE %s.rollup (writer text, what text, part text, state blob,"
                + " PRIMARY KEY ((writer, what), part))");
  }

  static Stream<Selector> stateSelectors() {
    return Selector.all().stream().filter(selector -> selector.aggregate().givesState());
  }

  /** Parts of both writers in turns, too: {@code mixed}. */
  @ParameterizedTest
  @MethodSource("stateSelectors")
  void should_merge_what_the_other_lane_stored(Selector selector) {
    String what = selector.call();
    int count = 0;
    PreparedStatement insert =
        lanes
            .db()
            .session()
            .prepare(
                lanes
                    .db()
                    .in("INSERT INTO %s.rollup (writer, what, part, state) VALUES (?, ?, ?, ?)"));
    List<CompletionStage<AsyncResultSet>> sent = new ArrayList<>();
    for (String writer : LANES) {
      for (PartitionKind kind : kinds(selector)) {
        List<Row> parts =
            lanes
                .db()
                .rows(
                    "SELECT g, "
                        + writer
                        + "."
                        + selector.call()
                        + " FROM %s.rows WHERE p = ? GROUP BY p, g",
                    kind.name());
        for (Row part : parts) {
          String name = kind + " " + part.getInt(0);
          ByteBuffer state = part.getByteBuffer(1);
          sent.add(lanes.db().session().executeAsync(insert.bind(writer, what, name, state)));
          if (count++ % 2 == 0 == writer.equals(BothLanes.UDF)) {
            sent.add(lanes.db().session().executeAsync(insert.bind("mixed", what, name, state)));
          }
        }
      }
    }
    sent.forEach(stage -> stage.toCompletableFuture().join());

    AnnotatedAggregate merge = mergeOf(selector.aggregate());
    List<LaneAnswer> answers = new ArrayList<>();
    for (String writer : List.of(BothLanes.UDF, BothLanes.NATIVE)) {
      answers.add(
          lanes.assertSame(
              "SELECT @"
                  + merge.name()
                  + "(state) AS merged FROM %s.rollup WHERE writer = '"
                  + writer
                  + "' AND what = '"
                  + what
                  + "'"));
    }
    assertThat(answers.get(1)).isEqualTo(answers.get(0));
    assertThat(answers.get(0).error()).isNull();
    assertThat(
            lanes
                .assertSame(
                    "SELECT @"
                        + merge.name()
                        + "(state) FROM %s.rollup WHERE writer = 'mixed' AND what = '"
                        + what
                        + "'")
                .error())
        .isNull();
  }

  /** Of rows in an order those of one partition, whose parts merge in their order. */
  private static List<PartitionKind> kinds(Selector selector) {
    return OrderedRows.areOf(selector.aggregate().state().family())
        ? List.of(PartitionKind.SOME_NULL)
        : List.of(PartitionKind.values());
  }

  /** One of those that differ in types of numbers only; with more effort all. */
  static List<Selector> stateAggregates() {
    Map<List<?>, Selector> first = new LinkedHashMap<>();
    stateSelectors()
        .forEach(
            selector -> {
              first.putIfAbsent(
                  Effort.times(1) > 1 ? List.of(selector) : selector.aggregate().shape(), selector);
            });
    return List.copyOf(first.values());
  }

  /** A merged or final state of one lane, read inside the same query by functions of the other. */
  @ParameterizedTest
  @MethodSource("stateAggregates")
  void should_read_what_the_other_lane_made_in_the_same_query(Selector selector) {
    String family = selector.aggregate().state().family();
    for (AnnotatedFunction reader : Annotated.functions()) {
      if (!reader.family().equals(family)
          || !reader.types().get(0).equals("blob")
          || reader.takesRows()) {
        continue;
      }
      List<LaneAnswer> answers = new ArrayList<>();
      for (String writer : LANES) {
        String state = writer + "." + selector.call();
        List<String> arguments = new ArrayList<>();
        for (int index = 0; index < reader.types().size(); index++) {
          String type = reader.types().get(index);
          arguments.add(
              type.equals("blob") ? state : Literals.of(type, reader.parameterNames().get(index)));
        }
        String call = reader.name() + "(" + String.join(", ", arguments) + ")";
        answers.add(
            lanes.assertSame("SELECT @" + call + " AS answer FROM %s.rows WHERE p = 'HOSTILE'"));
      }
      assertThat(answers.get(1)).as("%s of %s", reader, selector.call()).isEqualTo(answers.get(0));
    }
  }

  /** The working state of one lane is what the other goes on with. */
  @ParameterizedTest
  @MethodSource("rowTakers")
  void should_go_on_with_the_state_that_the_other_lane_began(AnnotatedFunction function) {
    List<String> rest = new ArrayList<>();
    for (int index = 1; index < function.types().size(); index++) {
      rest.add(Literals.of(function.types().get(index), function.parameterNames().get(index)));
    }
    String values = ", " + String.join(", ", rest) + ")";
    List<LaneAnswer> answers = new ArrayList<>();
    for (String first : LANES) {
      for (String second : LANES) {
        String inner = first + "." + function.name() + "((blob) 0x" + values;
        String outer = second + "." + function.name() + "(" + inner + values;
        answers.add(
            lanes.assertSame(
                "SELECT @" + function.name() + "(" + outer + values + " AS s FROM system.local"));
      }
    }
    assertThat(answers).as("%s", function).allMatch(answers.get(0)::equals);
    assertThat(answers.get(0).error()).isNull();
  }

  static Stream<AnnotatedFunction> rowTakers() {
    return Annotated.functions().stream()
        .filter(function -> function.types().contains("blob"))
        .filter(AnnotatedFunction::takesRows);
  }

  private static AnnotatedAggregate mergeOf(AnnotatedAggregate aggregate) {
    String name = aggregate.state().family() + "_merge";
    return Annotated.aggregates().stream()
        .filter(candidate -> candidate.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no aggregate " + name));
  }
}
