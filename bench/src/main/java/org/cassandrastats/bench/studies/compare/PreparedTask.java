/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.ListType;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.cassandrastats.bench.measure.Attempt;
import org.cassandrastats.bench.measure.InFlight;
import org.cassandrastats.bench.measure.Percentiles;
import org.cassandrastats.bench.measure.QueryRunner;
import org.cassandrastats.cli.console.UserError;

/** A task of a candidate, prepared, whose values are bound from rows of the data. */
final class PreparedTask {
  /** Milliseconds of a request. */
  static final String MEDIAN = "p50_ms";

  static final String P95 = "p95_ms";
  static final String P99 = "p99_ms";
  static final String LONGEST = "max_ms";

  /** Requests of a run that were sent, how many of them in a second, and rows that they found. */
  static final String REQUESTS = "requests";

  static final String RATE = "requests_per_s";
  static final String FOUND = "rows_found";

  /** What those requests found that are sent in any time: the same ones of every candidate. */
  static final String FOUND_FIRST = "rows_found_first";

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final double NANOS_OF_A_MILLISECOND = 1e6;

  private final CqlSession session;
  private final Candidate candidate;
  private final CandidateTask task;
  private final DataRows data;
  private final List<Prepared> statements;

  /**
   * A value that is bound.
   *
   * @param columns of the data: one, or those of the elements of a list
   * @param type of the value, or of the elements
   * @param codec of the value
   */
  private record Variable(
      List<Integer> columns, CellType type, boolean isList, TypeCodec<Object> codec) {
    static Variable of(ColumnDefinition definition, DataRows data, CqlSession session) {
      String name = definition.getName().asInternal();
      boolean isList = name.indexOf(',') >= 0;
      DataType type = definition.getType();
      if (isList && !(type instanceof ListType)) {
        throw new UserError("a list is bound, expected a value of type " + type.asCql(false, true));
      }
      return new Variable(
          Arrays.stream(name.split(",")).map(data::column).toList(),
          new CellType(
              isList ? ((ListType) type).getElementType() : type,
              session.getContext().getCodecRegistry()),
          isList,
          session.getContext().getCodecRegistry().codecFor(type));
    }
  }

  private record Prepared(
      CandidateTask.Statement source, PreparedStatement statement, List<Variable> variables) {}

  private PreparedTask(
      CqlSession session,
      Candidate candidate,
      CandidateTask task,
      DataRows data,
      List<Prepared> statements) {
    this.session = session;
    this.candidate = candidate;
    this.task = task;
    this.data = data;
    this.statements = statements;
  }

  /**
   * Prepares the statements of a task in the keyspace of its candidate.
   *
   * @throws UserError if the server refuses one, naming its line
   */
  static PreparedTask of(
      CqlSession session,
      Candidate candidate,
      CandidateTask task,
      DataRows data,
      ConsistencyLevel level) {
    List<Prepared> prepared = new ArrayList<>();
    for (CandidateTask.Statement source : task.statements()) {
      try {
        PreparedStatement statement =
            session.prepare(
                SimpleStatement.newInstance(source.cql())
                    .setKeyspace(candidate.keyspace())
                    .setConsistencyLevel(level)
                    .setTimeout(TIMEOUT));
        List<Variable> variables = new ArrayList<>();
        for (ColumnDefinition each : statement.getVariableDefinitions()) {
          variables.add(Variable.of(each, data, session));
        }
        prepared.add(new Prepared(source, statement, variables));
      } catch (DriverException | UserError refused) {
        throw new UserError(
            "%s: %s".formatted(candidate.place(source), refused.getMessage()), refused);
      }
    }
    return new PreparedTask(session, candidate, task, data, prepared);
  }

  Candidate candidate() {
    return candidate;
  }

  CandidateTask task() {
    return task;
  }

  /**
   * The statements with the values of a row. What is empty there is left unset, so that nothing is
   * deleted.
   *
   * @throws UserError if a cell is no value of its type, naming its line
   */
  List<BoundStatement> bind(DataRow row) {
    List<BoundStatement> bound = new ArrayList<>(statements.size());
    for (Prepared each : statements) {
      BoundStatementBuilder builder = each.statement.boundStatementBuilder();
      for (int i = 0; i < each.variables.size(); i++) {
        Variable variable = each.variables.get(i);
        Object value = value(each.source, variable, row);
        if (value != null) {
          builder = builder.set(i, value, variable.codec);
        }
      }
      bound.add(builder.build());
    }
    return bound;
  }

  /**
   * Looks at the values of a row.
   *
   * @throws UserError if a cell is no value of its type, or empty where there has to be one, naming
   *     its line
   */
  void check(DataRow row) {
    for (Prepared each : statements) {
      for (int i = 0; i < each.variables.size(); i++) {
        Variable variable = each.variables.get(i);
        Object value = value(each.source, variable, row);
        boolean isNeeded =
            task.kind() == CandidateTask.Kind.READ
                || each.statement.getPartitionKeyIndices().contains(i);
        if (value == null && isNeeded) {
          throw new UserError(
              "%s: the column \"%s\" is empty, of which %s needs a value"
                  .formatted(
                      data.place(row),
                      data.columns().get(variable.columns.get(0)),
                      candidate.place(each.source)));
        }
        encode(each.source, variable, value, row);
      }
    }
  }

  /** Finds what only fails when it is sent, such as letters beyond ASCII. */
  private void encode(
      CandidateTask.Statement source, Variable variable, Object value, DataRow row) {
    try {
      variable.codec.encode(value, session.getContext().getProtocolVersion());
    } catch (RuntimeException noValue) {
      throw unfit(source, variable, variable.columns.get(0), row, noValue);
    }
  }

  private Object value(CandidateTask.Statement source, Variable variable, DataRow row) {
    if (!variable.isList) {
      return value(source, variable, variable.columns.get(0), row);
    }
    List<Object> elements = new ArrayList<>(variable.columns.size());
    for (int column : variable.columns) {
      elements.add(value(source, variable, column, row));
    }
    if (elements.stream().allMatch(Objects::isNull)) {
      return null;
    }
    int empty = elements.indexOf(null);
    if (empty >= 0) {
      // No list of CQL has an element that is null, and the others would move.
      throw new UserError(
          "%s: the column \"%s\" is empty in the middle of a list of %s: expected a value, or all of them empty"
              .formatted(
                  data.place(row),
                  data.columns().get(variable.columns.get(empty)),
                  candidate.place(source)));
    }
    return elements;
  }

  private Object value(CandidateTask.Statement source, Variable variable, int column, DataRow row) {
    String text = row.cells().get(column);
    try {
      return variable.type.value(text);
    } catch (RuntimeException noValue) {
      // Codecs meet the end of a text that they do not expect, too.
      throw unfit(source, variable, column, row, noValue);
    }
  }

  private UserError unfit(
      CandidateTask.Statement source,
      Variable variable,
      int column,
      DataRow row,
      RuntimeException noValue) {
    return new UserError(
        "%s: \"%s\" in the column \"%s\" is no %s, as which %s binds it"
            .formatted(
                data.place(row),
                row.cells().get(column),
                data.columns().get(column),
                variable.type.name(),
                candidate.place(source)),
        noValue);
  }

  /** Carries out the statements of a row, and gives how many rows they found. */
  private CompletionStage<Long> execute(List<BoundStatement> bound) {
    CompletionStage<Long> found = CompletableFuture.completedFuture(0L);
    for (BoundStatement statement : bound) {
      found =
          found.thenCompose(
              before -> session.executeAsync(statement).thenCompose(page -> rest(page, before)));
    }
    return found;
  }

  private static CompletionStage<Long> rest(AsyncResultSet page, long before) {
    long found = before + page.remaining();
    return page.hasMorePages()
        ? page.fetchNextPage().thenCompose(next -> rest(next, found))
        : CompletableFuture.completedFuture(found);
  }

  /**
   * Carries out the task for each of some rows, and takes the time of each and of all. Values are
   * bound before: texts that have to be parsed are of the file, not of the model.
   *
   * @param inFlight how many requests are on their way at most
   * @param limit when no further request is sent
   * @throws UserError if a cell is no value of its type
   */
  Attempt run(List<DataRow> rows, int inFlight, Duration limit) {
    double[] milliseconds = new double[rows.size()];
    Arrays.fill(milliseconds, Double.NaN);
    long[] found = new long[rows.size()];
    List<List<BoundStatement>> bound = rows.stream().map(this::bind).toList();
    long start = System.nanoTime();
    try {
      InFlight.each(
          inFlight,
          0,
          rows.size(),
          i -> {
            long begin = System.nanoTime();
            if (begin - start > limit.toNanos()) {
              return CompletableFuture.completedFuture(null);
            }
            return execute(bound.get(i))
                .thenAccept(
                    count -> {
                      milliseconds[i] = (System.nanoTime() - begin) / NANOS_OF_A_MILLISECOND;
                      found[i] = count;
                    });
          });
    } catch (DriverException failed) {
      return Attempt.failed(QueryRunner.secondsSince(start), failed);
    }
    double seconds = QueryRunner.secondsSince(start);
    Percentiles all = Percentiles.of(milliseconds);
    return Attempt.exact(seconds, null)
        .with(MEDIAN, all.at(50))
        .with(P95, all.at(95))
        .with(P99, all.at(99))
        .with(LONGEST, all.at(100))
        .with(REQUESTS, all.count())
        .with(RATE, all.count() / seconds)
        .with(FOUND, (double) Arrays.stream(found).sum())
        .with(FOUND_FIRST, (double) Arrays.stream(found).limit(inFlight).sum());
  }
}
