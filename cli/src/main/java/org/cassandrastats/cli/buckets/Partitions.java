/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.cassandrastats.client.cql.Names;

/** Finds the partitions of a table. */
public final class Partitions {
  private final StatementSender calls;
  private final List<ColumnMetadata> key;
  private final PreparedStatement select;
  private final Filter filter;

  /**
   * The partitions of a table.
   *
   * @param filter leaves out those that are known to have nothing in a span
   */
  public Partitions(StatementSender calls, TableMetadata table, Filter filter) {
    this.calls = calls;
    this.filter = filter;
    this.key = table.getPartitionKey();
    String names = Names.cql(key);
    this.select =
        calls.prepare(
            "SELECT DISTINCT token(%s), %s FROM %s WHERE token(%s) > ? AND token(%s) <= ?"
                .formatted(names, names, TableName.of(table), names, names));
  }

  /** Tells by their keys which partitions may have something in a span. */
  @FunctionalInterface
  public interface Filter {
    /** Whether a partition may. */
    boolean mayHold(List<ByteBuffer> key, Buckets.Span span);
  }

  /** Takes partitions, and says whether it wants more. */
  @FunctionalInterface
  public interface Visitor {
    /** Takes a partition: its token, and the bytes of its key. */
    boolean visit(long token, List<ByteBuffer> key);
  }

  /**
   * Visits the partitions of slices next to each other that may have something in a span, in the
   * order of their tokens.
   */
  public void visit(int firstSlice, int lastSlice, Buckets.Span span, Visitor visitor) {
    BoundStatement statement =
        calls.bind(
            select,
            List.of(
                token(Watermarks.Slices.above(firstSlice)),
                token(Watermarks.Slices.upTo(lastSlice))));
    ByteBuffer place = null;
    do {
      StatementSender.Page page = calls.page(statement, place);
      for (Row row : page.rows()) {
        List<ByteBuffer> found = key(row);
        if (filter.mayHold(found, span) && !visitor.visit(row.getLong(0), found)) {
          return;
        }
      }
      place = page.next();
    } while (place != null);
  }

  private static List<ByteBuffer> key(Row row) {
    List<ByteBuffer> key = new ArrayList<>();
    for (int i = 1; i < row.size(); i++) {
      key.add(row.getBytesUnsafe(i));
    }
    return key;
  }

  private static ByteBuffer token(long token) {
    return TypeCodecs.BIGINT.encode(token, ProtocolVersion.DEFAULT);
  }

  /** What is done with the buckets of a partition. */
  public interface Work {
    /**
     * Goes through the buckets of a span that have rows.
     *
     * @param key of the partition
     * @param stopped asked before each bucket
     */
    void go(List<ByteBuffer> key, Buckets.Span span, BooleanSupplier stopped);
  }
}
