/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.cassandrastats.bench.run.BatchWriter;
import org.cassandrastats.bench.target.Target;

/**
 * A blob for each record, in wide partitions. Cassandra cannot look into it, so that the client
 * reads all of them whatever is asked.
 */
final class BlobStore implements Store {
  private final Reads reads;
  private final String table;
  private final Records records;
  private final String filter;
  private final PreparedStatement insert;

  BlobStore(Target target, String table, Records records, String filter) {
    this.reads = new Reads(target.session());
    this.table = table;
    this.records = records;
    this.filter = filter;
    this.insert =
        target
            .session()
            .prepare(
                "INSERT INTO %s (part, %s, record) VALUES (?, ?, ?)"
                    .formatted(table, records.column(Records.ID).name()));
  }

  @Override
  public void write(int part, BatchWriter writer) {
    for (int row = records.firstOf(part); row < records.endOf(part); row++) {
      writer.add(
          part,
          insert.bind(
              part,
              records.column(Records.ID).value(row),
              RecordBlob.encode(records.columns(), row)));
    }
  }

  @Override
  public void readPartitions() {
    each(row -> {});
  }

  private void each(Consumer<Row> action) {
    for (int part = 0; part < records.parts(); part++) {
      reads.read("SELECT record FROM " + table + " WHERE part = ?", part).forEach(action);
    }
  }

  @Override
  public Checksum all() {
    Checksum checksum = new Checksum();
    each(
        row -> {
          ByteBuffer record = row.getByteBuffer(0);
          for (Column column : records.columns()) {
            checksum.value(
                column.isText()
                    ? WordList.next(record).hashCode()
                    : Double.hashCode(RecordBlob.number(record, column)));
          }
          checksum.endRecord();
        });
    return checksum;
  }

  /** The values of a record from one column on, behind which another may be asked for. */
  private ByteBuffer from(Row row, int column) {
    ByteBuffer record = row.getByteBuffer(0);
    RecordBlob.skip(record, records.columns().subList(0, column));
    return record;
  }

  private double number(ByteBuffer record, int from, int column) {
    List<Column> between = records.columns().subList(from, column);
    RecordBlob.skip(record, between);
    return RecordBlob.number(record, records.column(column));
  }

  @Override
  public Checksum one() {
    Checksum checksum = new Checksum();
    each(
        row -> {
          checksum.value(Double.hashCode(number(row.getByteBuffer(0), 0, Records.TONE)));
          checksum.endRecord();
        });
    return checksum;
  }

  @Override
  public long count() {
    LayoutSummary tones = new LayoutSummary();
    each(row -> tones.add(number(row.getByteBuffer(0), 0, Records.TONE)));
    return tones.count();
  }

  @Override
  public Map<String, LayoutSummary> grouped() {
    Map<String, LayoutSummary> groups = new HashMap<>();
    each(
        row -> {
          ByteBuffer record = from(row, Records.GROUP);
          String group = WordList.next(record);
          groups
              .computeIfAbsent(group, name -> new LayoutSummary())
              .add(number(record, Records.GROUP + 1, Records.TONE));
        });
    return groups;
  }

  @Override
  public LayoutSummary filtered() {
    LayoutSummary summary = new LayoutSummary();
    each(
        row -> {
          ByteBuffer record = from(row, Records.EVENT_CODE);
          if (WordList.next(record).equals(filter)) {
            summary.add(number(record, Records.EVENT_CODE + 1, Records.TONE));
          }
        });
    return summary;
  }
}
