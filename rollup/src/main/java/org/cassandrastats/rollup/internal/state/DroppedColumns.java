/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.state;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.function.PackFunctions;
import org.cassandrastats.rollup.internal.bucket.BucketSource;
import org.cassandrastats.rollup.internal.bucket.Repartitioning;
import org.cassandrastats.rollup.internal.bucket.Task;
import org.cassandrastats.rollup.internal.table.SeriesKey;

/**
 * Which columns that tell series of rows apart a rollup has not: series that differ in them only
 * are a group, and share buckets. The key of a group is that of its series without these values.
 *
 * @param rows the key of a series
 * @param places of these columns in it; none where each series has its own buckets
 */
public record DroppedColumns(SeriesKey rows, Set<Integer> places) {
  /** Where no column is left, the rollup has this one, with one value. */
  private static final ColumnMetadata WHOLE = new Whole(CqlIdentifier.fromInternal("series"));

  /** The call of an aggregate that keeps the first and the last row; a column may have its name. */
  private static final Pattern IN_ORDER = Pattern.compile("first_last(_as_blob)?\"?\\(");

  private static final String ALL = "all";
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);

  /** Copies the set. */
  public DroppedColumns {
    places = Set.copyOf(places);
  }

  /** No column is dropped. */
  public static DroppedColumns none(SeriesKey rows) {
    return new DroppedColumns(rows, Set.of());
  }

  /**
   * Those that a task names.
   *
   * @param way from partitions of rows to those of the rollup
   * @throws StatsException if one of them tells no series apart, or tells when its rows are
   */
  static DroppedColumns of(BucketSource source, Task task, Optional<Repartitioning> way) {
    List<CqlIdentifier> names =
        source.key().columns().stream().map(ColumnMetadata::getName).toList();
    Set<Integer> places = new TreeSet<>();
    for (CqlIdentifier column : task.dropped()) {
      int place = names.indexOf(column);
      if (place < 0) {
        throw new StatsException(
            "%s %s: expected columns of the primary key of %s before %s (%s)."
                .formatted(
                    Task.DROP,
                    Names.cql(column),
                    source.name(),
                    source.time().name(),
                    source.key().names()));
      }
      if (way.isPresent() && way.get().column() == place) {
        throw new StatsException(
            "%s %s: it says which time a partition is for. Expected other columns, or no --partitions."
                .formatted(Task.DROP, Names.cql(column)));
      }
      places.add(place);
    }
    return new DroppedColumns(source.key(), places);
  }

  /**
   * Refuses states that several series do not give together.
   *
   * @throws StatsException if one of them is of rows in their order
   */
  void require(List<StateColumn> states) {
    for (StateColumn state : states) {
      boolean isOfOne =
          PackFunctions.all().isOrdered(state.family())
              || IN_ORDER.matcher(state.aggregate()).find();
      if (!isNone() && isOfOne) {
        throw new StatsException(
            "%s: %s is of the rows of one series in their order, and of several there is none. Expected other states."
                .formatted(Task.DROP, state.aggregate()));
      }
    }
  }

  boolean isNone() {
    return places.isEmpty();
  }

  /**
   * The key of the rollup. Without a column of the partition key, the others make the partition.
   */
  SeriesKey key() {
    if (isNone()) {
      return rows;
    }
    int partition = rows.partition().size();
    List<ColumnMetadata> columns = rows.columns();
    List<ColumnMetadata> first = kept(columns.subList(0, partition), 0);
    List<ColumnMetadata> behind = kept(columns.subList(partition, columns.size()), partition);
    if (!first.isEmpty()) {
      return new SeriesKey(first, behind);
    }
    return new SeriesKey(behind.isEmpty() ? List.of(WHOLE) : behind, List.of());
  }

  private <T> List<T> kept(List<T> values, int from) {
    List<T> kept = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      if (!places.contains(from + i)) {
        kept.add(values.get(i));
      }
    }
    return kept;
  }

  /** The key of the group of a series. */
  List<ByteBuffer> group(List<ByteBuffer> series) {
    List<ByteBuffer> group = new ArrayList<>(series);
    places.forEach(place -> group.set(place, NONE));
    return group;
  }

  /** The key of the rollup for a group. */
  List<ByteBuffer> written(List<ByteBuffer> group) {
    List<ByteBuffer> written = kept(group, 0);
    return written.isEmpty()
        ? List.of(ByteBuffer.wrap(ALL.getBytes(StandardCharsets.UTF_8)))
        : written;
  }

  /** The key of the group whose buckets have a key of the rollup. */
  List<ByteBuffer> groupOf(List<ByteBuffer> written) {
    List<ByteBuffer> group = new ArrayList<>();
    int next = 0;
    for (int i = 0; i < rows.columns().size(); i++) {
      group.add(places.contains(i) ? NONE : written.get(next++));
    }
    return group;
  }

  /**
   * The column of a rollup that stands for all series.
   *
   * @param getName its name
   */
  private record Whole(CqlIdentifier getName) implements ColumnMetadata {
    @Override
    public CqlIdentifier getKeyspace() {
      throw new UnsupportedOperationException("it is of no table yet");
    }

    @Override
    public CqlIdentifier getParent() {
      throw new UnsupportedOperationException("it is of no table yet");
    }

    @Override
    public DataType getType() {
      return DataTypes.TEXT;
    }

    @Override
    public boolean isStatic() {
      return false;
    }
  }
}
