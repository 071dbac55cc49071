/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.answer;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.internal.cql.Select;
import org.cassandrastats.client.internal.cql.Select.Expression;
import org.cassandrastats.client.internal.cql.Select.Relation;
import org.cassandrastats.client.internal.cql.SelectParser;
import org.cassandrastats.client.internal.function.Selection;
import org.cassandrastats.client.internal.request.Requests;
import org.cassandrastats.client.internal.split.LaneChoice;
import org.cassandrastats.client.internal.split.SplitQuery;
import org.cassandrastats.client.internal.split.SplitQueryResolver;
import org.cassandrastats.rollup.internal.time.BucketAlignment;
import org.cassandrastats.rollup.internal.time.Buckets;
import org.cassandrastats.rollup.internal.time.TimeColumn;
import org.cassandrastats.udf.annotation.Identifier;

/**
 * A question over the rows of partitions, and how the same is asked of the states of a rollup.
 *
 * @param select the question
 * @param lane that answers it
 * @param rows what it reads of the table, and how groups merge
 */
public record RollupQuestion(Select select, Lane lane, SplitQuery rows) {
  private static final String BUCKET = "time_bucket";

  /** States that keep one of several rows with equal keys: the first, or the last, to be read. */
  private static final List<String> OF_ORDER = List.of("min_max_by", "first_last");

  /** Says why rollups do not answer a question. */
  public static final class Unanswerable extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unanswerable(String reason) {
      super(reason);
    }
  }

  /**
   * Reads a question.
   *
   * @throws Unanswerable if no rollup answers its like
   * @throws org.cassandrastats.client.api.StatsException if nothing does
   */
  public static RollupQuestion of(CqlSession session, StatsQuery query, StatsOptions options) {
    require(options.resumeFile() == null, "--resume is given");
    Select select = SelectParser.parse(query);
    Requests requests = new Requests(session, options);
    try {
      Lane lane = LaneChoice.of(requests, select);
      SplitQuery rows = SplitQueryResolver.resolve(requests, select, lane == Lane.CLIENT);
      requireTimes(select, rows);
      return new RollupQuestion(select, lane, rows);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw StatsException.interrupted(interrupted);
    }
  }

  /** Rollups know of series and times only. */
  private static void requireTimes(Select select, SplitQuery rows) {
    require(!rows.isWholeTable(), "it names no partitions");
    require(!select.result().allowFiltering(), "the statement allows filtering");
    require(rows.split().isPresent(), "it asks for no range of times");
    String time = rows.split().get().getName().asInternal();
    Set<String> series =
        rows.seriesKey().stream()
            .map(column -> column.getName().asInternal())
            .collect(Collectors.toSet());
    for (Relation relation : select.relations()) {
      boolean isLimit = relation.column().equals(time) && !relation.operator().equals("=");
      require(series.contains(relation.column()) || isLimit, "of the condition " + relation);
    }
    for (Expression expression : select.groupBy()) {
      boolean isBucket =
          expression instanceof Expression.Call call
              && call.name().equals(BUCKET)
              && rows.grouping().bucket().orElseThrow().column().equals(time);
      boolean isOfKey =
          expression instanceof Expression.Column column && series.contains(column.name());
      require(isBucket || isOfKey, "it groups by " + expression.cql());
    }
  }

  private static void require(boolean fits, String reason) {
    if (!fits) {
      throw new Unanswerable(reason);
    }
  }

  /** The call by whose buckets rows are grouped. */
  private Optional<Expression.Call> bucketCall() {
    return select.groupBy().stream()
        .filter(Expression.Call.class::isInstance)
        .map(Expression.Call.class::cast)
        .findFirst();
  }

  /** The selectors of a statement about rows. */
  List<String> selectorsOfRows() {
    List<String> selectors = new ArrayList<>(rows.selection().selectors());
    List<Selection.Key> keys = rows.grouping().keys();
    for (int i = 0; i < keys.size(); i++) {
      selectors.set(i, keys.get(i).cql());
    }
    return selectors;
  }

  /** What follows the conditions of a statement about rows. */
  String tailOfRows() {
    String group = group(select.groupBy().stream().map(Expression::cql).toList());
    return group + (rows.reversed() ? rows.backwards() : "") + limit();
  }

  /** What follows the conditions of a statement about states. */
  String tailOfStates(RollupSource rollup) {
    String group =
        group(
            select.groupBy().stream()
                .map(
                    expression ->
                        expression instanceof Expression.Call call
                            ? ofStates(call, rollup).cql()
                            : expression.cql())
                .toList());
    return group
        + " ORDER BY "
        + Identifier.quoteIfNeeded(rollup.bucket())
        + (rows.isReadDescending() ? " DESC" : " ASC")
        + limit();
  }

  /** How many groups of a partition are wanted: the first may go on from those before. */
  private String limit() {
    if (!rows.result().orderBy().isEmpty()) {
      return "";
    }
    long most =
        IntStream.of(select.result().limit(), select.result().perPartitionLimit())
            .filter(limit -> limit > 0)
            .mapToLong(limit -> limit + 1L)
            .min()
            .orElse(Long.MAX_VALUE);
    return most > Integer.MAX_VALUE ? "" : " LIMIT " + most;
  }

  private static String group(List<String> expressions) {
    return expressions.isEmpty() ? "" : " GROUP BY " + String.join(", ", expressions);
  }

  /**
   * What is asked of states for each column that is asked of rows. Behind these, some say how many
   * values {@link BuiltinCall#requireNone} is to know of.
   *
   * @throws Unanswerable if the rollup has no such states, or its buckets are no parts of groups
   */
  List<String> selectorsOfStates(RollupSource rollup) {
    List<String> selectors = new ArrayList<>();
    Map<String, String> merged = rollup.merged();
    // Where the table is stored in the other direction, states of states are in neither.
    boolean isInOrder =
        !rows.reversed() && (rollup.levels().size() == 1 || !rows.isReadDescending());
    for (String selector : selectorsOfRows()) {
      require(
          isInOrder || OF_ORDER.stream().noneMatch(selector::contains),
          "%s has kept rows of %s in another order".formatted(rollup, selector));
      Optional<Expression.Call> bucket = bucketCall().filter(call -> call.cql().equals(selector));
      String ofStates;
      if (bucket.isPresent()) {
        ofStates = ofStates(bucket.get(), rollup).cql();
      } else if (selector.equals("count(*)")) {
        ofStates = "sum(rows)";
      } else if (selector.indexOf('(') < 0) {
        ofStates = selector;
      } else {
        ofStates =
            builtin(selector).flatMap(call -> call.ofStates(merged)).orElse(merged.get(selector));
      }
      require(ofStates != null, rollup + " has no state for " + selector);
      selectors.add(ofStates);
    }
    selectors.addAll(leftOut(merged));
    return selectors;
  }

  /** The call of Cassandra's own aggregate that a selector is, where moments answer it. */
  Optional<BuiltinCall> builtin(String selector) {
    return BuiltinCall.of(selector, rows.table());
  }

  /** What says that moments have left out values which these selectors are about. */
  private List<String> leftOut(Map<String, String> merged) {
    return selectorsOfRows().stream()
        .flatMap(selector -> builtin(selector).stream())
        .filter(call -> !call.name().equals("count"))
        .flatMap(call -> call.leftOut(merged).stream())
        .distinct()
        .toList();
  }

  /**
   * The buckets by which rows are grouped.
   *
   * @throws Unanswerable if those of the rollup are no parts of them
   */
  Optional<Buckets> groups(RollupSource rollup) {
    return bucketCall().map(call -> groups(call, rollup));
  }

  private static Buckets groups(Expression.Call call, RollupSource rollup) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < call.arguments().size(); i++) {
      if (i != 1) {
        require(
            call.arguments().get(i) instanceof Expression.Literal literal
                && literal.value() instanceof String,
            "it groups by " + call.cql());
        texts.add((String) ((Expression.Literal) call.arguments().get(i)).value());
      }
    }
    TimeColumn.Unit unit = rollup.origin().countedUnit();
    if (unit != null) {
      require(
          texts.size() > 1 && texts.get(1).equals(unit.toString()),
          rollup + " counts times in " + unit);
      texts.remove(1);
    }
    Buckets groups = Buckets.of(texts.get(0), texts.size() > 1 ? texts.get(1) : null);
    require(
        BucketAlignment.fits(groups, rollup.definition().buckets()),
        "buckets of %s are not made of those of %s, of %s"
            .formatted(groups, rollup, rollup.definition().buckets()));
    return groups;
  }

  /** The same buckets of the beginnings of buckets. */
  private static Expression.Call ofStates(Expression.Call call, RollupSource rollup) {
    var unused = groups(call, rollup);
    List<Expression> arguments = new ArrayList<>(call.arguments());
    arguments.set(1, new Expression.Column(rollup.bucket()));
    if (rollup.origin().countedUnit() != null) {
      // A bigint without its unit is taken for milliseconds, and gives a timestamp.
      arguments.remove(2);
    }
    return new Expression.Call(call.keyspace(), call.name(), arguments);
  }
}
