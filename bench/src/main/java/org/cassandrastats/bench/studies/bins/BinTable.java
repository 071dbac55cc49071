/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.bins;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.cassandrastats.uda.histogram.HistogramUnion;

/** The requests of a way to store distributions. */
abstract class BinTable {
  private final PreparedStatement insert;
  private final PreparedStatement select;

  /** A table with these columns besides the id. */
  BinTable(CqlSession session, String table, List<String> columns) {
    String names = String.join(", ", columns);
    this.insert =
        session.prepare(
            "INSERT INTO %s (id, %s) VALUES (?%s)"
                .formatted(table, names, ", ?".repeat(columns.size())));
    this.select = session.prepare("SELECT %s FROM %s WHERE id = ?".formatted(names, table));
  }

  /** What the columns hold of a record. */
  abstract Stream<?> values(Distributions distributions, int id);

  /** Writes a record. */
  BoundStatement insert(Distributions distributions, int id) {
    return insert.bind(Stream.concat(Stream.of(id), values(distributions, id)).toArray());
  }

  /** Reads a record. */
  BoundStatement read(int id) {
    return select.bind(id);
  }

  /** The counts in an answer to {@link #read}. */
  abstract int[] counts(Row row);

  /** Reads what has to be known to increment a bin: as little as there is a way to ask for. */
  BoundStatement readForUpdate(int id, int bin) {
    return read(id);
  }

  /**
   * Increments a bin.
   *
   * @param row the answer to {@link #readForUpdate}
   */
  abstract BoundStatement increment(int id, int bin, Row row);

  /**
   * A list of counts. CQL selects a list as a whole only; an element can be written by its index,
   * unless the list is frozen.
   */
  static final class OfList extends BinTable {
    private final boolean doubles;
    private final boolean frozen;
    private final PreparedStatement update;

    OfList(CqlSession session, String table, boolean doubles, boolean frozen) {
      super(session, table, List.of("bins"));
      this.doubles = doubles;
      this.frozen = frozen;
      this.update =
          session.prepare(
              "UPDATE %s SET %s = ? WHERE id = ?".formatted(table, frozen ? "bins" : "bins[?]"));
    }

    @Override
    Stream<?> values(Distributions distributions, int id) {
      return Stream.of(list(distributions.counts(id)));
    }

    private List<?> list(int... counts) {
      return doubles
          ? Arrays.stream(counts).asDoubleStream().boxed().toList()
          : Arrays.stream(counts).boxed().toList();
    }

    @Override
    int[] counts(Row row) {
      return doubles
          ? row.getList(0, Double.class).stream().mapToInt(Double::intValue).toArray()
          : row.getList(0, Integer.class).stream().mapToInt(Integer::intValue).toArray();
    }

    @Override
    BoundStatement increment(int id, int bin, Row row) {
      int[] counts = counts(row);
      counts[bin]++;
      List<?> changed = list(counts);
      return frozen ? update.bind(changed, id) : update.bind(bin, changed.get(bin), id);
    }
  }

  /** A map of counts by the number of the bin, all 100 of them, each of which can be asked for. */
  static final class OfMap extends BinTable {
    private final PreparedStatement selectOne;
    private final PreparedStatement update;

    OfMap(CqlSession session, String table) {
      super(session, table, List.of("bins"));
      this.selectOne = session.prepare("SELECT bins[?] FROM " + table + " WHERE id = ?");
      this.update = session.prepare("UPDATE " + table + " SET bins[?] = ? WHERE id = ?");
    }

    @Override
    Stream<?> values(Distributions distributions, int id) {
      int[] counts = distributions.counts(id);
      return Stream.of(
          IntStream.range(0, counts.length)
              .boxed()
              .collect(Collectors.toMap(bin -> bin, bin -> counts[bin])));
    }

    @Override
    int[] counts(Row row) {
      int[] counts = new int[Distributions.BINS];
      row.getMap(0, Integer.class, Integer.class).forEach((bin, count) -> counts[bin] = count);
      return counts;
    }

    @Override
    BoundStatement readForUpdate(int id, int bin) {
      return selectOne.bind(bin, id);
    }

    @Override
    BoundStatement increment(int id, int bin, Row row) {
      return update.bind(bin, row.getInt(0) + 1, id);
    }
  }

  /** A histogram state, in a blob or in a column of its own type: bytes for the driver in both. */
  static final class OfState extends BinTable {
    private final PreparedStatement update;

    OfState(CqlSession session, String table) {
      super(session, table, List.of("state"));
      this.update = session.prepare("UPDATE " + table + " SET state = ? WHERE id = ?");
    }

    @Override
    Stream<?> values(Distributions distributions, int id) {
      return Stream.of(distributions.state(id));
    }

    @Override
    int[] counts(Row row) {
      return Distributions.counts(row.getBytesUnsafe(0));
    }

    @Override
    BoundStatement increment(int id, int bin, Row row) {
      return update.bind(
          HistogramUnion.union(row.getBytesUnsafe(0), Distributions.single(bin)), id);
    }
  }

  /** A column for each bin. Names cannot be bound: each column has statements of its own. */
  static final class OfColumns extends BinTable {
    private static final List<String> NAMES =
        IntStream.range(0, Distributions.BINS).mapToObj(bin -> "bin" + bin).toList();

    private final List<PreparedStatement> selectOne;
    private final List<PreparedStatement> update;

    OfColumns(CqlSession session, String table) {
      super(session, table, NAMES);
      this.selectOne = each(session, "SELECT %2$s FROM %1$s WHERE id = ?", table);
      this.update = each(session, "UPDATE %1$s SET %2$s = ? WHERE id = ?", table);
    }

    private static List<PreparedStatement> each(CqlSession session, String cql, String table) {
      return NAMES.stream().map(name -> session.prepare(cql.formatted(table, name))).toList();
    }

    static String definitions() {
      return String.join(" int, ", NAMES) + " int";
    }

    @Override
    Stream<?> values(Distributions distributions, int id) {
      return Arrays.stream(distributions.counts(id)).boxed();
    }

    @Override
    int[] counts(Row row) {
      return IntStream.range(0, Distributions.BINS).map(row::getInt).toArray();
    }

    @Override
    BoundStatement readForUpdate(int id, int bin) {
      return selectOne.get(bin).bind(id);
    }

    @Override
    BoundStatement increment(int id, int bin, Row row) {
      return update.get(bin).bind(row.getInt(0) + 1, id);
    }
  }
}
