/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.cassandrastats.pack.PartitionKind;
import org.cassandrastats.pack.Selector;
import org.cassandrastats.pack.TestRows;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every aggregate answers in both lanes alike, however its rows are read. */
@ExtendWith(LiveNodeExtension.class)
@Tag(Lane.UDF_TAG)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AggregateContractIT {
  private static final long SEED = 20261125;

  /** A query takes only so many selectors before its text is a burden. */
  private static final int SELECTORS_PER_QUERY = 40;

  private final BothLanes lanes;

  AggregateContractIT(InstalledPack pack) {
    this.lanes = new BothLanes(pack.db());
  }

  @BeforeAll
  void fill() {
    new TestRows(lanes.db()).fill(SEED);
  }

  static Stream<Arguments> reads() {
    Stream<Arguments> partitions =
        Stream.of(PartitionKind.values())
            .map(kind -> Arguments.of("WHERE p = '" + kind + "' GROUP BY p, g", 7));
    return Stream.concat(
        partitions,
        Stream.of(
            Arguments.of("", 5000),
            Arguments.of("WHERE p = 'HOSTILE_AND_NULL'", 3),
            Arguments.of("WHERE p = 'HOSTILE' ORDER BY g DESC, at DESC", 100),
            Arguments.of("WHERE p IN ('ONE_ROW', 'SOME_NULL', 'NO_ROWS')", 50),
            Arguments.of("GROUP BY p PER PARTITION LIMIT 1 LIMIT 4", 20),
            Arguments.of("WHERE at > 100 GROUP BY p, g LIMIT 5 ALLOW FILTERING", 10),
            Arguments.of("WHERE p = 'ORDINARY' GROUP BY p, g, at LIMIT 60", 25)));
  }

  @ParameterizedTest
  @MethodSource("reads")
  void should_answer_alike(String clause, int pageSize) {
    for (String selectors : batches()) {
      LaneAnswer answer =
          lanes.assertSame("SELECT " + selectors + " FROM %s.rows " + clause, pageSize);
      assertThat(answer.error()).as("%s, seed %d", selectors, SEED).isNull();
    }
  }

  private static List<String> batches() {
    List<String> calls = Selector.all().stream().map(selector -> "@" + selector.call()).toList();
    List<String> batches = new ArrayList<>();
    for (int from = 0; from < calls.size(); from += SELECTORS_PER_QUERY) {
      batches.add(
          calls.subList(from, Math.min(calls.size(), from + SELECTORS_PER_QUERY)).stream()
              .collect(Collectors.joining(", ")));
    }
    return batches;
  }
}
