/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.function;

import com.datastax.oss.driver.api.core.type.DataType;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;
import org.cassandrastats.client.internal.rows.RowAggregate;

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
      merged.add(columns.get(i).merged(left, right, i));
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
   * What is shown of a group without rows.
   *
   * @param answer whose columns that a group has in common count
   * @param others the values of the others
   */
  public List<Object> filled(List<ByteBuffer> answer, List<Object> others) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      Output output = outputs.get(i);
      values.add(output.role() == Role.KEY ? output.value().apply(answer) : others.get(i));
    }
    return values;
  }

  /** What the columns of the result are. */
  public List<Role> roles() {
    return outputs.stream().map(Output::role).toList();
  }

  /** What a column of the result is. */
  public enum Role {
    /** All rows of a group have it in common. */
    KEY,
    /** How many rows or values there are. */
    COUNT,
    /** A state. */
    STATE,
    /** Anything else. */
    VALUE
  }

  /**
   * Something that is asked of the servers.
   *
   * @param cql the selector
   * @param merge how the answers to two parts of the rows become the answer to both
   * @param rows how the client computes the answer from rows, or an error where it cannot
   */
  public record Column(String cql, Merge merge, Supplier<RowAggregate.Kind> rows) {
    /** Two answers of which neither depends on what else is asked. */
    public Column(String cql, BinaryOperator<ByteBuffer> merge, Supplier<RowAggregate.Kind> rows) {
      this(cql, Merge.of(merge), rows);
    }

    /** Merges two answers, of which one or both may be null: no rows say nothing. */
    ByteBuffer merged(List<ByteBuffer> left, List<ByteBuffer> right, int column) {
      if (left.get(column) == null || right.get(column) == null) {
        return left.get(column) == null ? right.get(column) : left.get(column);
      }
      return merge.merged(left, right, column);
    }
  }

  /** How the answers to two parts of the rows become the answer to both. */
  public interface Merge {
    /**
     * The answer to both.
     *
     * @param left to all that was asked about the rows that a single query would read first; its
     *     buffers may be changed in place
     * @param right to all that was asked about the others
     * @param column which answer it is; it is null in neither
     */
    ByteBuffer merged(List<ByteBuffer> left, List<ByteBuffer> right, int column);

    /** A merge that takes these two answers only. */
    static Merge of(BinaryOperator<ByteBuffer> merge) {
      return (left, right, column) -> merge.apply(left.get(column), right.get(column));
    }
  }

  /**
   * Something that all rows of a group have in common, by which servers group.
   *
   * @param cql how the statement writes it
   * @param selector what is asked of the servers
   * @param type of the value
   */
  public record Key(String cql, String selector, DataType type) {}

  /**
   * What is shown.
   *
   * @param family the family of the state that is shown, or null where it is no state
   * @param type its type in Java, or null where no function of the pack takes it
   * @param value computes it from the merged answers of the servers
   * @param role what it is
   */
  record Output(String family, Type type, Function<List<ByteBuffer>, Object> value, Role role) {
    /** An aggregate, or what is asked of it. */
    Output(String family, Type type, Function<List<ByteBuffer>, Object> value) {
      this(family, type, value, family == null ? Role.VALUE : Role.STATE);
    }

    /** Something that no function of the pack is asked about. */
    static Output last(Function<List<ByteBuffer>, Object> value) {
      return last(Role.VALUE, value);
    }

    /** The same of a role. */
    static Output last(Role role, Function<List<ByteBuffer>, Object> value) {
      return new Output(null, null, value, role);
    }
  }
}
