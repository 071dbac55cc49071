/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files of the results, and the page that is made from them. */
final class LaneFiles {
  private static final List<Double> WIDE = List.of(0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0);
  private static final List<Double> NARROW = List.of(0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5);

  private final ObjectMapper mapper = new ObjectMapper();
  private final Path directory;

  /** Files in a directory, which is made if it is missing. */
  LaneFiles(Path directory) {
    this.directory = directory;
  }

  void write(LaneResult result) throws IOException {
    Files.createDirectories(results());
    ObjectWriter writer = mapper.writerWithDefaultPrettyPrinter();
    writer.writeValue(results().resolve(result.lane() + ".json").toFile(), result);
    Files.writeString(results().resolve(result.lane() + ".csv"), LaneCsv.of(result));
  }

  void writePage() throws IOException {
    List<LaneResult> lanes = new ArrayList<>();
    for (MeasuredLane lane : MeasuredLane.values()) {
      Path json = results().resolve(lane + ".json");
      if (Files.exists(json)) {
        lanes.add(mapper.readValue(json.toFile(), LaneResult.class));
      }
    }
    if (lanes.isEmpty()) {
      throw new IOException("no results in " + results() + ": measure a lane first");
    }
    Map<String, List<PairedTimes>> all = new LinkedHashMap<>();
    lanes.forEach(lane -> all.put(lane.lane(), lane.all()));
    Files.writeString(
        results().resolve("all.svg"),
        new RatioChart("Time over that of avg(value), all lanes", WIDE, all).svg());
    LaneResult first = lanes.get(0);
    Map<String, List<PairedTimes>> limits = new LinkedHashMap<>();
    limits.put(first.lane(), first.withLimits());
    Files.writeString(
        results().resolve("limits.svg"),
        new RatioChart("Time over that of avg(value), aggregates with limits", NARROW, limits)
            .svg());
    Path jmh = results().resolve("jmh.csv");
    String rows = Files.exists(jmh) ? JmhRows.table(jmh) : null;
    Files.writeString(directory.resolve("lanes.md"), LanePage.text(lanes, rows));
  }

  private Path results() {
    return directory.resolve("lanes");
  }
}
