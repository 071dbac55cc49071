/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.rows;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Function;

/** An aggregate over the rows of a group, which come one after the other. Of one thread. */
public interface RowAggregate {
  /**
   * Adds a row.
   *
   * @param row the bytes of all columns that are read
   * @throws org.cassandrastats.client.api.StatsException if the aggregate refuses the row
   */
  void add(List<ByteBuffer> row);

  /** What a server answers for these rows, in a buffer of exactly its size. No row follows. */
  ByteBuffer result();

  /**
   * An aggregate of a statement.
   *
   * @param arguments what it needs of each row, in CQL
   * @param start begins a group; takes the places of the arguments in the rows
   */
  record Kind(List<String> arguments, Function<int[], RowAggregate> start) {
    /** Copies the list. */
    public Kind {
      arguments = List.copyOf(arguments);
    }
  }
}
