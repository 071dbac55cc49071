/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.util.Locale;
import org.cassandrastats.bench.nodes.BenchKeyspace;
import org.cassandrastats.bench.nodes.Target;

/** How records are stored in a table. */
enum RecordLayout {
  /** The key of the record is the partition key. */
  PARTITION_PER_RECORD("a partition for each record", 1),
  /** Many records in a partition, sorted by the column to group by. */
  WIDE("wide partitions", 200),
  /** Many records in a partition, each a blob that Cassandra knows nothing of. */
  BLOB("wide, a blob for each record", 320),
  /** A chunk for each column and batch, without compression of its own. */
  CHUNKS_RAW("chunks, raw", 1),
  /** Such chunks with dictionaries. */
  CHUNKS_DICTIONARY("chunks, dictionary", 1),
  /** Such chunks as the pack writes them. */
  CHUNKS_SMALLEST("chunks, all encodings", 1);

  private static final int ROWS_IN_FLIGHT = 32;
  private static final int BLOBS_IN_FLIGHT = 8;

  private final String label;
  private final int valuesPerBatch;

  RecordLayout(String label, int valuesPerBatch) {
    this.label = label;
    this.valuesPerBatch = valuesPerBatch;
  }

  /** Whether Cassandra computes the answer; else it sends columns or blobs, and the client does. */
  boolean isDoneByServer(StoredRecords.Question question) {
    return switch (question) {
      case ALL_COLUMNS, ONE_COLUMN -> false;
      case HEADS, SINGLES -> true;
      case COUNT -> this != BLOB;
      case GROUPED -> this == WIDE;
      case FILTERED -> this == WIDE || this == PARTITION_PER_RECORD;
    };
  }

  /** Whether records are stored in chunks. */
  boolean isColumnar() {
    return this == CHUNKS_RAW || this == CHUNKS_DICTIONARY || this == CHUNKS_SMALLEST;
  }

  /** Whether records are sorted rows of partitions. */
  boolean hasHeads() {
    return this == WIDE || this == BLOB;
  }

  /** Whether a record is a row that has a key. */
  boolean hasSingles() {
    return this == WIDE || this == PARTITION_PER_RECORD;
  }

  /** Columns and key of the table. */
  String schema(Records records) {
    String columns = records.definitions(0);
    String id = records.column(Records.ID).name();
    return switch (this) {
      case PARTITION_PER_RECORD -> "%s, PRIMARY KEY (%s)".formatted(columns, id);
      case WIDE ->
          "part int, %s, PRIMARY KEY (part, %s, %s)"
              .formatted(columns, records.column(Records.GROUP).name(), id);
      case BLOB -> "part int, %s int, record blob, PRIMARY KEY (part, %s)".formatted(id, id);
      case CHUNKS_RAW, CHUNKS_DICTIONARY, CHUNKS_SMALLEST ->
          "part int, col int, number int, data blob, words blob, PRIMARY KEY (part, col, number)";
    };
  }

  /**
   * Makes an empty table.
   *
   * @param name of the table, in the keyspace of the study
   * @param options what follows the key in CQL
   * @param answers about the records
   */
  StoredRecords create(
      Target target, String name, String options, Records records, RecordAnswers answers) {
    String full = BenchKeyspace.table(name);
    BenchKeyspace.createTable(target.session(), full, schema(records), options);
    StoredRecords.Table table =
        new StoredRecords.Table(
            target,
            full,
            schema(records),
            records,
            answers,
            Math.max(1, valuesPerBatch / records.columns().size()),
            isColumnar() ? BLOBS_IN_FLIGHT : ROWS_IN_FLIGHT);
    return switch (this) {
      case PARTITION_PER_RECORD -> new RowStore(table, false);
      case WIDE -> new RowStore(table, true);
      case BLOB -> new BlobStore(table);
      case CHUNKS_RAW -> new ChunkLayout(table, ForcedChunk.Encoding.RAW);
      case CHUNKS_DICTIONARY -> new ChunkLayout(table, ForcedChunk.Encoding.DICTIONARY);
      case CHUNKS_SMALLEST -> new ChunkLayout(table, ForcedChunk.Encoding.SMALLEST);
    };
  }

  /** As a report names it. */
  String label() {
    return label;
  }

  /** As options and results name it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
