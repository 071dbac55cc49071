/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.index;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.cassandrastats.bench.harness.ClusterStudy;
import org.cassandrastats.bench.harness.RowCounts;
import org.cassandrastats.bench.harness.StudyContext;
import org.cassandrastats.bench.harness.StudyDefaults;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.Cell;
import org.cassandrastats.bench.measure.ExactColumn;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.InFlight;
import org.cassandrastats.bench.measure.MeasuredAggregate;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.bench.measure.Rounds;
import org.cassandrastats.bench.nodes.BenchLane;
import org.cassandrastats.bench.nodes.TableFiles;
import org.cassandrastats.bench.report.Report;
import org.cassandrastats.bench.studies.layouts.Records;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The same records found by partition key, by indexes and by reading all of them. */
@Command(
    name = "index",
    header = "Partition key, secondary index, SAI and full scan.",
    description = {
      "Finds 9 %%, 1 %% and 0.1 %% of all records, reads them and averages them: in a table that is"
          + " partitioned by what is looked for, by a secondary index, by a storage-attached index"
          + " (SAI), and by a full scan with ALLOW FILTERING.",
      "Needs Cassandra 5.0. No function of the pack is called: one lane, native, says it all. Takes"
          + " about 20 minutes with a million records.",
    },
    footer = {
      "  cassandra-stats bench index",
      "  cassandra-stats bench index --rows 4000000 --columns 20 --partition-rows 1,1000"
          + " --kinds 400000 --own-tables --runs 3 --warm-up 1",
      "  cassandra-stats bench index --contact-point 10.0.0.1:9042 --rows 100000 --output"
          + " /tmp/bench",
    })
// No function of the pack is called, so that one lane says it all.
@StudyDefaults(lanes = BenchLane.NATIVE)
public final class IndexStudy extends ClusterStudy {
  /** Fewer records would have none of the rarest kind. */
  static final int FEWEST_RECORDS = 1000;

  private static final int FEWEST_KINDS = 10;
  private static final int COLUMNS = 4;

  /** Reads of records by their keys that are on their way at the same time. */
  private static final int IN_FLIGHT = 64;

  /** Keys in a read, all of a partition. */
  private static final int KEYS_AT_ONCE = 100;

  private static final Duration TIMEOUT = Duration.ofHours(2);
  private static final double AVERAGE_ERROR = 1e-12;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Records in each of four tables. Default: ${DEFAULT-VALUE}.")
  private int rows;

  @Option(
      names = "--partition-rows",
      split = ",",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Records of a partition, in the tables that are not partitioned by what is looked for; of"
              + " several numbers, each is measured. Default: ${DEFAULT-VALUE}.")
  private List<Integer> partitionRows;

  @Option(
      names = "--columns",
      paramLabel = "N",
      description = "Columns of a record: 4, or 20 with those of events (GDELT). Default: 4.")
  private Integer columns;

  @Option(
      names = "--kinds",
      paramLabel = "N",
      description =
          "Other values of the column by which records are found, which share what the parts that"
              + " are looked for leave. Of more than 10, one of these values is looked for, too."
              + " Default: 10.")
  private Integer otherKinds;

  @Option(
      names = "--own-tables",
      description =
          "Also find rows by an index table that the client keeps and reads first, and in a table"
              + " for each predicate.")
  private boolean ownTables;

  @Override
  protected void check() {
    options().require("--rows", rows, FEWEST_RECORDS, RowCounts.LARGEST);
    partitionRows.forEach(
        count -> options().require("--partition-rows", count, 1, RowCounts.LARGEST));
    partitionRows = partitionRows.stream().distinct().sorted().toList();
    options().require("--kinds", others(), FEWEST_KINDS, rows / 2);
    if (columns != null && columns != COLUMNS && columns != Records.FEW_COLUMNS) {
      throw refused("--columns is %d: expected 4 or 20".formatted(columns));
    }
  }

  private int others() {
    return otherKinds == null ? FEWEST_KINDS : otherKinds;
  }

  private boolean hasMoreColumns() {
    return columns != null && columns == Records.FEW_COLUMNS;
  }

  private List<RecordKinds.Share> shares() {
    return others() == FEWEST_KINDS
        ? RecordKinds.Share.GIVEN
        : Arrays.asList(RecordKinds.Share.values());
  }

  private List<IndexAccessPath> ways() {
    return ownTables ? Arrays.asList(IndexAccessPath.values()) : IndexAccessPath.BUILT_IN;
  }

  /** One table for each way, and two indexes, which are no smaller. */
  @Override
  public long storedRows(String lane) {
    return (IndexAccessPath.BUILT_IN.size() + 2L)
        * rows
        * partitionRows.size()
        * (hasMoreColumns() ? Records.FEW_COLUMNS / COLUMNS : 1);
  }

  private RecordKinds kinds() {
    return RecordKinds.generate(rows, others(), options().seed());
  }

  /** Tells tables from those of partitions of other sizes. */
  private String suffix(int groupSize) {
    return partitionRows.size() == 1 ? "" : "_" + groupSize;
  }

  @Override
  public void load(StudyContext bench) {
    IndexTables tables =
        new IndexTables(
            bench.target(),
            bench.column(),
            kinds(),
            hasMoreColumns()
                ? Records.generate(rows, Records.FEW_COLUMNS, options().seed())
                : null);
    Set<String> loaded = new HashSet<>();
    for (int groupSize : partitionRows) {
      for (IndexAccessPath way : ways()) {
        for (RecordKinds.Share share : shares()) {
          if (loaded.add(way.table(suffix(groupSize), share.kind()))) {
            tables.load(way, suffix(groupSize), groupSize, share.kind(), bench.console());
          }
        }
      }
    }
    bench.target().flushAndCompact();
    if (forks()) {
      TableFiles files = bench.management().files();
      for (Cell table : IndexReport.tables(cells(bench.lane()))) {
        double bytes = (double) files.bytes(table(table));
        bench.note(
            table.with(IndexReport.STORED, "on disk"),
            0,
            Attempt.exact(0, null).with(IndexReport.BYTES, bytes));
      }
    }
  }

  private String table(Cell cell) {
    return cell.get(IndexReport.WAY).table(suffix(group(cell)), cell.get(IndexReport.SHARE).kind());
  }

  /** Records of a partition. */
  private int group(Cell cell) {
    return partitionRows.size() == 1 ? partitionRows.get(0) : cell.get(IndexReport.GROUP);
  }

  @Override
  protected List<Cell> cells(String lane) {
    return IndexReport.plots(lane, partitionRows)
        .by(IndexReport.SHARE, shares())
        .by(
            IndexReport.WAY,
            cell ->
                cell.is(IndexReport.ANSWER, IndexReport.Answer.ROWS)
                    ? ways()
                    : ways().stream().filter(way -> way != IndexAccessPath.BY_HAND).toList())
        .cells();
  }

  @Override
  protected Rounds.Question questions(StudyContext bench) {
    RecordKinds kinds = kinds();
    Map<RecordKinds.Share, int[]> ids = new EnumMap<>(RecordKinds.Share.class);
    Map<RecordKinds.Share, ExactPart> exact = new EnumMap<>(RecordKinds.Share.class);
    for (RecordKinds.Share share : shares()) {
      ids.put(share, kinds.idsOf(share.kind()));
      exact.put(share, bench.column().only(id -> kinds.of(id) == share.kind()));
    }
    Map<String, PreparedStatement> prepared = new HashMap<>();
    Function<String, BoundStatement> bound =
        cql ->
            prepared
                .computeIfAbsent(cql, bench.session()::prepare)
                .bind()
                .setPageSize(StudyContext.PAGE_SIZE)
                .setTimeout(TIMEOUT);
    return (cell, traced) -> {
      IndexReport.Answer answer = cell.get(IndexReport.ANSWER);
      RecordKinds.Share share = cell.get(IndexReport.SHARE);
      IndexAccessPath way = cell.get(IndexReport.WAY);
      String suffix = suffix(group(cell));
      Function<List<Row>, Optional<String>> check =
          found ->
              answer == IndexReport.Answer.ROWS
                  ? checkRows(bench.column(), ids.get(share), found)
                  : checkAverage(exact.get(share), found.get(0));
      return way == IndexAccessPath.BY_HAND
          ? byHand(
              bench.session(),
              bound.apply(way.cql("record_group, id", suffix, share.kind())),
              IndexAccessPath.SCAN.table(suffix, share.kind()),
              check)
          : bench
              .asker()
              .askAll(bound.apply(way.cql(answer.selectors(), suffix, share.kind())), check);
    };
  }

  /** Reads keys, and then what they are of, some partitions at the same time. */
  private static Attempt byHand(
      CqlSession session,
      BoundStatement keys,
      String table,
      Function<List<Row>, Optional<String>> check) {
    PreparedStatement read =
        session.prepare(
            "SELECT id, value FROM %s WHERE record_group = ? AND id IN ?".formatted(table));
    long start = System.nanoTime();
    try {
      List<Row> found = Collections.synchronizedList(new ArrayList<>());
      List<Long> groups = new ArrayList<>();
      List<List<Long>> ids = new ArrayList<>();
      for (Row key : session.execute(keys)) {
        int last = groups.size() - 1;
        if (last < 0
            || groups.get(last) != key.getLong(0)
            || ids.get(last).size() == KEYS_AT_ONCE) {
          groups.add(key.getLong(0));
          ids.add(new ArrayList<>());
        }
        ids.get(ids.size() - 1).add(key.getLong(1));
      }
      InFlight.each(
          IN_FLIGHT,
          0,
          groups.size(),
          i ->
              session
                  .executeAsync(read.bind(groups.get(i), ids.get(i)))
                  .thenAccept(page -> page.currentPage().forEach(found::add)));
      double seconds = QueryRunner.secondsSince(start);
      return Attempt.of(seconds, check.apply(found));
    } catch (DriverException failed) {
      return Attempt.failed(QueryRunner.secondsSince(start), failed);
    }
  }

  private static Optional<String> checkRows(ExactColumn column, int[] expected, List<Row> rows) {
    // By tokens, they come in any order.
    return column.check(
        expected.length,
        i -> expected[i],
        rows.stream().sorted(Comparator.comparingLong(row -> row.getLong(0))).toList());
  }

  private static Optional<String> checkAverage(ExactPart part, Row row) {
    return row.getLong(0) == part.count()
        ? MeasuredAggregate.checkMean(row.getDouble(1), part.mean(), AVERAGE_ERROR)
        : Optional.of("the count is %d instead of %d".formatted(row.getLong(0), part.count()));
  }

  @Override
  protected void write(Report report) {
    new IndexReport(report, report.cells(this::cells), rows, others(), partitionRows).write();
  }
}
