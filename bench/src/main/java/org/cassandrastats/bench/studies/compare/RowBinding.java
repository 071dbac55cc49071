/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.compare;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
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
import org.cassandrastats.cli.console.UserError;

/** The statements of a task, prepared, and the values that rows of the data give their markers. */
final class RowBinding {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

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

  private RowBinding(
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
  static RowBinding of(
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
    return new RowBinding(session, candidate, task, data, prepared);
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
}
