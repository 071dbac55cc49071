/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.bins;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.HashMap;
import java.util.Map;

/** A map of counts by the number of the bin, all 100 of them, each of which can be asked for. */
final class MapTable implements BinTable {
  private final PreparedStatement insert;
  private final PreparedStatement select;
  private final PreparedStatement selectOne;
  private final PreparedStatement update;

  MapTable(CqlSession session, String table) {
    this.insert = session.prepare("INSERT INTO " + table + " (id, bins) VALUES (?, ?)");
    this.select = session.prepare("SELECT bins FROM " + table + " WHERE id = ?");
    this.selectOne = session.prepare("SELECT bins[?] FROM " + table + " WHERE id = ?");
    this.update = session.prepare("UPDATE " + table + " SET bins[?] = ? WHERE id = ?");
  }

  @Override
  public BoundStatement insert(Distributions distributions, int id) {
    int[] counts = distributions.counts(id);
    Map<Integer, Integer> map = new HashMap<>();
    for (int bin = 0; bin < counts.length; bin++) {
      map.put(bin, counts[bin]);
    }
    return insert.bind(id, map);
  }

  @Override
  public BoundStatement read(int id) {
    return select.bind(id);
  }

  @Override
  public int[] counts(Row row) {
    int[] counts = new int[Distributions.BINS];
    row.getMap(0, Integer.class, Integer.class).forEach((bin, count) -> counts[bin] = count);
    return counts;
  }

  @Override
  public BoundStatement readForUpdate(int id, int bin) {
    return selectOne.bind(bin, id);
  }

  @Override
  public BoundStatement increment(int id, int bin, Row row) {
    return update.bind(bin, row.getInt(0) + 1, id);
  }
}
