/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.state;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.cql.SelectParser;
import org.cassandrastats.client.internal.function.PackFunctions;
import org.cassandrastats.client.internal.function.Selection;
import org.cassandrastats.client.internal.function.SelectionCompiler;
import org.cassandrastats.client.internal.function.TableColumns;
import org.cassandrastats.client.internal.rows.Cells;
import org.cassandrastats.client.internal.rows.RowReading;
import org.cassandrastats.rollup.internal.bucket.BucketSource;
import org.cassandrastats.rollup.internal.table.StatementSender;

/**
 * Computes the states of buckets from their rows, which are read page by page: servers need no
 * functions. A page that fails is asked for again, and one that cannot be read is cut.
 */
final class ClientStates implements BucketStates {
  private final StatementSender calls;
  private final BucketSource source;
  private final SplitStates parts;
  private final RowReading reading;
  private final List<Integer> indexes;
  private final PreparedStatement prepared;

  /**
   * States of a table.
   *
   * @param options of requests that are cut
   * @throws org.cassandrastats.client.api.StatsException if one cannot be computed here
   */
  ClientStates(
      StatementSender calls, BucketSource source, List<StateColumn> columns, StatsOptions options) {
    this.calls = calls;
    this.source = source;
    this.parts = new SplitStates(calls, source, columns, options);
    Selection selection =
        new SelectionCompiler(
                PackFunctions.all(),
                options.functionsKeyspace(),
                new TableColumns(source.table(), Set.of()))
            .compile(
                SelectParser.parse(BucketStates.select(source, columns), List.of()).selectors());
    this.reading =
        new RowReading(
            false,
            List.of(),
            UnaryOperator::identity,
            selection.columns().stream().map(column -> column.rows().get()).toList(),
            Names.cql(source.key().partition().get(0).getName()));
    List<String> selectors = selection.selectors();
    // As a server answers: what a query shows of it was finished once more.
    this.indexes = columns.stream().map(column -> selectors.indexOf(column.aggregate())).toList();
    this.prepared = calls.prepare(statement());
  }

  private String select() {
    return "SELECT %s FROM %s".formatted(String.join(", ", reading.selectors()), source.name());
  }

  @Override
  public void dryRun() {
    source.dryRun(calls, select());
  }

  @Override
  public String statement() {
    return select() + BucketStates.whereBucket(source);
  }

  @Override
  public States atOnce(List<ByteBuffer> key, long start, long end) {
    BoundStatement bound = calls.bind(prepared, BucketStates.values(source, key, start, end));
    RowReading.Groups rows = reading.groups();
    ByteBuffer place = null;
    do {
      StatementSender.Page page = calls.page(bound, place);
      page.rows().forEach(row -> rows.add(Cells.of(row)));
      place = page.next();
    } while (place != null);
    List<ByteBuffer> answer = rows.all().get(0);
    List<ByteBuffer> bytes = new ArrayList<>();
    for (int index : indexes) {
      bytes.add(answer.get(index));
    }
    return new States(answer.get(0).getLong(0), bytes);
  }

  @Override
  public States inParts(List<ByteBuffer> key, long start, long end) {
    return parts.of(key, start, end);
  }
}
