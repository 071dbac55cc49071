/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.bench.report.Table;

/**
 * Blobs of thousands of values of a column. Cassandra counts them; what takes two columns is done
 * by the client, which reads these two.
 */
final class ChunkLayout extends StoredRecords {
  private static final int DATA = 0;
  private static final int WORDS = 1;
  private static final int COLUMN = 2;

  private final ForcedChunk.Encoding encoding;

  ChunkLayout(Table table, ForcedChunk.Encoding encoding) {
    super(table);
    this.encoding = encoding;
  }

  @Override
  List<String> inserted() {
    return List.of("part", "col", "number", "data", "words");
  }

  @Override
  void rows(int part, Sink sink) {
    int end = records().endOf(part);
    for (int column = 0; column < records().columns().size(); column++) {
      int batch = 0;
      for (int from = records().firstOf(part); from < end; from += Records.PER_BATCH) {
        Column.Blobs blobs =
            Column.Blobs.encode(
                records().column(column), from, Math.min(end, from + Records.PER_BATCH), encoding);
        sink.add(part, part, column, batch, blobs.data(), blobs.words());
        batch++;
      }
    }
  }

  @Override
  public void readPartitions() {
    eachPart("*", "", row -> {});
  }

  /** Bytes of each column of a record, encoded, before the files are compressed: of a part. */
  @Override
  public Map<String, Double> encodedBytes() {
    Map<String, Double> bytes = new LinkedHashMap<>();
    for (Column column : records().columns()) {
      int size = 0;
      for (int from = 0; from < records().endOf(0); from += Records.PER_BATCH) {
        int end = Math.min(records().endOf(0), from + Records.PER_BATCH);
        size += Column.Blobs.encode(column, from, end, encoding).size();
      }
      bytes.put(column.name(), (double) size / records().sizeOf(0));
    }
    return bytes;
  }

  private static Column decoded(Row row, Column type) {
    return new Column.Blobs(row.getByteBuffer(DATA), row.getByteBuffer(WORDS)).decode(type);
  }

  /** The batches of a column of a part. */
  private List<Column> batches(int part, int column) {
    List<Column> batches = new ArrayList<>();
    read("SELECT data, words FROM " + name() + " WHERE part = ? AND col = ?", part, column)
        .forEach(row -> batches.add(decoded(row, records().column(column))));
    return batches;
  }

  @Override
  RecordAnswers.Checksum all() {
    RecordAnswers.Checksum checksum = new RecordAnswers.Checksum();
    for (int part = 0; part < records().parts(); part++) {
      List<List<Column>> columns = new ArrayList<>();
      records().columns().forEach(column -> columns.add(new ArrayList<>()));
      read("SELECT data, words, col FROM " + name() + " WHERE part = ?", part)
          .forEach(
              row -> {
                int column = row.getInt(COLUMN);
                columns.get(column).add(decoded(row, records().column(column)));
              });
      for (int batch = 0; batch < columns.get(0).size(); batch++) {
        int number = batch;
        add(checksum, columns.stream().map(batches -> batches.get(number)).toList());
      }
    }
    return checksum;
  }

  private static void add(RecordAnswers.Checksum checksum, List<Column> columns) {
    int rows = columns.get(0).numbers().length;
    for (int row = 0; row < rows; row++) {
      for (Column column : columns) {
        checksum.value(column.hash(row));
      }
      checksum.endRecord();
    }
  }

  @Override
  RecordAnswers.Checksum one() {
    RecordAnswers.Checksum checksum = new RecordAnswers.Checksum();
    for (int part = 0; part < records().parts(); part++) {
      batches(part, Records.TONE).forEach(batch -> add(checksum, List.of(batch)));
    }
    return checksum;
  }

  @Override
  long count() {
    long count = 0;
    for (int part = 0; part < records().parts(); part++) {
      count +=
          read(
                  "SELECT sum(%s.chunk_count(data)) FROM %s WHERE part = ? AND col = ?"
                      .formatted(functions(), name()),
                  part,
                  Records.TONE)
              .one()
              .getLong(0);
    }
    return count;
  }

  @Override
  Map<String, RecordAnswers.Summary> grouped() {
    Map<String, RecordAnswers.Summary> groups = new HashMap<>();
    eachPair(
        Records.GROUP,
        (text, tone) ->
            groups.computeIfAbsent(text, name -> new RecordAnswers.Summary()).add(tone));
    return groups;
  }

  @Override
  RecordAnswers.Summary filtered() {
    RecordAnswers.Summary summary = new RecordAnswers.Summary();
    eachPair(
        Records.EVENT_CODE,
        (text, tone) -> {
          if (text.equals(filter())) {
            summary.add(tone);
          }
        });
    return summary;
  }

  private interface Pair {
    void accept(String text, double tone);
  }

  /** A text of each record, with its tone. */
  private void eachPair(int column, Pair action) {
    for (int part = 0; part < records().parts(); part++) {
      List<Column> texts = batches(part, column);
      List<Column> tones = batches(part, Records.TONE);
      for (int batch = 0; batch < texts.size(); batch++) {
        String[] text = texts.get(batch).texts();
        double[] tone = tones.get(batch).numbers();
        for (int row = 0; row < text.length; row++) {
          action.accept(text[row], tone[row]);
        }
      }
    }
  }
}
