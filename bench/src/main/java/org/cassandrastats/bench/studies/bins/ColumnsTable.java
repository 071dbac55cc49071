/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.bins;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A column for each bin. Names cannot be bound, so that each column has statements of its own. */
final class ColumnsTable implements BinTable {
  private final PreparedStatement insert;
  private final PreparedStatement select;
  private final List<PreparedStatement> selectOne = new ArrayList<>();
  private final List<PreparedStatement> update = new ArrayList<>();

  ColumnsTable(CqlSession session, String table) {
    this.insert =
        session.prepare(
            "INSERT INTO %s (id, %s) VALUES (?, %s)"
                .formatted(table, each(ColumnsTable::name), each(bin -> "?")));
    this.select =
        session.prepare(
            "SELECT %s FROM %s WHERE id = ?".formatted(each(ColumnsTable::name), table));
    for (int bin = 0; bin < Distributions.BINS; bin++) {
      selectOne.add(session.prepare("SELECT %s FROM %s WHERE id = ?".formatted(name(bin), table)));
      update.add(session.prepare("UPDATE %s SET %s = ? WHERE id = ?".formatted(table, name(bin))));
    }
  }

  static String definitions() {
    return each(bin -> name(bin) + " int");
  }

  private static String name(int bin) {
    return "bin" + bin;
  }

  private static String each(IntFunction<String> text) {
    return IntStream.range(0, Distributions.BINS).mapToObj(text).collect(Collectors.joining(", "));
  }

  @Override
  public BoundStatement insert(Distributions distributions, int id) {
    List<Object> values = new ArrayList<>(List.of(id));
    for (int count : distributions.counts(id)) {
      values.add(count);
    }
    return insert.bind(values.toArray());
  }

  @Override
  public BoundStatement read(int id) {
    return select.bind(id);
  }

  @Override
  public int[] counts(Row row) {
    return IntStream.range(0, Distributions.BINS).map(row::getInt).toArray();
  }

  @Override
  public BoundStatement readForUpdate(int id, int bin) {
    return selectOne.get(bin).bind(id);
  }

  @Override
  public BoundStatement increment(int id, int bin, Row row) {
    return update.get(bin).bind(row.getInt(0) + 1, id);
  }
}
