/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.lanes;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.BatchWriter;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.Percentiles;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.NodeManagement;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.localcluster.Background;

/** The queries of {@link LanesStudy} on a node: beside the built-in average, and over groups. */
record LaneQueries(StudyContext bench) {
  static final int ROWS_OF_A_GROUP = 10;
  private static final String GROUPED = BenchKeyspace.table("grouped");
  private static final double ROWS_PER_CALL = 1000;
  private static final CSVFormat WITH_HEADER =
      CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();
  private static final int ROWS_PER_BATCH = 200;
  private static final int BATCHES_IN_FLIGHT = 16;
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final double MEGABYTE = 1024 * 1024;

  /** Partitions of small groups; the key of a partition is the number of its groups. */
  void loadGroups(Collection<Integer> sizes, SplittableRandom random) {
    BenchKeyspace.createTable(
        bench.session(),
        GROUPED,
        "groups int, bucket int, at bigint, value double, PRIMARY KEY (groups, bucket, at)");
    PreparedStatement insert =
        bench
            .session()
            .prepare("INSERT INTO " + GROUPED + " (groups, bucket, at, value) VALUES (?, ?, ?, ?)");
    BatchWriter writer =
        new BatchWriter(bench.target(), ConsistencyLevel.ALL, ROWS_PER_BATCH, BATCHES_IN_FLIGHT);
    for (int size : sizes) {
      try (Progress progress = bench.console().progress("Loading", size, "groups")) {
        for (int group = 0; group < size; group++) {
          for (long row = 0; row < ROWS_OF_A_GROUP; row++) {
            writer.add(size, insert.bind(size, group, row, random.nextDouble(20, 21)));
          }
          progress.reached(group + 1L);
        }
      }
    }
    writer.finish();
  }

  /** What a query over so many groups reads. */
  static String groups(int count) {
    return GROUPED + " WHERE groups = " + count + " GROUP BY groups, bucket";
  }

  private Attempt ask(AggregateCall call, String from) {
    return bench
        .asker()
        .askAll(
            StudyContext.statement(
                "SELECT %s FROM %s".formatted(call.selector(), from), StudyContext.PAGE_SIZE),
            found -> found.isEmpty() ? Optional.of("there are no rows") : Optional.empty());
  }

  /** Asks each query between two of the built-in average over the same rows. */
  Rounds.Question besideAverage(List<AggregateCall> calls, Function<AggregateCall, String> rows) {
    Map<String, AggregateCall> byName =
        calls.stream().collect(Collectors.toMap(AggregateCall::name, Function.identity()));
    Map<String, Attempt> last = new HashMap<>();
    return new Rounds.Question() {
      @Override
      public Attempt ask(Cell cell, boolean traced) {
        AggregateCall call = byName.get(cell.get(LanesReport.QUERY));
        return LaneQueries.this.ask(call, rows.apply(call));
      }

      @Override
      public Attempt askBesides(Cell cell, boolean traced, Attempt attempt) {
        String from = rows.apply(byName.get(cell.get(LanesReport.QUERY)));
        // Where the call before was over other rows, two follow this one.
        Attempt before = Optional.ofNullable(last.remove(from)).orElseGet(() -> average(from));
        Attempt after = average(from);
        last.clear();
        last.put(from, after);
        return Stream.of(before, after)
            .filter(average -> !average.isExact())
            .findFirst()
            .orElseGet(
                () -> attempt.with(LanesReport.AVERAGE, (before.seconds() + after.seconds()) / 2));
      }

      private Attempt average(String from) {
        return LaneQueries.this.ask(AggregateCall.AVERAGE, from);
      }
    };
  }

  /**
   * Looks at the heap of the node, after collections, while a query over groups is answered again
   * and again.
   */
  Attempt heap(AggregateCall call, int count, Duration length) {
    NodeManagement management = bench.management();
    String from = groups(count);
    long before = management.allocatedBytes();
    Attempt first = ask(call, from);
    double allocated = (double) (management.allocatedBytes() - before) / count;
    double idle = megabytesInUse(management);
    AtomicInteger queries = new AtomicInteger();
    List<Double> used = new ArrayList<>();
    Background asking =
        Background.start(
            "queries over groups",
            () -> {
              ask(call, from);
              queries.incrementAndGet();
            });
    long end = System.nanoTime() + length.toNanos();
    while (System.nanoTime() < end || queries.get() == 0) {
      used.add(megabytesInUse(management));
      // One collection after the other would leave the query no time.
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    asking.close();
    Percentiles sample = Percentiles.of(used);
    return first
        .with(LanesReport.QUERIES, queries.get())
        .with(LanesReport.COLLECTIONS, sample.count())
        .with(LanesReport.IDLE_MEGABYTES, idle)
        .with(LanesReport.MEDIAN_MEGABYTES, sample.at(50))
        .with(LanesReport.LARGEST_MEGABYTES, sample.at(100))
        .with(LanesReport.ALLOCATED_BYTES, allocated);
  }

  private static double megabytesInUse(NodeManagement management) {
    management.collectGarbage();
    return management.heapBytes() / MEGABYTE;
  }

  /** Of a file, for what must not change. */
  static String checksum(Path file) {
    try {
      CRC32 sum = new CRC32();
      sum.update(Files.readAllBytes(file));
      return "%08x".formatted(sum.getValue());
    } catch (IOException unreadable) {
      throw new UserError("The file %s cannot be read: %s".formatted(file, unreadable), unreadable);
    }
  }

  /**
   * What JMH has measured in bench/lanes of the built-in average and of a lane: a thousand rows.
   */
  static Map<Cell, Attempt> jmh(Path csv, String lane) {
    Map<Cell, Attempt> rows = new LinkedHashMap<>();
    try (CSVParser records = CSVParser.parse(csv, StandardCharsets.UTF_8, WITH_HEADER)) {
      for (CSVRecord result : records) {
        Cell cell =
            Cell.of(result.get("Param: lane"))
                .with(LanesReport.PART, LanesReport.JMH)
                .with(LanesReport.QUERY, result.get("Param: aggregate"));
        Attempt known = rows.getOrDefault(cell, Attempt.exact(0, null));
        double score = Double.parseDouble(result.get("Score"));
        if (Set.of(lane, LanesReport.BUILT_IN).contains(cell.lane())) {
          rows.put(cell, with(known, result.get("Benchmark"), score));
        }
      }
      return rows;
    } catch (IOException unreadable) {
      throw new UserError("%s cannot be read: %s".formatted(csv, unreadable), unreadable);
    }
  }

  /** Microseconds of a thousand rows are nanoseconds of a row. */
  private static Attempt with(Attempt known, String benchmark, double score) {
    return switch (benchmark.substring(benchmark.indexOf(':') + 1)) {
      case "p0.50" -> known.with(LanesReport.NANOSECONDS, score);
      case "gc.alloc.rate.norm" -> known.with(LanesReport.ROW_BYTES, score / ROWS_PER_CALL);
      default -> known;
    };
  }
}
