/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.direct;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.bench.measure.ExactColumn;
import org.cassandrastats.bench.measure.ExactPart;
import org.cassandrastats.bench.measure.MeasuredAggregate;

/** What {@link DirectStudy} asks. */
enum DirectQuestion {
  AVG("avg", MeasuredAggregate.AVG),
  MEAN("mean", MeasuredAggregate.MEAN),
  TDIGEST("tdigest", MeasuredAggregate.TDIGEST),
  FIVE("five aggregates", MeasuredAggregate.TDIGEST),
  HOURS("mean, per hour", MeasuredAggregate.MEAN),
  SPLIT("tdigest, split in 4", MeasuredAggregate.TDIGEST);

  /** Of one statement, beside a t-digest. */
  private static final String OTHER_FOUR =
      ", %1$s.mean(value), %1$s.min_by(value, at), %1$s.histogram(value, 0.0, 50.0, 100),"
          + " %1$s.ddsketch(value, 0.01)";

  /** Rows are a second from each other. */
  private static final int HOUR = 3600;

  private final String label;
  private final MeasuredAggregate aggregate;

  DirectQuestion(String label, MeasuredAggregate aggregate) {
    this.label = label;
    this.aggregate = aggregate;
  }

  /**
   * As CQL.
   *
   * @param from the table, and which of its rows
   */
  String cql(String functions, String from) {
    String selected = aggregate.selector(functions);
    String others = this == FIVE ? OTHER_FOUR.formatted(functions) : "";
    String groups =
        this == HOURS ? " GROUP BY sensor, %s.time_bucket('1h', at, 's')".formatted(functions) : "";
    return "SELECT " + selected + others + " FROM " + from + groups;
  }

  /** The exact results over the groups of some rows. */
  List<ExactPart> exact(ExactColumn column, int rows) {
    if (this != HOURS) {
      return List.of(column.first(rows));
    }
    List<ExactPart> hours = new ArrayList<>();
    for (int row = 0; row < rows; row += HOUR) {
      hours.add(column.part(row, Math.min(rows, row + HOUR)));
    }
    return hours;
  }

  /** What is wrong with the first aggregate, if anything is. */
  Optional<String> check(List<Row> found, List<ExactPart> exact) {
    if (found.size() != exact.size()) {
      return Optional.of("there are %d rows instead of %d".formatted(found.size(), exact.size()));
    }
    for (int group = 0; group < found.size(); group++) {
      Optional<String> wrong = aggregate.check(found.get(group), exact.get(group));
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return label;
  }
}
