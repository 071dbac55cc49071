/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.bins;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.Arrays;
import java.util.List;

/**
 * A list of counts. CQL selects a list as a whole only; an element can be written by its index,
 * unless the list is frozen.
 */
final class ListTable implements BinTable {
  private final boolean doubles;
  private final boolean frozen;
  private final PreparedStatement insert;
  private final PreparedStatement select;
  private final PreparedStatement update;

  ListTable(CqlSession session, String table, boolean doubles, boolean frozen) {
    this.doubles = doubles;
    this.frozen = frozen;
    this.insert = session.prepare("INSERT INTO " + table + " (id, bins) VALUES (?, ?)");
    this.select = session.prepare("SELECT bins FROM " + table + " WHERE id = ?");
    this.update =
        session.prepare(
            "UPDATE %s SET %s = ? WHERE id = ?".formatted(table, frozen ? "bins" : "bins[?]"));
  }

  @Override
  public BoundStatement insert(Distributions distributions, int id) {
    return insert.bind(id, list(distributions.counts(id)));
  }

  private List<?> list(int... counts) {
    return doubles
        ? Arrays.stream(counts).asDoubleStream().boxed().toList()
        : Arrays.stream(counts).boxed().toList();
  }

  @Override
  public BoundStatement read(int id) {
    return select.bind(id);
  }

  @Override
  public int[] counts(Row row) {
    return doubles
        ? row.getList(0, Double.class).stream().mapToInt(Double::intValue).toArray()
        : row.getList(0, Integer.class).stream().mapToInt(Integer::intValue).toArray();
  }

  @Override
  public BoundStatement readForUpdate(int id, int bin) {
    return read(id);
  }

  @Override
  public BoundStatement increment(int id, int bin, Row row) {
    int[] counts = counts(row);
    counts[bin]++;
    if (frozen) {
      return update.bind(list(counts), id);
    }
    Object count = doubles ? (Object) (double) counts[bin] : (Object) counts[bin];
    return update.bind(bin, count, id);
  }
}
