/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.cassandrastats.bench.report.Table;

/**
 * A blob for each record, in wide partitions. Cassandra cannot look into it, so that the client
 * reads all of them whatever is asked.
 */
final class BlobStore extends StoredRecords {
  BlobStore(Table table) {
    super(table);
  }

  @Override
  List<String> inserted() {
    return List.of("part", records().column(Records.ID).name(), "record");
  }

  @Override
  void rows(int part, Sink sink) {
    for (int row = records().firstOf(part); row < records().endOf(part); row++) {
      sink.add(
          part,
          part,
          records().column(Records.ID).value(row),
          RecordBlob.encode(records().columns(), row));
    }
  }

  @Override
  public void readPartitions() {
    each(row -> {});
  }

  private void each(Consumer<Row> action) {
    eachPart("record", "", action);
  }

  @Override
  RecordAnswers.Checksum all() {
    RecordAnswers.Checksum checksum = new RecordAnswers.Checksum();
    each(row -> add(checksum, row));
    return checksum;
  }

  @Override
  void heads(RecordAnswers.Checksum checksum) {
    eachPart("record", HEAD, row -> add(checksum, row));
  }

  private void add(RecordAnswers.Checksum checksum, Row row) {
    ByteBuffer record = row.getByteBuffer(0);
    for (Column column : records().columns()) {
      checksum.value(
          column.isText()
              ? WordList.next(record).hashCode()
              : Double.hashCode(RecordBlob.number(record, column)));
    }
    checksum.endRecord();
  }

  /** The values of a record from one column on, behind which another may be asked for. */
  private ByteBuffer from(Row row, int column) {
    ByteBuffer record = row.getByteBuffer(0);
    RecordBlob.skip(record, records().columns().subList(0, column));
    return record;
  }

  private double number(ByteBuffer record, int from, int column) {
    List<Column> between = records().columns().subList(from, column);
    RecordBlob.skip(record, between);
    return RecordBlob.number(record, records().column(column));
  }

  @Override
  RecordAnswers.Checksum one() {
    RecordAnswers.Checksum checksum = new RecordAnswers.Checksum();
    each(
        row -> {
          checksum.value(Double.hashCode(number(row.getByteBuffer(0), 0, Records.TONE)));
          checksum.endRecord();
        });
    return checksum;
  }

  @Override
  long count() {
    RecordAnswers.Summary tones = new RecordAnswers.Summary();
    each(row -> tones.add(number(row.getByteBuffer(0), 0, Records.TONE)));
    return tones.count();
  }

  @Override
  Map<String, RecordAnswers.Summary> grouped() {
    Map<String, RecordAnswers.Summary> groups = new HashMap<>();
    each(
        row -> {
          ByteBuffer record = from(row, Records.GROUP);
          String group = WordList.next(record);
          groups
              .computeIfAbsent(group, name -> new RecordAnswers.Summary())
              .add(number(record, Records.GROUP + 1, Records.TONE));
        });
    return groups;
  }

  @Override
  RecordAnswers.Summary filtered() {
    RecordAnswers.Summary summary = new RecordAnswers.Summary();
    each(
        row -> {
          ByteBuffer record = from(row, Records.EVENT_CODE);
          if (WordList.next(record).equals(filter())) {
            summary.add(number(record, Records.EVENT_CODE + 1, Records.TONE));
          }
        });
    return summary;
  }
}
