/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.function;

import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/** What the servers are asked, how their answers merge, and what is shown of them. */
public record Selection(
    List<Column> columns, List<Output> outputs, List<String> names, int rowCount) {
  /** Copies the collections. */
  public Selection {
    columns = List.copyOf(columns);
    outputs = List.copyOf(outputs);
    names = List.copyOf(names);
  }

  /** The selectors of a request. */
  public List<String> selectors() {
    return columns.stream().map(Column::cql).toList();
  }

  /** How many rows an answer is about. */
  public long rows(List<ByteBuffer> answer) {
    ByteBuffer count = answer.get(rowCount);
    return count == null ? 0 : count.getLong(count.position());
  }

  /**
   * The answer to two parts of the rows together.
   *
   * @param left to what a single query would read first; its buffers may be changed in place
   * @param right to what it would read after that
   */
  public List<ByteBuffer> merge(List<ByteBuffer> left, List<ByteBuffer> right) {
    List<ByteBuffer> merged = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      merged.add(columns.get(i).merged(left.get(i), right.get(i)));
    }
    return merged;
  }

  /** What is shown of an answer. */
  public List<Object> values(List<ByteBuffer> answer) {
    List<Object> values = new ArrayList<>();
    outputs.forEach(output -> values.add(output.value().apply(answer)));
    return values;
  }

  /**
   * Something that is asked of the servers.
   *
   * @param cql the selector
   * @param merge how the answers to two parts of the rows become the answer to both: the first is
   *     that to the rows that a single query would read first, and may be changed in place; none is
   *     null
   */
  record Column(String cql, BinaryOperator<ByteBuffer> merge) {
    /** Merges two answers, of which one or both may be null: no rows say nothing. */
    ByteBuffer merged(ByteBuffer left, ByteBuffer right) {
      if (left == null || right == null) {
        return left == null ? right : left;
      }
      return merge.apply(left, right);
    }
  }

  /**
   * What is shown.
   *
   * @param family the family of the state that is shown, or null where it is no state
   * @param type its type in Java, or null where no function of the pack takes it
   * @param value computes it from the merged answers of the servers
   */
  record Output(String family, Type type, Function<List<ByteBuffer>, Object> value) {
    /** Something that no function of the pack is asked about. */
    static Output last(Function<List<ByteBuffer>, Object> value) {
      return new Output(null, null, value);
    }
  }
}
