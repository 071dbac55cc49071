/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.pack;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every aggregate answers through CQL, byte for byte, what its Java methods answer for the same
 * rows in the same order, whatever the page size, with and without groups.
 */
@ExtendWith(LiveNodeExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag(Lane.THREADS_TAG)
class AggregateEqualityIT {
  private static final long SEED = 20261121;

  /** A query takes only so many selectors before its text is a burden. */
  private static final int SELECTORS_PER_QUERY = 40;

  private final InstalledPack pack;
  private final TestRows table;

  AggregateEqualityIT(InstalledPack pack) {
    this.pack = pack;
    this.table = new TestRows(pack.db());
  }

  @BeforeAll
  void fill() {
    table.fill(SEED);
  }

  static Stream<Arguments> partitionsAndPageSizes() {
    return Stream.of(PartitionKind.values())
        .flatMap(kind -> Stream.of(7, 100, 5000).map(pageSize -> Arguments.of(kind, pageSize)));
  }

  @ParameterizedTest
  @MethodSource("partitionsAndPageSizes")
  void should_answer_for_a_partition_what_the_java_methods_answer(
      PartitionKind kind, int pageSize) {
    List<Row> rows = table.of(kind);

    for (List<Selector> selectors : batches()) {
      List<Row> answers = query(selectors, kind, false, pageSize);
      assertThat(answers).hasSize(1);
      assertAnswers(selectors, answers.get(0), rows, kind);
    }
  }

  @ParameterizedTest
  @EnumSource
  void should_answer_for_each_group_what_the_java_methods_answer(PartitionKind kind) {
    Map<Integer, List<Row>> groups =
        table.of(kind).stream()
            .collect(
                Collectors.groupingBy(row -> row.getInt("g"), TreeMap::new, Collectors.toList()));

    for (List<Selector> selectors : batches()) {
      List<Row> answers = query(selectors, kind, true, 50);
      assertThat(answers).hasSameSizeAs(groups.keySet());
      int group = 0;
      for (List<Row> rows : groups.values()) {
        assertAnswers(selectors, answers.get(group), rows, kind);
        group++;
      }
    }
  }

  private List<Row> query(
      List<Selector> selectors, PartitionKind kind, boolean grouped, int pageSize) {
    String text = selectors.stream().map(Selector::cql).collect(Collectors.joining(", "));
    return pack.db().session().execute(table.select(text, kind, grouped, pageSize)).all();
  }

  private static void assertAnswers(
      List<Selector> selectors, Row answers, List<Row> rows, PartitionKind kind) {
    for (int index = 0; index < selectors.size(); index++) {
      assertThat(answers.getBytesUnsafe(index))
          .as("%s over %d rows of %s, seed %d", selectors.get(index), rows.size(), kind, SEED)
          .isEqualTo(selectors.get(index).answer(rows));
    }
  }

  private static List<List<Selector>> batches() {
    List<Selector> all = Selector.all();
    List<List<Selector>> batches = new ArrayList<>();
    for (int from = 0; from < all.size(); from += SELECTORS_PER_QUERY) {
      batches.add(all.subList(from, Math.min(all.size(), from + SELECTORS_PER_QUERY)));
    }
    return batches;
  }
}
