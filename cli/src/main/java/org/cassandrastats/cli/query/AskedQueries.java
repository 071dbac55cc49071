/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.internal.cql.Select;
import org.cassandrastats.client.internal.cql.Statements.Statement;
import org.cassandrastats.client.internal.request.SelectedTable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What is asked: a statement, or those of a file, and for how long back. */
final class AskedQueries {
  /** Not before the year 1582, in which timeuuids begin. */
  private static final String TIME =
      "(?i)(?:[0-9]{1,2}y|[0-9]{1,3}mo|[0-9]{1,4}w|[0-9]{1,5}d|[0-9]{1,6}h|[0-9]{1,9}(?:m|s|ms))+";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "SELECT",
      description = "The query, as it would be sent to Cassandra.")
  private String statement;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description =
          "Answer the queries of a file instead, one after the other: each behind a line -- NAME and before a"
              + " semicolon. The result has them under their names; the first that fails ends the run.")
  private Path file;

  @Option(
      names = "--last",
      paramLabel = "TIME",
      description =
          "Only rows of so long before now, such as 24h, 7d or 1mo: limits of the clustering column that is"
              + " a timestamp or timeuuid, as the first node that is asked knows the time.")
  private String last;

  /** Whether the queries are those of a file. */
  boolean hasNames() {
    return file != null;
  }

  /**
   * The queries.
   *
   * @throws ParameterException if there is not exactly one source of them
   */
  List<Statement> statements() {
    if ((statement == null) == (file == null)) {
      throw new ParameterException(
          spec.commandLine(),
          statement == null
              ? "Missing required parameter: 'SELECT', or --file"
              : "Give a SELECT or --file, not both");
    }
    if (last != null && !last.matches(TIME)) {
      throw new ParameterException(
          spec.commandLine(),
          "--last is %s: expected a time such as 24h, 7d or 1mo".formatted(last));
    }
    return file == null ? List.of(new Statement("", statement)) : QueryFile.read(file);
  }

  /** Limits a query as the option --last says. */
  StatsQuery limited(CqlSession session, StatsQuery query, Select select) {
    if (last == null) {
      return query;
    }
    ColumnMetadata time = time(session, select);
    String column = time.getName().asCql(true);
    String start = "currentTimestamp() - " + last;
    String end = "currentTimestamp()";
    boolean isTimeuuid = time.getType().equals(DataTypes.TIMEUUID);
    return query
        .withCondition(
            "%s >= %s".formatted(column, isTimeuuid ? "minTimeuuid(" + start + ")" : start))
        .withCondition("%s < %s".formatted(column, isTimeuuid ? "minTimeuuid(" + end + ")" : end));
  }

  private static ColumnMetadata time(CqlSession session, Select select) {
    return SelectedTable.of(session, select).getClusteringColumns().keySet().stream()
        .filter(
            column ->
                column.getType().equals(DataTypes.TIMESTAMP)
                    || column.getType().equals(DataTypes.TIMEUUID))
        .findFirst()
        .orElseThrow(
            () ->
                new UserError(
                    "--last: no clustering column of %s is a timestamp or timeuuid. Write the limits into the WHERE clause instead."
                        .formatted(select.table())));
  }
}
