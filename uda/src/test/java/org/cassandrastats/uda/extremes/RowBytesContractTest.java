/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.extremes;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.extremes.Extremes;
import org.cassandrastats.udf.extremes.ExtremesBlobs;
import org.cassandrastats.udf.extremes.ExtremesState;
import org.junit.jupiter.api.Nested;

/** The contract for first_last_as_blob(v) and min_max_by_as_blob(v, key), and their two sides. */
class RowBytesContractTest {
  private record Row(ByteBuffer value, double key) {}

  @Nested
  class InOrder extends Contract {
    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Row row) {
      return RowBytesAggregates.accumulate(state, row.value.duplicate());
    }

    @Override
    List<Row> sorted(List<Row> rows) {
      return rows;
    }

    @Override
    String text(Row first, Row last, int count) {
      return "first_last count=%d first key=0 value=%s last key=%d value=%s"
          .formatted(count, shown(first), count - 1, shown(last));
    }

    /** The number of the last row follows from the count. */
    @Override
    protected byte[] withLargestCount(byte[] state) {
      ByteBuffer.wrap(state).putLong(ExtremesState.COUNT, Long.MAX_VALUE);
      ByteBuffer.wrap(state).putLong(ExtremesState.LAST_KEY, Long.MAX_VALUE - 1);
      return Blobs.sealed(state);
    }

    @Override
    protected List<Row> skippedRows() {
      return List.of();
    }
  }

  @Nested
  class ByIntegers extends Contract {
    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Row row) {
      return RowBytesAggregates.accumulate(state, row.value.duplicate(), (long) row.key);
    }

    @Override
    List<Row> sorted(List<Row> rows) {
      return rows.stream().sorted(Comparator.comparing(row -> (long) row.key)).toList();
    }

    @Override
    String text(Row first, Row last, int count) {
      return "min_max_by count=%d first key=%d value=%s last key=%d value=%s"
          .formatted(count, (long) first.key, shown(first), (long) last.key, shown(last));
    }

    @Override
    protected List<Row> skippedRows() {
      return List.of();
    }
  }

  @Nested
  class ByDoubles extends Contract {
    @Override
    protected ByteBuffer accumulate(ByteBuffer state, Row row) {
      return RowBytesAggregates.accumulate(state, row.value.duplicate(), row.key);
    }

    @Override
    List<Row> sorted(List<Row> rows) {
      return rows.stream()
          .filter(row -> Double.isFinite(row.key))
          .sorted(Comparator.comparing(Row::key))
          .toList();
    }

    @Override
    String text(Row first, Row last, int count) {
      return "min_max_by count=%d first key=%s value=%s last key=%s value=%s"
          .formatted(count, first.key, shown(first), last.key, shown(last));
    }

    @Override
    protected List<Row> skippedRows() {
      ByteBuffer value = ByteBuffer.wrap(new byte[] {1});
      return List.of(
          new Row(value, Double.NaN),
          new Row(value, Double.POSITIVE_INFINITY),
          new Row(value, Double.NEGATIVE_INFINITY));
    }
  }

  private abstract static class Contract extends ExtremesContract<Row> {
    /** Rows in the order of their keys, of equal ones in that of the rows. */
    abstract List<Row> sorted(List<Row> rows);

    abstract String text(Row first, Row last, int count);

    @Override
    protected Map<String, Function<ByteBuffer, Object>> accessors() {
      return Map.of(
          "first",
          state -> hex(ExtremesBlobs.first(state)),
          "last",
          state -> hex(ExtremesBlobs.last(state)),
          "extremes_count",
          Extremes::count,
          "extremes_text",
          Extremes::text);
    }

    @Override
    protected Map<String, Object> expected(List<Row> rows) {
      List<Row> sorted = sorted(rows);
      Map<String, Object> expected = new LinkedHashMap<>();
      if (sorted.isEmpty()) {
        accessors().keySet().forEach(accessor -> expected.put(accessor, null));
        return expected;
      }
      Row first = sorted.get(0);
      Row last = sorted.get(sorted.size() - 1);
      expected.put("first", hex(first.value));
      expected.put("last", hex(last.value));
      expected.put("extremes_count", (long) sorted.size());
      expected.put("extremes_text", text(first, last, sorted.size()));
      return expected;
    }

    /** Words of any length, also none and the longest, each with the key of another row. */
    @Override
    protected List<Row> rows(double[] values) {
      Random random = new Random(values.length);
      List<Row> rows = new ArrayList<>();
      for (int i = 0; i < values.length; i++) {
        byte[] digits = Double.toString(values[i]).getBytes(StandardCharsets.UTF_8);
        int longest = random.nextInt(10) == 0 ? ExtremesState.MAXIMUM_BYTES : 40;
        byte[] value = new byte[random.nextInt(longest + 1)];
        for (int j = 0; j < value.length; j++) {
          value[j] = digits[j % digits.length];
        }
        double key = values[(i * 7 + 3) % values.length];
        rows.add(new Row(ByteBuffer.wrap(value), Double.isFinite(key) ? key : 0));
      }
      return rows;
    }

    /** In digits, for an answer of bytes would be taken for a state. */
    private static String hex(ByteBuffer value) {
      return value == null ? null : Blobs.hex(value);
    }

    static String shown(Row row) {
      String digits = Blobs.hex(row.value);
      return "0x" + (digits.length() > 64 ? digits.substring(0, 64) + "..." : digits);
    }

    @Override
    protected int maximumSize() {
      return ExtremesState.BYTES_SIZE;
    }

    @Override
    protected List<Row> rowsOfMaximumSize() {
      return List.of(
          new Row(ByteBuffer.allocate(ExtremesState.MAXIMUM_BYTES), 1),
          new Row(ByteBuffer.allocate(ExtremesState.MAXIMUM_BYTES), 2));
    }
  }
}
