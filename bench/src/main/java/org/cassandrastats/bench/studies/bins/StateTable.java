/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.bins;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import org.cassandrastats.uda.histogram.HistogramUnion;

/** A histogram state, in a blob or in a column of its own type: bytes for the driver in both. */
final class StateTable implements BinTable {
  private final PreparedStatement insert;
  private final PreparedStatement select;
  private final PreparedStatement update;

  StateTable(CqlSession session, String table) {
    this.insert = session.prepare("INSERT INTO " + table + " (id, state) VALUES (?, ?)");
    this.select = session.prepare("SELECT state FROM " + table + " WHERE id = ?");
    this.update = session.prepare("UPDATE " + table + " SET state = ? WHERE id = ?");
  }

  @Override
  public BoundStatement insert(Distributions distributions, int id) {
    return insert.bind(id, distributions.state(id));
  }

  @Override
  public BoundStatement read(int id) {
    return select.bind(id);
  }

  @Override
  public int[] counts(Row row) {
    return Distributions.counts(row.getBytesUnsafe(0));
  }

  @Override
  public BoundStatement readForUpdate(int id, int bin) {
    return read(id);
  }

  @Override
  public BoundStatement increment(int id, int bin, Row row) {
    return update.bind(HistogramUnion.union(row.getBytesUnsafe(0), Distributions.single(bin)), id);
  }
}
