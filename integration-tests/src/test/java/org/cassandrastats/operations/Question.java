/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.operations;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A query with its one right answer.
 *
 * @param cql with bind markers
 * @param arguments for the markers
 * @param rows the answer, in the order of their first columns
 */
record Question(String cql, List<Object> arguments, List<List<Object>> rows) {
  /** Rows of a page, fewer than an answer may have. */
  private static final int PAGE = 7;

  ResultSet askSimple(CqlSession session) {
    return ask(session, SimpleStatement.newInstance(cql, arguments.toArray()));
  }

  ResultSet askPrepared(CqlSession session, PreparedStatement prepared) {
    return ask(session, prepared.bind(arguments.toArray()));
  }

  /** In pages, and without a line in the log for each warning of the server. */
  private static ResultSet ask(CqlSession session, Statement<?> statement) {
    return session.execute(
        statement
            .setPageSize(PAGE)
            // A node that is restarted leaves requests without an answer: another one is asked.
            .setIdempotent(true)
            .setExecutionProfile(
                session
                    .getContext()
                    .getConfig()
                    .getDefaultProfile()
                    .withBoolean(DefaultDriverOption.REQUEST_LOG_WARNINGS, false)));
  }

  /** Empty if an answer, all pages of it, is right; else what it is. */
  String difference(ResultSet answer) {
    List<List<Object>> found = new ArrayList<>();
    for (Row row : answer) {
      found.add(IntStream.range(0, row.size()).<Object>mapToObj(row::getObject).toList());
    }
    if (found.size() > 1) {
      found.sort(Comparator.comparingLong(row -> ((Number) row.get(0)).longValue()));
    }
    return found.equals(rows) ? "" : cql + " gave " + found + ", expected " + rows;
  }
}
