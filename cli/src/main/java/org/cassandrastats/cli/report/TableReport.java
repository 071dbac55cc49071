/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.report;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.cli.chart.HtmlPage.Section;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.cli.console.Progress;
import org.cassandrastats.cli.console.ResultValues;
import org.cassandrastats.client.StatsClient;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.api.StatsRow;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.plan.Planner;
import org.cassandrastats.client.internal.plan.TableFacts;
import org.cassandrastats.client.internal.plan.Texts;
import org.cassandrastats.client.internal.text.Counted;

/** Finds out what is in a table, and makes the sections of a page of it. */
final class TableReport {
  private final ReportedTable table;
  private final Planner planner;
  private final Duration atMost;
  private final List<List<String>> facts = new ArrayList<>();
  private final List<Section> sections = new ArrayList<>();

  /**
   * @param atMost how long reading all rows may take
   */
  TableReport(ReportedTable table, Planner planner, Duration atMost) {
    this.table = table;
    this.planner = planner;
    this.atMost = atMost;
  }

  List<Section> sections() {
    CqlSession session = planner.session();
    TableFacts known = TableFacts.read(session, table.metadata());
    StatsOptions run = planner.options().run();
    List<Object> anyPartition = anyPartition(session);
    if (anyPartition.isEmpty()) {
      fact("Rows", "none");
    } else {
      look(known, anyPartition);
    }
    new StoredTables(session, run, table.metadata(), known)
        .section()
        .ifPresent(
            section -> sections.add(sections.size() - (sections.isEmpty() ? 0 : 1), section));
    sections.add(
        0,
        new Section(
            table.name(),
            table.metadata().describe(true),
            List.of(),
            List.of("", ""),
            List.of(false, false),
            facts));
    return sections;
  }

  private void look(TableFacts known, List<Object> anyPartition) {
    UsualQuestions asked = UsualQuestions.of(planner, table.questions(condition(anyPartition)));
    double seconds = asked.wholeTable().forecast().split().time().likely();
    boolean isRead = seconds <= atMost.toNanos() / 1e9;
    if (isRead) {
      read(known);
    } else {
      fact("Rows", Texts.rows(asked.wholeTable().forecast().rows()));
      fact(
          "Not read",
          "a pass over all rows takes about %s, longer than --at-most %s"
              .formatted(Texts.seconds(seconds), Texts.seconds(atMost)));
      Console.standard()
          .say(
              "The page has no values: a pass over all rows takes about %s. --at-most %s allows it."
                  .formatted(Texts.seconds(seconds), Math.round(Math.ceil(seconds / 60)) + "m"));
    }
    sections.add(asked.section());
  }

  private void read(TableFacts known) {
    StatsRow[] answer = new StatsRow[1];
    run("Reading values", table.values(), row -> answer[0] = row);
    ColumnValues values = ColumnValues.of(table, answer[0]);
    fact("Rows", Numbers.count(values.rows()));
    if (table.hasClustering()) {
      PartitionSizes sizes = new PartitionSizes();
      run("Counting rows of partitions", table.sizes(), sizes);
      fact("Partitions", Numbers.count(sizes.partitions()));
      sections.add(sizes.section(table));
    }
    sections.add(values.section());
    // Partitions of static columns only have no time.
    table
        .time()
        .filter(time -> values.first() != null)
        .ifPresent(
            time -> {
              String name = time.getName().asInternal();
              fact("First " + name, ResultValues.text(values.first()));
              fact("Last " + name, ResultValues.text(values.last()));
            });
    fact("On disk, about", known.bytes(), Texts::bytes);
    fact(
        "Largest partition",
        known.largestPartitionMebibytes(),
        size -> size == 0 ? "less than 1 MiB" : size + " MiB");
  }

  private void fact(String name, String value) {
    facts.add(List.of(name, value));
  }

  private void fact(String name, OptionalLong value, LongFunction<String> text) {
    value.ifPresent(number -> fact(name, text.apply(number)));
  }

  private void run(String what, String statement, Consumer<StatsRow> rows) {
    StatsOptions options = planner.options().run();
    try (Progress.Share bar = Console.standard().share(what)) {
      StatsClient.of(planner.session()).stream(
          StatsQuery.of(statement),
          options,
          progress -> bar.reached(progress.part(), Counted.of(progress.rows(), "row")),
          rows);
    }
  }

  /** The key of a partition; empty where there is none. */
  private List<Object> anyPartition(CqlSession session) {
    Row row = session.execute(table.anyPartition()).one();
    return row == null
        ? List.of()
        : IntStream.range(0, row.getColumnDefinitions().size()).mapToObj(row::getObject).toList();
  }

  /** The partition key and its values, in CQL. */
  private String condition(List<Object> values) {
    TableMetadata metadata = table.metadata();
    return IntStream.range(0, values.size())
        .mapToObj(
            place -> {
              ColumnMetadata column = metadata.getPartitionKey().get(place);
              return Names.cql(column.getName())
                  + " = "
                  + literal(column.getType(), values.get(place));
            })
        .collect(Collectors.joining(" AND "));
  }

  private String literal(DataType type, Object value) {
    TypeCodec<Object> codec = planner.session().getContext().getCodecRegistry().codecFor(type);
    return codec.format(value);
  }
}
