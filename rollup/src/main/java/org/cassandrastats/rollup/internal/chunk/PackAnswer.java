/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.cassandrastats.client.api.RunStatistics;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsListener;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.api.StatsProgress;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.request.Requests.Condition;
import org.cassandrastats.client.internal.rows.RowReading;
import org.cassandrastats.client.internal.run.PreviousBuckets;
import org.cassandrastats.client.internal.run.ResultRows;
import org.cassandrastats.client.internal.split.PartitionKeys;
import org.cassandrastats.client.internal.split.SplitQuery;
import org.cassandrastats.rollup.internal.answer.RollupQuestion;
import org.cassandrastats.rollup.internal.answer.RollupSource;
import org.cassandrastats.rollup.internal.bucket.StoredDefinition;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.table.Watermarks;
import org.cassandrastats.rollup.internal.time.Buckets;
import org.cassandrastats.rollup.internal.time.TimeColumn;

/**
 * Answers a question about rows that were packed, and may be gone: it decodes chunks, adds the rows
 * that are there, and aggregates all of them as the client lane aggregates rows.
 */
public final class PackAnswer {
  private final RollupQuestion question;
  private final SplitQuery asked;
  private final PackedPoints points;
  private final TableName table;
  private final Map<String, Cell> cells;
  private final List<Long> nanos = new ArrayList<>();
  private long count;
  private List<ByteBuffer> group;
  private boolean isWanted = true;

  private PackAnswer(RollupQuestion question, PackedPoints points, TableName table) {
    this.question = question;
    this.asked = question.rows();
    this.points = points;
    this.table = table;
    this.cells = cells();
  }

  /** Makes a column of a row of the key of its series, its time, and the points of its bucket. */
  @FunctionalInterface
  private interface Cell {
    ByteBuffer of(List<ByteBuffer> key, long time, List<Points> points);
  }

  /**
   * Finds the chunks that answer a question.
   *
   * @throws StatsException if there are none: rows alone may be a part of the answer
   */
  public static PackAnswer of(CqlSession session, StatsQuery query, StatsOptions options) {
    StatementSender calls = StatementSender.of(session, options);
    RollupQuestion question;
    try {
      question = RollupQuestion.of(session, query, options.withLane(Lane.CLIENT));
    } catch (RollupQuestion.Unanswerable unfit) {
      throw refused(unfit.getMessage());
    }
    TableName rows = TableName.of(question.rows().table());
    List<String> reasons = new ArrayList<>();
    for (TableMetadata packed : packs(session, rows)) {
      TableName name = TableName.of(packed);
      PackAnswer answer = new PackAnswer(question, new PackedPoints(calls, rows, packed), name);
      Optional<String> lacking = answer.lacking();
      if (lacking.isEmpty()) {
        return answer;
      }
      reasons.add(lacking.get());
    }
    throw refused(
        reasons.isEmpty() ? "there is no table of chunks of " + rows : String.join("; ", reasons));
  }

  private static StatsException refused(String reason) {
    return new StatsException("Chunks do not answer this, because %s.".formatted(reason));
  }

  private static List<TableMetadata> packs(CqlSession session, TableName rows) {
    TableMetadata table = rows.require(session);
    return session.getMetadata().getKeyspaces().values().stream()
        .flatMap(keyspace -> keyspace.getTables().values().stream())
        .filter(
            packed ->
                StoredDefinition.find(Watermarks.Kind.PACK, packed)
                    .filter(definition -> definition.from().equals(rows.toString()))
                    .isPresent())
        .filter(packed -> !RollupSource.isYounger(table, packed))
        .sorted(Comparator.comparing(packed -> TableName.of(packed).toString()))
        .toList();
  }

  private Map<String, Cell> cells() {
    Map<String, Cell> known = new HashMap<>();
    List<PackedColumn> columns = points.columns();
    for (int i = 0; i < columns.size(); i++) {
      int place = i;
      PackedColumn column = columns.get(i);
      known.put(
          column.quoted(),
          (key, time, bucket) -> {
            Long bits = bucket.get(place).find(time);
            return bits == null ? null : column.value(bits);
          });
    }
    List<ColumnMetadata> series = points.rows().key().columns();
    for (int i = 0; i < series.size(); i++) {
      int place = i;
      known.put(Names.cql(series.get(i).getName()), (key, time, bucket) -> key.get(place));
    }
    TimeColumn time = points.rows().time();
    known.put(time.name(), (key, number, bucket) -> time.ofNumber(number));
    return known;
  }

  /** Why these chunks do not answer the question; empty if they do. */
  private Optional<String> lacking() {
    if (!asked.split().equals(Optional.of(points.rows().column()))) {
      return Optional.of(
          "%s has chunks of each (%s), and the question names no single one"
              .formatted(table, points.rows().key().names()));
    }
    return asked.rows().orElseThrow().selectors().stream()
        .filter(selector -> !cells.containsKey(selector))
        .findFirst()
        .map(
            selector ->
                "%s does not hold %s: expected %s"
                    .formatted(
                        table,
                        selector,
                        String.join(", ", cells.keySet().stream().sorted().toList())));
  }

  /** What answers, in one line. */
  public String description() {
    return "Answered by the chunks of %s, and by the rows that are there.".formatted(table);
  }

  /**
   * Answers, once.
   *
   * @param query what is shown of groups
   * @param options how much memory groups may take
   * @param taker takes the rows of the result in their order
   * @return the result without its rows
   */
  public StatsResult run(
      StatsQuery query, StatsOptions options, StatsListener listener, Consumer<StatsRow> taker) {
    listener.began(question.lane());
    ResultRows result =
        new ResultRows(asked, query, options, new PreviousBuckets(asked, null), taker);
    long begun = System.nanoTime();
    PartitionKeys partitions = asked.partitions().orElseThrow();
    for (int i = 0; i < partitions.size() && isWanted; i++) {
      groups(partitions.key(i)).forEach(next -> take(next, result));
      listener.reached(
          StatsProgress.builder()
              .rows(count)
              .part((i + 1.0) / partitions.size())
              .elapsed(since(begun))
              .requests(nanos.size())
              .build());
    }
    if (group != null && isWanted) {
      isWanted = result.take(group);
    }
    if (isWanted) {
      result.complete();
    }
    return StatsResult.of(asked.selection().names(), List.of(), statistics(since(begun)));
  }

  private void take(List<ByteBuffer> next, ResultRows result) {
    if (!isWanted) {
      return;
    }
    if (group == null) {
      group = next;
    } else if (asked.grouping().isSame(group, next)) {
      group = asked.selection().merge(group, next);
    } else {
      isWanted = result.take(group);
      group = next;
    }
  }

  /** The groups of a partition. */
  private List<List<ByteBuffer>> groups(List<ByteBuffer> partition) {
    List<ByteBuffer> key = new ArrayList<>(partition);
    asked.fixed().forEach(condition -> key.add(condition.value()));
    Map<String, ByteBuffer> known = new HashMap<>();
    for (int i = 0; i < key.size(); i++) {
      known.put(Names.cql(asked.seriesKey().get(i).getName()), key.get(i));
    }
    RowReading reading = asked.rows().orElseThrow().of(known);
    List<Cell> columns = reading.selectors().stream().map(cells::get).toList();
    RowReading.Groups groups = reading.groups();
    boolean isDescending = asked.isReadDescending();
    long[] begun = {System.nanoTime()};
    points.read(
        key,
        span(),
        isDescending,
        bucket -> {
          nanos.add(System.nanoTime() - begun[0]);
          long[] times = within(Points.times(bucket));
          for (int i = 0; i < times.length; i++) {
            long time = times[isDescending ? times.length - 1 - i : i];
            groups.add(columns.stream().map(column -> column.of(key, time, bucket)).toList());
          }
          count += times.length;
          begun[0] = System.nanoTime();
        });
    return groups.all();
  }

  private Buckets.Span span() {
    return points.span(
        asked.lower() == null ? null : asked.lower().value(),
        asked.upper() == null ? null : asked.upper().value());
  }

  private long[] within(long[] times) {
    return Arrays.stream(times)
        .filter(time -> isWithin(time, asked.lower()) && isWithin(time, asked.upper()))
        .toArray();
  }

  private boolean isWithin(long time, Condition limit) {
    if (limit == null) {
      return true;
    }
    int order = Long.compare(time, points.rows().time().number(limit.value()));
    return switch (limit.operator()) {
      case ">" -> order > 0;
      case ">=" -> order >= 0;
      case "<" -> order < 0;
      default -> order <= 0;
    };
  }

  private static Duration since(long begun) {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  private RunStatistics statistics(Duration elapsed) {
    long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
    return RunStatistics.builder()
        .rows(count)
        .elapsed(elapsed)
        .requests(sorted.length)
        .medianTime(part(sorted, 0.5))
        .slowTime(part(sorted, 0.99))
        .longestTime(part(sorted, 1))
        .build();
  }

  private static Duration part(long[] sorted, double part) {
    return sorted.length == 0
        ? Duration.ZERO
        : Duration.ofNanos(sorted[(int) Math.min(sorted.length - 1.0, part * sorted.length)]);
  }
}
