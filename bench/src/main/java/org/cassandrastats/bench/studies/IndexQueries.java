/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.cassandrastats.bench.run.Asker;
import org.cassandrastats.bench.run.Attempt;
import org.cassandrastats.bench.run.ExactColumn;
import org.cassandrastats.bench.run.ExactPart;
import org.cassandrastats.bench.run.MeasuredAggregate;
import org.cassandrastats.bench.target.Target;

/** Asks for the records of one kind, or for their average. */
final class IndexQueries {
  static final int PAGE_SIZE = 5000;

  private static final Duration TIMEOUT = Duration.ofHours(2);
  private static final double AVERAGE_ERROR = 1e-12;

  private final CqlSession session;
  private final DriverExecutionProfile silent;
  private final Asker asker;
  private final ExactColumn column;
  private final Map<IndexShare, int[]> ids = new EnumMap<>(IndexShare.class);
  private final Map<IndexShare, ExactPart> exact = new EnumMap<>(IndexShare.class);
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  IndexQueries(Target target, ExactColumn column, RecordKinds kinds) {
    this.session = target.session();
    // Cassandra warns of every aggregate over several partitions, which is what is measured here.
    this.silent =
        session
            .getContext()
            .getConfig()
            .getDefaultProfile()
            .withBoolean(DefaultDriverOption.REQUEST_LOG_WARNINGS, false);
    this.asker = new Asker(session);
    this.column = column;
    for (IndexShare share : IndexShare.values()) {
      ids.put(share, kinds.idsOf(share.kind()));
      exact.put(share, column.only(id -> kinds.of(id) == share.kind()));
    }
  }

  Attempt ask(IndexQuestion question) {
    BoundStatement statement =
        prepared
            .computeIfAbsent(question.cql(), session::prepare)
            .bind()
            .setExecutionProfile(silent)
            .setPageSize(PAGE_SIZE)
            .setTimeout(TIMEOUT);
    return asker.askAll(
        statement,
        rows ->
            question.answer() == IndexAnswer.ROWS
                ? checkRows(question.share(), rows)
                : checkAverage(question.share(), rows.get(0)));
  }

  private Optional<String> checkRows(IndexShare share, List<Row> rows) {
    int[] expected = ids.get(share);
    if (rows.size() != expected.length) {
      return Optional.of("there are %d rows instead of %d".formatted(rows.size(), expected.length));
    }
    // By tokens, they come in any order.
    List<Row> sorted =
        rows.stream().sorted(Comparator.comparingLong(row -> row.getLong(0))).toList();
    for (int i = 0; i < expected.length; i++) {
      long id = sorted.get(i).getLong(0);
      double value = sorted.get(i).getDouble(1);
      double right = column.value(expected[i]);
      if (id != expected[i]
          || Double.doubleToRawLongBits(value) != Double.doubleToRawLongBits(right)) {
        return Optional.of(
            "there is (%d, %s) instead of (%d, %s)".formatted(id, value, expected[i], right));
      }
    }
    return Optional.empty();
  }

  private Optional<String> checkAverage(IndexShare share, Row row) {
    ExactPart part = exact.get(share);
    return row.getLong(0) == part.count()
        ? MeasuredAggregate.checkMean(row.getDouble(1), part.mean(), AVERAGE_ERROR)
        : Optional.of("the count is %d instead of %d".formatted(row.getLong(0), part.count()));
  }
}
