/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.uda.chunk.ChunkCodec;

/**
 * A batch of a column as it is stored: numbers are a chunk; texts are their list, or a chunk of
 * codes beside the list of different texts.
 *
 * @param data a chunk; null of texts without codes
 * @param words texts; null of numbers
 */
record ColumnBlobs(ByteBuffer data, ByteBuffer words) {
  /** Encodes the records from one to before another. */
  static ColumnBlobs encode(Column column, int from, int end, ForcedChunk.Encoding encoding) {
    if (!column.isText()) {
      return new ColumnBlobs(
          ForcedChunk.encode(Arrays.copyOfRange(column.numbers(), from, end), encoding), null);
    }
    List<String> texts = Arrays.asList(column.texts()).subList(from, end);
    ColumnBlobs plain = new ColumnBlobs(null, WordList.encode(texts));
    if (encoding == ForcedChunk.Encoding.RAW) {
      return plain;
    }
    ColumnBlobs coded = coded(texts);
    return coded.size() < plain.size() ? coded : plain;
  }

  private static ColumnBlobs coded(List<String> texts) {
    Map<String, Integer> codes = new LinkedHashMap<>();
    double[] codeOf = new double[texts.size()];
    for (int row = 0; row < codeOf.length; row++) {
      int next = codes.size();
      Integer known = codes.putIfAbsent(texts.get(row), next);
      codeOf[row] = known == null ? next : known;
    }
    return new ColumnBlobs(
        ForcedChunk.encode(codeOf, ForcedChunk.Encoding.SMALLEST), WordList.encode(codes.keySet()));
  }

  /** The values, as a column with those records only. */
  Column decode(Column type) {
    if (!type.isText()) {
      return new Column(type.name(), type.kind(), ChunkCodec.values(data), null);
    }
    List<String> list = WordList.decode(words);
    if (data == null) {
      return Column.ofTexts(type.name(), list.toArray(String[]::new));
    }
    double[] codes = ChunkCodec.values(data);
    String[] texts = new String[codes.length];
    Arrays.setAll(texts, row -> list.get((int) codes[row]));
    return Column.ofTexts(type.name(), texts);
  }

  int size() {
    return (data == null ? 0 : data.remaining()) + (words == null ? 0 : words.remaining());
  }
}
