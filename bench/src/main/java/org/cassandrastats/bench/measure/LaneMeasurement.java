/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.cli.console.Console;

/** Everything that is measured in one lane, on one node. */
final class LaneMeasurement {
  private static final int CONTENDERS_PER_BASELINE = 4;
  private static final List<Integer> HEAP_GROUPS = List.of(1_000, 10_000, 100_000);

  private final MeasuredLane lane;
  private final LaneSizes sizes;
  private final Console console;

  LaneMeasurement(MeasuredLane lane, LaneSizes sizes, Console console) {
    this.lane = lane;
    this.sizes = sizes;
    this.console = console;
  }

  /**
   * Measures.
   *
   * @param recording where a flight recording goes; null for none
   */
  LaneResult run(Path recording) throws IOException {
    List<Integer> partitions = new ArrayList<>();
    partitions.add(sizes.groups());
    if (!sizes.heapSeconds().isZero()) {
      HEAP_GROUPS.stream().filter(groups -> groups <= sizes.groups()).forEach(partitions::add);
    }
    List<Integer> distinct = partitions.stream().distinct().sorted().toList();
    try (LaneNode node = LaneNode.start(lane, recording != null, sizes.rows(), distinct, console)) {
      PairedRuns rows = new PairedRuns(node.session(), console, SensorPartition::query);
      PairedRuns groups =
          new PairedRuns(
              node.session(),
              console,
              contender -> GroupedPartitions.query(contender, sizes.groups()));
      List<PairedTimes> withLimits =
          rows.run(
              lane + ", limits",
              LaneContenders.withLimits().stream().filter(sizes::includes).toList(),
              1,
              sizes.warmUp(),
              sizes.runs());
      List<PairedTimes> grouped =
          groups.run(
              lane + ", groups",
              LaneContenders.ofGroups(),
              1,
              sizes.warmUp(),
              sizes.runsOfGroups());
      List<PairedTimes> all = new ArrayList<>(all(rows, false, lane + ", all aggregates"));
      // Merges of a state for every value take up to 30 times as long as the rest.
      PairedRuns fewerRows =
          new PairedRuns(
              node.session(),
              console,
              contender -> SensorPartition.query(contender) + " AND at < " + sizes.rows() / 10);
      all.addAll(all(fewerRows, true, lane + ", merges"));
      if (recording != null) {
        FlightRecording.dump(node.process(), recording);
      }
      return new LaneResult(
          lane.toString(),
          LocalDate.now(ZoneOffset.UTC).toString(),
          node.version(),
          sizes.rows(),
          sizes.groups(),
          withLimits,
          all,
          grouped,
          heap(node));
    }
  }

  private List<PairedTimes> all(PairedRuns runs, boolean merges, String task) {
    return runs.run(
        task,
        LaneContenders.ofTheCatalogue(Catalogue.load()).stream()
            .filter(contender -> contender.function().endsWith("_merge") == merges)
            .toList(),
        CONTENDERS_PER_BASELINE,
        1,
        sizes.runsOfAll());
  }

  private List<HeapUse> heap(LaneNode node) {
    Duration length = sizes.heapSeconds();
    if (length.isZero()) {
      return List.of();
    }
    List<Contender> contenders = new ArrayList<>(List.of(LaneContenders.AVERAGE));
    contenders.addAll(LaneContenders.ofGroups());
    return new HeapRuns(node.session(), node.management(), console, length)
        .run(contenders, HEAP_GROUPS.stream().filter(groups -> groups <= sizes.groups()).toList());
  }
}
