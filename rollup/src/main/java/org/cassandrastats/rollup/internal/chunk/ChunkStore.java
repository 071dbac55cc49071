/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.chunk;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.rollup.internal.chunk.Points.Chunks;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.uda.chunk.ChunkCodec;

/** Reads and writes buckets of chunks. */
final class ChunkStore {
  /** A part of a few columns may have a megabyte. */
  private static final int PARTS_OF_A_PAGE = 16;

  /** Half of what a node takes as one change of a partition, if its settings are the default. */
  private static final int MOST_BYTES = 8 << 20;

  private final StatementSender calls;
  private final List<PackedColumn> columns;
  private final PreparedStatement select;
  private final PreparedStatement selectFirst;
  private final PreparedStatement updateFirst;
  private final PreparedStatement update;
  private final PreparedStatement delete;

  /** Buckets of a table, which has to be there. */
  ChunkStore(StatementSender calls, ChunkTable table) {
    this.calls = calls;
    this.columns = table.columns();
    this.select = calls.prepare(table.selectStatement());
    this.selectFirst = calls.prepare(table.selectFirstStatement());
    this.updateFirst = calls.prepare(table.updateFirstStatement());
    this.update = calls.prepare(table.updateStatement());
    this.delete = calls.prepare(table.deleteStatement());
  }

  /**
   * Reads a bucket.
   *
   * @param key of its partition
   * @param start where it begins
   * @throws StatsException if a chunk of it is damaged, or was not written by these commands
   */
  StoredBucket read(List<ByteBuffer> key, long start) {
    return read(select, key, start);
  }

  /** Reads the first part of a bucket. */
  StoredBucket readFirst(List<ByteBuffer> key, long start) {
    return read(selectFirst, key, start);
  }

  private StoredBucket read(PreparedStatement wanted, List<ByteBuffer> key, long start) {
    BoundStatement statement =
        calls.bind(wanted, values(key, bucket(start))).setPageSize(PARTS_OF_A_PAGE);
    Integer version = null;
    List<List<ByteBuffer>> parts = new ArrayList<>();
    ByteBuffer place = null;
    do {
      StatementSender.Page page = calls.page(statement, place);
      for (Row row : page.rows()) {
        if (row.getInt(0) != parts.size()) {
          throw new StatsException(
              "The bucket %s has a part %d where part %d is expected: cassandra-stats pack has not written it."
                  .formatted(Instant.ofEpochMilli(start), row.getInt(0), parts.size()));
        }
        version = parts.isEmpty() && !row.isNull(1) ? (Integer) row.getInt(1) : version;
        List<ByteBuffer> chunks = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
          chunks.add(row.getBytesUnsafe(i + 2));
        }
        parts.add(chunks);
      }
      place = page.next();
    } while (place != null);
    return new StoredBucket(version, parts, decode(start, parts));
  }

  private List<Chunks> decode(long start, List<List<ByteBuffer>> parts) {
    List<Chunks> decoded = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      List<ByteBuffer> chunks = new ArrayList<>();
      for (List<ByteBuffer> part : parts) {
        chunks.add(part.get(i));
      }
      try {
        decoded.add(Chunks.decode(columns.get(i), chunks));
      } catch (IllegalArgumentException damaged) {
        throw new StatsException(
            "The column %s of the bucket %s holds an invalid chunk: %s. If its rows are there still, delete the bucket, and pack it again with --recheck."
                .formatted(
                    columns.get(i).quoted(), Instant.ofEpochMilli(start), damaged.getMessage()),
            damaged);
      }
    }
    return decoded;
  }

  /**
   * Replaces a bucket, all of it or, where another run has written it since it was read, nothing.
   * Who wants to know reads it again.
   *
   * @param points of each column
   * @param digest the k of the digests that chunks carry; 0 for none
   * @param before the bucket as it was read
   * @throws StatsException if the chunks are too many bytes to be written at once
   */
  void write(
      List<ByteBuffer> key, long start, List<Points> points, int digest, StoredBucket before) {
    List<List<ByteBuffer>> chunks = new ArrayList<>();
    int count = 0;
    for (int i = 0; i < points.size(); i++) {
      List<ByteBuffer> encoded = Chunks.encode(columns.get(i), points.get(i), digest);
      chunks.add(encoded);
      count = Math.max(count, encoded.size());
    }
    List<BoundStatement> batch = new ArrayList<>();
    long bytes = 0;
    for (int part = 0; part < count; part++) {
      List<ByteBuffer> values = part(chunks, part);
      // Only part 0 is always written: it holds the version.
      if (part == 0 || part >= before.parts().size() || !before.parts().get(part).equals(values)) {
        batch.add(part == 0 ? first(key, start, values, before) : other(key, start, values, part));
        bytes += values.stream().mapToLong(one -> one == null ? 0 : one.remaining()).sum();
      }
    }
    if (bytes > MOST_BYTES) {
      throw new StatsException(
          "The bucket %s gives chunks of %,d bytes, and at most %,d are written at once: choose a narrower --bucket, or fewer columns."
              .formatted(Instant.ofEpochMilli(start), bytes, MOST_BYTES));
    }
    if (before.parts().size() > count) {
      batch.add(calls.bind(delete, values(key, bucket(start), number(count))));
    }
    calls.rows(calls.batch(batch));
  }

  private BoundStatement first(
      List<ByteBuffer> key, long start, List<ByteBuffer> chunks, StoredBucket before) {
    Integer version = before.version();
    List<ByteBuffer> values = new ArrayList<>(List.of(number(version == null ? 1 : version + 1)));
    values.addAll(chunks);
    values.addAll(values(key, bucket(start)));
    values.add(version == null ? null : number(version));
    return calls.bind(updateFirst, values);
  }

  private BoundStatement other(
      List<ByteBuffer> key, long start, List<ByteBuffer> chunks, int part) {
    List<ByteBuffer> values = new ArrayList<>(chunks);
    values.addAll(values(key, bucket(start), number(part)));
    return calls.bind(update, values);
  }

  private static List<ByteBuffer> part(List<List<ByteBuffer>> chunks, int part) {
    List<ByteBuffer> values = new ArrayList<>();
    for (List<ByteBuffer> column : chunks) {
      values.add(part < column.size() ? column.get(part) : null);
    }
    return values;
  }

  private static List<ByteBuffer> values(List<ByteBuffer> key, ByteBuffer... more) {
    List<ByteBuffer> values = new ArrayList<>(key);
    values.addAll(List.of(more));
    return values;
  }

  private static ByteBuffer bucket(long start) {
    return TypeCodecs.TIMESTAMP.encode(Instant.ofEpochMilli(start), ProtocolVersion.DEFAULT);
  }

  private static ByteBuffer number(int value) {
    return TypeCodecs.INT.encode(value, ProtocolVersion.DEFAULT);
  }

  /**
   * A bucket of the table of chunks.
   *
   * @param version how often it was written; null for never, or by others
   * @param parts the chunks of each part, by the columns; empty where there is no such bucket
   * @param columns the points of each column
   */
  record StoredBucket(Integer version, List<List<ByteBuffer>> parts, List<Chunks> columns) {
    StoredBucket {
      parts = List.copyOf(parts);
      columns = List.copyOf(columns);
    }

    /** Whether it holds these points, bit for bit, in parts that are cut as they should be. */
    boolean holds(List<Points> points) {
      for (int i = 0; i < points.size(); i++) {
        if (!columns.get(i).isCut() || !columns.get(i).points().isSame(points.get(i))) {
          return false;
        }
      }
      return true;
    }

    /** Whether its chunks carry digests with this k, where they are worth it; of 0 always. */
    boolean hasDigests(int k) {
      return k == 0
          || parts.stream()
              .flatMap(List::stream)
              .allMatch(chunk -> chunk == null || ChunkCodec.hasDigest(chunk, k));
    }

    /** Its points, and those of rows; where both have a time, the value of the row. */
    List<Points> with(List<Points> rows) {
      List<Points> all = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        all.add(columns.get(i).points().with(rows.get(i)));
      }
      return all;
    }

    /**
     * Times between which all columns have no more values than a chunk has: values that were
     * deleted are not read past in greater numbers than that at once.
     */
    List<Long> cuts() {
      long[] times = Points.times(columns.stream().map(Chunks::points).toList());
      int rows = Math.max(1, Chunks.SIZE / columns.size());
      List<Long> cuts = new ArrayList<>();
      for (int i = rows; i < times.length; i += rows) {
        cuts.add(times[i]);
      }
      return cuts;
    }
  }
}
