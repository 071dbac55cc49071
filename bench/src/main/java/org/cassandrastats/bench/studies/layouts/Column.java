/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.layouts;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.uda.chunk.ChunkCodec;

/**
 * A column of generated records.
 *
 * @param name in CQL
 * @param kind what its values are
 * @param numbers the value of each record; null of a column of texts
 * @param texts the value of each record; null of a column of numbers
 */
// An array of primitives is what makes millions of values fit; nobody compares columns.
@SuppressWarnings("ArrayRecordComponent")
record Column(String name, Kind kind, double[] numbers, String[] texts) {
  /** What the values of a column are. */
  enum Kind {
    INT("int"),
    DOUBLE("double"),
    TEXT("text");

    private final String cql;

    Kind(String cql) {
      this.cql = cql;
    }

    String cql() {
      return cql;
    }
  }

  static Column ofInts(String name, double[] numbers) {
    return new Column(name, Kind.INT, numbers, null);
  }

  static Column ofDoubles(String name, double[] numbers) {
    return new Column(name, Kind.DOUBLE, numbers, null);
  }

  static Column ofTexts(String name, String[] texts) {
    return new Column(name, Kind.TEXT, null, texts);
  }

  boolean isText() {
    return kind == Kind.TEXT;
  }

  /** The value of a record as the driver takes it. */
  Object value(int row) {
    return switch (kind) {
      case INT -> (int) numbers[row];
      case DOUBLE -> numbers[row];
      case TEXT -> texts[row];
    };
  }

  /** What tells the value of a record from others. */
  int hash(int row) {
    return isText() ? texts[row].hashCode() : Double.hashCode(numbers[row]);
  }

  /**
   * A batch of a column as it is stored: numbers are a chunk; texts are their list, or a chunk of
   * codes beside the list of different texts.
   *
   * @param data a chunk; null of texts without codes
   * @param words texts; null of numbers
   */
  record Blobs(ByteBuffer data, ByteBuffer words) {
    /** Encodes the records from one to before another. */
    static Blobs encode(Column column, int from, int end, ForcedChunk.Encoding encoding) {
      if (!column.isText()) {
        return new Blobs(
            ForcedChunk.encode(Arrays.copyOfRange(column.numbers(), from, end), encoding), null);
      }
      List<String> texts = Arrays.asList(column.texts()).subList(from, end);
      Blobs plain = new Blobs(null, WordList.encode(texts));
      if (encoding == ForcedChunk.Encoding.RAW) {
        return plain;
      }
      Blobs coded = coded(texts);
      return coded.size() < plain.size() ? coded : plain;
    }

    private static Blobs coded(List<String> texts) {
      Map<String, Integer> codes = new LinkedHashMap<>();
      double[] codeOf = new double[texts.size()];
      for (int row = 0; row < codeOf.length; row++) {
        int next = codes.size();
        Integer known = codes.putIfAbsent(texts.get(row), next);
        codeOf[row] = known == null ? next : known;
      }
      return new Blobs(
          ForcedChunk.encode(codeOf, ForcedChunk.Encoding.SMALLEST),
          WordList.encode(codes.keySet()));
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
}
