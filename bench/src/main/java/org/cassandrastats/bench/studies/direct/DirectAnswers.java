/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.direct;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.cassandrastats.bench.measure.ExactColumn;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.MeasuredAggregate;

/** What {@link DirectStudy} compares answers with: the exact one, and the first one. */
final class DirectAnswers {
  private final ExactColumn column;
  private final int rows;
  private final Map<DirectQuestion, List<ExactPart>> exact = new EnumMap<>(DirectQuestion.class);
  private final Map<String, List<ByteBuffer>> first = new HashMap<>();

  /** Over the first rows of a column. */
  DirectAnswers(ExactColumn column, int rows) {
    this.column = column;
    this.rows = rows;
  }

  /** What is wrong with an answer, if anything is. */
  Optional<String> check(DirectQuestion question, String cql, List<Row> found) {
    List<ExactPart> parts = exact.computeIfAbsent(question, asked -> asked.exact(column, rows));
    return question
        .check(found, parts)
        .or(
            () -> {
              List<ByteBuffer> bytes = bytes(found);
              return first.computeIfAbsent(cql, asked -> bytes).equals(bytes)
                  ? Optional.empty()
                  : Optional.of("the answer has other bytes than that of another way to read");
            });
  }

  /** What is wrong with a digest that was merged of others, if anything is. */
  Optional<String> checkDigest(ByteBuffer state) {
    return MeasuredAggregate.checkDigest(state, column.first(rows));
  }

  private static List<ByteBuffer> bytes(List<Row> rows) {
    List<ByteBuffer> all = new ArrayList<>();
    for (Row row : rows) {
      for (int value = 0; value < row.size(); value++) {
        all.add(row.getBytesUnsafe(value));
      }
    }
    return all;
  }
}
