/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the client writes and reads in layouts that Cassandra does not look into. */
final class EncodedRecordsTest {
  private static final Records RECORDS = Records.generate(9000, 57, 20261122);
  private static final int FROM = 100;
  private static final int END = 100 + Records.PER_BATCH;

  @ParameterizedTest
  @EnumSource(ForcedChunk.Encoding.class)
  void should_read_batches_of_columns_as_they_were_written(ForcedChunk.Encoding encoding) {
    for (Column column : RECORDS.columns()) {
      Column decoded = Column.Blobs.encode(column, FROM, END, encoding).decode(column);

      if (column.isText()) {
        assertThat(decoded.texts()).isEqualTo(Arrays.copyOfRange(column.texts(), FROM, END));
      } else {
        assertThat(decoded.numbers()).isEqualTo(Arrays.copyOfRange(column.numbers(), FROM, END));
      }
      assertThat(decoded.hash(5)).isEqualTo(column.hash(FROM + 5));
    }
  }

  @Test
  void should_store_texts_once_where_that_is_smaller() {
    Column countries = RECORDS.column(Records.GROUP);
    Column urls = RECORDS.column(19);

    Column.Blobs plain = Column.Blobs.encode(countries, FROM, END, ForcedChunk.Encoding.RAW);
    Column.Blobs coded = Column.Blobs.encode(countries, FROM, END, ForcedChunk.Encoding.DICTIONARY);

    assertThat(plain.data()).isNull();
    assertThat(coded.data()).isNotNull();
    assertThat(WordList.decode(coded.words())).doesNotHaveDuplicates().hasSizeBetween(150, 200);
    assertThat(coded.size()).isLessThan(plain.size() / 3);
    assertThat(Column.Blobs.encode(urls, FROM, END, ForcedChunk.Encoding.DICTIONARY).data())
        .isNull();
  }

  @Test
  void should_read_records_as_they_were_written() {
    for (int row : List.of(0, 17, 8999)) {
      ByteBuffer record = RecordBlob.encode(RECORDS.columns(), row);
      for (Column column : RECORDS.columns()) {
        if (column.isText()) {
          assertThat(WordList.next(record)).isEqualTo(column.texts()[row]);
        } else {
          assertThat(RecordBlob.number(record, column)).isEqualTo(column.numbers()[row]);
        }
      }
      assertThat(record.hasRemaining()).isFalse();
    }
  }

  @Test
  void should_skip_columns_of_a_record() {
    ByteBuffer record = RecordBlob.encode(RECORDS.columns(), 3);

    RecordBlob.skip(record, RECORDS.columns().subList(0, Records.TONE));

    Column tone = RECORDS.column(Records.TONE);
    assertThat(RecordBlob.number(record, tone)).isEqualTo(tone.numbers()[3]);
  }

  @Test
  void should_keep_texts_of_any_characters() {
    List<String> words = List.of("", "Zürich", "東京", "a".repeat(WordList.LONGEST));

    assertThat(WordList.decode(WordList.encode(words))).isEqualTo(words);
  }
}
