/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.cassandrastats.bench.report.Table;

/**
 * A row for each record, with a column for each of its values: in wide partitions, which are read
 * one after the other, or in a partition of its own, which only a whole scan finds.
 */
final class RowStore extends StoredRecords {
  private static final int KEYS_AT_ONCE = 100;

  private final boolean wide;

  RowStore(Table table, boolean wide) {
    super(table);
    this.wide = wide;
  }

  @Override
  List<String> inserted() {
    List<String> names = new ArrayList<>(wide ? List.of("part") : List.of());
    names.addAll(records().names(0));
    return names;
  }

  private static String names(List<Column> columns) {
    return columns.stream().map(Column::name).collect(Collectors.joining(", "));
  }

  private String name(int column) {
    return records().column(column).name();
  }

  @Override
  void rows(int part, Sink sink) {
    for (int row = records().firstOf(part); row < records().endOf(part); row++) {
      List<Object> values = new ArrayList<>();
      if (wide) {
        values.add(part);
      }
      for (Column column : records().columns()) {
        values.add(column.value(row));
      }
      sink.add(wide ? part : row, values.toArray());
    }
  }

  @Override
  public void readPartitions() {
    if (wide) {
      eachPart("*", "", row -> {});
      return;
    }
    double[] ids = records().column(Records.ID).numbers();
    for (int from = 0; from < ids.length; from += KEYS_AT_ONCE) {
      List<Integer> keys =
          Arrays.stream(ids, from, Math.min(ids.length, from + KEYS_AT_ONCE))
              .mapToObj(id -> (int) id)
              .toList();
      read("SELECT * FROM %s WHERE %s IN ?".formatted(name(), name(Records.ID)), keys)
          .forEach(row -> {});
    }
  }

  /** Asks the same of every wide partition, or of the whole table. */
  private void each(String selected, String condition, List<Object> values, Consumer<Row> action) {
    String select = "SELECT " + selected + " FROM " + name();
    if (!wide) {
      String where = condition.isEmpty() ? "" : " WHERE " + condition;
      read(select + where, values.toArray()).forEach(action);
      return;
    }
    String and = condition.isEmpty() || condition.startsWith("GROUP") ? " " : " AND ";
    for (int part = 0; part < records().parts(); part++) {
      List<Object> all = new ArrayList<>(List.of(part));
      all.addAll(values);
      read(select + " WHERE part = ?" + and + condition, all.toArray()).forEach(action);
    }
  }

  @Override
  RecordAnswers.Checksum all() {
    RecordAnswers.Checksum checksum = new RecordAnswers.Checksum();
    List<Column> columns = records().columns();
    each(names(columns), "", List.of(), row -> add(checksum, columns, row));
    return checksum;
  }

  @Override
  RecordAnswers.Checksum one() {
    RecordAnswers.Checksum checksum = new RecordAnswers.Checksum();
    List<Column> columns = List.of(records().column(Records.TONE));
    each(names(columns), "", List.of(), row -> add(checksum, columns, row));
    return checksum;
  }

  @Override
  boolean isGrouped() {
    return wide;
  }

  @Override
  void heads(RecordAnswers.Checksum checksum) {
    List<Column> columns = records().columns();
    eachPart(names(columns), HEAD, row -> add(checksum, columns, row));
  }

  @Override
  void single(int record, RecordAnswers.Checksum checksum) {
    List<Column> columns = records().columns();
    Column id = records().column(Records.ID);
    Column group = records().column(Records.GROUP);
    String select = "SELECT %s FROM %s WHERE ".formatted(names(columns), name());
    Iterable<Row> rows =
        wide
            ? readPrepared(
                "%spart = ? AND %s = ? AND %s = ?".formatted(select, group.name(), id.name()),
                Records.partOf(record),
                group.value(record),
                id.value(record))
            : readPrepared("%s%s = ?".formatted(select, id.name()), id.value(record));
    rows.forEach(row -> add(checksum, columns, row));
  }

  private static void add(RecordAnswers.Checksum checksum, List<Column> columns, Row row) {
    for (int i = 0; i < columns.size(); i++) {
      checksum.value(hash(row, i, columns.get(i).kind()));
    }
    checksum.endRecord();
  }

  private static int hash(Row row, int column, Column.Kind kind) {
    return switch (kind) {
      case INT -> Double.hashCode(row.getInt(column));
      case DOUBLE -> Double.hashCode(row.getDouble(column));
      case TEXT -> row.getString(column).hashCode();
    };
  }

  @Override
  long count() {
    RecordAnswers.Summary counts = new RecordAnswers.Summary();
    each(
        "count(" + name(Records.TONE) + ")",
        "",
        List.of(),
        row -> counts.add(row.getLong(0), 0, 0, 0));
    return counts.count();
  }

  @Override
  Map<String, RecordAnswers.Summary> grouped() {
    Map<String, RecordAnswers.Summary> groups = new HashMap<>();
    String group = name(Records.GROUP);
    String tone = name(Records.TONE);
    if (wide) {
      each(
          "%s, count(%s), avg(%s)".formatted(group, tone, tone),
          "GROUP BY part, " + group,
          List.of(),
          row -> of(groups, row).add(row.getLong(1), row.getDouble(2), 0, 0));
    } else {
      // Cassandra groups by columns of the primary key only.
      each(group + ", " + tone, "", List.of(), row -> of(groups, row).add(row.getDouble(1)));
    }
    return groups;
  }

  private static RecordAnswers.Summary of(Map<String, RecordAnswers.Summary> groups, Row row) {
    return groups.computeIfAbsent(row.getString(0), name -> new RecordAnswers.Summary());
  }

  @Override
  RecordAnswers.Summary filtered() {
    RecordAnswers.Summary summary = new RecordAnswers.Summary();
    String tone = name(Records.TONE);
    each(
        "count(%s), avg(%s), min(%s), max(%s)".formatted(tone, tone, tone, tone),
        name(Records.EVENT_CODE) + " = ? ALLOW FILTERING",
        List.of(filter()),
        row -> summary.add(row.getLong(0), row.getDouble(1), row.getDouble(2), row.getDouble(3)));
    return summary;
  }
}
