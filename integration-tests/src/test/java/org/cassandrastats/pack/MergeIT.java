/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.cassandrastats.annotated.Annotated;
import org.cassandrastats.annotated.AnnotatedAggregate;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rollups: states of parts, stored in a table and merged later, stand for the undivided rows. */
@ExtendWith(LiveNodeExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MergeIT {
  private static final long SEED = 20261123;

  private final InstalledPack pack;
  private final TestRows table;

  MergeIT(InstalledPack pack) {
    this.pack = pack;
    this.table = new TestRows(pack.db());
  }

  @BeforeAll
  void fill() {
    table.fill(SEED);
    pack.db()
        .run("CREATE TABLE %s.rollup (what text, part int, state blob, PRIMARY KEY (what, part))");
  }

  /** Byte for byte what the Java methods make of the same parts in the same order. */
  @ParameterizedTest
  @EnumSource
  void should_merge_stored_states_as_the_java_methods_do(PartitionKind kind) throws Throwable {
    for (Selector selector : stateSelectors()) {
      AnnotatedAggregate merge = mergeOf(selector);
      Map<Integer, List<Row>> groups = groups(kind);
      String what = kind + " " + selector;
      List<Row> parts =
          pack.db().session().execute(table.select("g, " + selector.cql(), kind, true, 100)).all();
      ByteBuffer expected = merge.initialState();
      for (Row part : parts) {
        store(what, part.getInt(0), part.getByteBuffer(1));
        expected = merge.accumulate(expected, copy(selector.answer(groups.get(part.getInt(0)))));
      }

      assertThat(merged(merge, what))
          .as("%s, seed %d", what, SEED)
          .isEqualTo(merge.result(expected));
    }
  }

  @Test
  void should_answer_for_merged_extremes_exactly_what_the_undivided_rows_answer() {
    for (PartitionKind kind : PartitionKind.values()) {
      assertThat(
              mergedAndWhole(
                  "stats.max_n_state(vd, 10)",
                  "stats.extremes_merge",
                  kind,
                  "stats.extremes_values_double"))
          .as("%s", kind)
          .satisfies(pair -> assertThat(pair.getObject(0)).isEqualTo(pair.getObject(1)));
    }
  }

  @Test
  void should_answer_for_merged_moments_what_the_undivided_rows_answer() {
    for (String accessor :
        List.of("count", "skipped", "min", "max", "mean", "stddev", "skewness", "kurtosis")) {
      Row pair =
          mergedAndWhole(
              "stats.moments(vd)",
              "stats.moments_merge",
              PartitionKind.ORDINARY,
              "stats.moments_" + accessor);
      double merged = ((Number) pair.getObject(0)).doubleValue();
      double whole = ((Number) pair.getObject(1)).doubleValue();
      assertThat(merged).as(accessor).isCloseTo(whole, within(1e-12 * Math.abs(whole)));
    }
  }

  /** One row: what an accessor answers for the merged parts, and for all rows at once. */
  private Row mergedAndWhole(String state, String merge, PartitionKind kind, String accessor) {
    String what = kind + " " + accessor;
    pack.db()
        .session()
        .execute(table.select("g, " + state, kind, true, 100))
        .forEach(part -> store(what, part.getInt(0), part.getByteBuffer(1)));
    store(what, -1, ByteBuffer.allocate(0));
    ByteBuffer merged =
        (ByteBuffer)
            pack.db().value("SELECT " + merge + "(state) FROM %s.rollup WHERE what = ?", what);
    ByteBuffer whole =
        pack.db().session().execute(table.select(state, kind, false, 100)).one().getByteBuffer(0);
    return pack.db()
        .row("SELECT " + accessor + "(?), " + accessor + "(?) FROM system.local", merged, whole);
  }

  private Object merged(AnnotatedAggregate merge, String what) {
    return pack.db()
        .value("SELECT stats." + merge.name() + "(state) FROM %s.rollup WHERE what = ?", what);
  }

  private void store(String what, int part, ByteBuffer state) {
    pack.db().rows("INSERT INTO %s.rollup (what, part, state) VALUES (?, ?, ?)", what, part, state);
  }

  private Map<Integer, List<Row>> groups(PartitionKind kind) {
    return table.of(kind).stream()
        .collect(Collectors.groupingBy(row -> row.getInt("g"), TreeMap::new, Collectors.toList()));
  }

  private static List<Selector> stateSelectors() {
    return Selector.all().stream().filter(selector -> selector.aggregate().givesState()).toList();
  }

  private static AnnotatedAggregate mergeOf(Selector selector) {
    String name = selector.aggregate().state().family() + "_merge";
    return Annotated.aggregates().stream()
        .filter(aggregate -> aggregate.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no aggregate " + name));
  }

  private static ByteBuffer copy(ByteBuffer state) {
    byte[] bytes = new byte[state.remaining()];
    state.duplicate().get(bytes);
    return ByteBuffer.wrap(bytes);
  }
}
