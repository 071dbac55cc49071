/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.report;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.cassandrastats.cli.chart.Chart;
import org.cassandrastats.cli.chart.HtmlPage.Section;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.plan.TableFacts;
import org.cassandrastats.client.internal.plan.Texts;
import org.cassandrastats.rollup.internal.bucket.StoredDefinition;
import org.cassandrastats.rollup.internal.table.StatementSender;
import org.cassandrastats.rollup.internal.table.TableName;
import org.cassandrastats.rollup.internal.table.Watermarks;

/** The rollups and tables of chunks that are made of the rows of a table, or of such a rollup. */
final class StoredTables {
  private static final List<String> HEADER =
      List.of(
          "table", "made by", "of", "bucket", "holds", "complete until", "bytes", "of the rows'");

  private final CqlSession session;
  private final StatementSender calls;
  private final TableMetadata rows;
  private final OptionalLong bytes;
  private final List<List<String>> shown = new ArrayList<>();
  private final List<Chart.Bar> bars = new ArrayList<>();

  /**
   * @param rows the table
   * @param facts what nodes know of it
   */
  StoredTables(CqlSession session, StatsOptions run, TableMetadata rows, TableFacts facts) {
    this.session = session;
    this.calls = StatementSender.of(session, run);
    this.rows = rows;
    this.bytes = facts.bytes();
  }

  /** What there is; empty where there is nothing. */
  Optional<Section> section() {
    bytes.ifPresent(size -> bars.add(new Chart.Bar(Names.cql(rows), (double) size)));
    addThoseOf(TableName.of(rows), new ArrayList<>());
    if (shown.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Section(
            "Rollups and chunks",
            "",
            bars.size() > 1
                ? List.of(new Chart.Bars("Bytes by system.size_estimates, about", bars))
                : List.of(),
            HEADER,
            List.of(false, false, false, false, false, false, true, true),
            shown));
  }

  private void addThoseOf(TableName from, List<TableName> known) {
    session.getMetadata().getKeyspaces().values().stream()
        .flatMap(keyspace -> keyspace.getTables().values().stream())
        .sorted(Comparator.comparing(table -> TableName.of(table).toString()))
        .forEach(
            table ->
                StoredDefinition.writer(table)
                    .ifPresent(
                        kind ->
                            StoredDefinition.find(kind, table)
                                .filter(definition -> definition.from().equals(from.toString()))
                                .filter(definition -> !known.contains(TableName.of(table)))
                                .ifPresent(
                                    definition -> {
                                      known.add(TableName.of(table));
                                      add(kind, table, definition);
                                      addThoseOf(TableName.of(table), known);
                                    })));
  }

  private void add(Watermarks.Kind kind, TableMetadata table, StoredDefinition definition) {
    OptionalLong size = TableFacts.read(session, table).bytes();
    size.ifPresent(stored -> bars.add(new Chart.Bar(Names.cql(table), (double) stored)));
    shown.add(
        List.of(
            Names.cql(table),
            kind.toString(),
            definition.from(),
            definition.bucket()
                + (definition.timezone() == null ? "" : " of " + definition.timezone()),
            kind == Watermarks.Kind.PACK
                ? String.join(", ", definition.columns().keySet())
                : String.join(", ", definition.states().values()),
            Watermarks.find(calls, kind, Optional.of(table))
                .map(Watermarks::ofAll)
                .filter(OptionalLong::isPresent)
                .map(until -> Instant.ofEpochMilli(until.getAsLong()).toString())
                .orElse("not complete yet"),
            size.isPresent() ? Texts.bytes((double) size.getAsLong()) : "not known yet",
            size.isPresent() && bytes.isPresent()
                ? Numbers.share((double) size.getAsLong() / bytes.getAsLong())
                : ""));
  }
}
