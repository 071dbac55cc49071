/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.api;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A query over any number of rows: the SELECT statement that would be sent to Cassandra, if it
 * answered in time.
 *
 * <pre>{@code
 * StatsQuery.of(
 *     "SELECT count(*), stats.mean(value), stats.tdigest_quantile(stats.tdigest(value), 0.99)"
 *         + " FROM shop.measurement WHERE sensor = ? AND at >= ?",
 *     "roof", Instant.parse("2026-01-01T00:00:00Z"));
 * }</pre>
 *
 * It selects {@code count}, {@code min}, {@code max}, {@code sum}, {@code avg} of doubles,
 * aggregates of the pack whose states merge, what is asked of such states, and columns of the
 * partition key. It reads partitions whose whole key the WHERE clause gives, with {@code =} or
 * {@code IN}, or the whole table. Clustering columns may be fixed ({@code =}) in their order, and
 * the first that is not may be limited ({@code <}, {@code <=}, {@code >}, {@code >=}). {@code GROUP
 * BY} names columns of the primary key in their order, then at most {@code time_bucket} or {@code
 * floor} of another one. Columns may be left out: groups that differ in them only become one.
 * {@code ORDER BY} names clustering columns, of partitions that are named, or columns of the
 * result.
 */
public final class StatsQuery {
  private final SimpleStatement sentAs;
  private final List<@Nullable Object> values;
  private final Map<CqlIdentifier, @Nullable Object> namedValues;
  private final List<String> partitions;
  private final List<String> conditions;
  private final Fill fill;
  private final Map<String, Window> windows;
  private final @Nullable Tokens tokens;

  /**
   * A range of tokens.
   *
   * @param above what is less than all of them
   * @param upTo the last of them
   */
  public record Tokens(long above, long upTo) {
    /** Refuses a range of no tokens. */
    public Tokens {
      if (above >= upTo) {
        throw new IllegalArgumentException(
            "expected the last token above %d, found %d".formatted(above, upTo));
      }
    }
  }

  /** What a bucket of time without rows is in the result. */
  public static final class Fill {
    /** It has no row. */
    public static final Fill NONE = new Fill(Kind.NONE, null, Map.of());

    /** A row of nulls. */
    public static final Fill NULL = new Fill(Kind.NULL, null, Map.of());

    /**
     * A row of the last values before it that are not null: 0 for {@code count}, null for states.
     */
    public static final Fill PREVIOUS = new Fill(Kind.PREVIOUS, null, Map.of());

    /**
     * A row of doubles on the line from the bucket with rows before it to the one behind it, where
     * both have a value: 0 for {@code count}, null for all else.
     */
    public static final Fill LINEAR = new Fill(Kind.LINEAR, null, Map.of());

    /** How values are filled. */
    public enum Kind {
      NONE,
      NULL,
      PREVIOUS,
      LINEAR,
      CONSTANT
    }

    private final Kind kind;
    private final @Nullable Number constant;
    private final Map<String, Fill> columns;

    private Fill(Kind kind, @Nullable Number constant, Map<String, Fill> columns) {
      this.kind = kind;
      this.constant = constant;
      this.columns = Map.copyOf(columns);
    }

    /** A row of a number in each column of numbers: 0 for {@code count}, null for all else. */
    public static Fill constant(Number number) {
      return new Fill(Kind.CONSTANT, Objects.requireNonNull(number, "number"), Map.of());
    }

    /**
     * The same, but for a column of the result, whose {@code count} gets a constant, too.
     *
     * @param column its name in the result
     * @param fill what it gets, where buckets have rows: {@link #NONE} means {@link #NULL}
     */
    public Fill with(String column, Fill fill) {
      Map<String, Fill> more = new LinkedHashMap<>(columns);
      more.put(column, fill);
      return new Fill(kind == Kind.NONE ? Kind.NULL : kind, constant, more);
    }

    /** How values are filled, but for those of {@link #columns}. */
    public Kind kind() {
      return kind;
    }

    /** The constant; null where it is none. */
    public @Nullable Number constant() {
      return constant;
    }

    /** The columns that are filled in another way. */
    public Map<String, Fill> columns() {
      return columns;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Fill fill
          && kind == fill.kind
          && Objects.equals(constant, fill.constant)
          && columns.equals(fill.columns);
    }

    @Override
    public int hashCode() {
      return Objects.hash(kind, constant, columns);
    }

    @Override
    public String toString() {
      String all = constant == null ? kind.toString() : constant.toString();
      return columns.isEmpty() ? all : all + columns;
    }
  }

  private StatsQuery(
      SimpleStatement sentAs,
      List<@Nullable Object> values,
      Map<CqlIdentifier, @Nullable Object> namedValues,
      List<String> partitions,
      List<String> conditions,
      Fill fill,
      Map<String, Window> windows,
      @Nullable Tokens tokens) {
    this.sentAs = sentAs;
    this.values = Collections.unmodifiableList(new ArrayList<>(values));
    this.namedValues = Collections.unmodifiableMap(new LinkedHashMap<>(namedValues));
    this.partitions = List.copyOf(partitions);
    this.conditions = List.copyOf(conditions);
    this.fill = Objects.requireNonNull(fill, "fill");
    this.windows = Map.copyOf(windows);
    this.tokens = tokens;
  }

  /**
   * A query. It is looked at when it runs.
   *
   * @param statement CQL
   * @param values one for each marker {@code ?} in the statement
   */
  public static StatsQuery of(String statement, @Nullable Object... values) {
    return new StatsQuery(
        SimpleStatement.newInstance(Objects.requireNonNull(statement, "statement")),
        Arrays.asList(Objects.requireNonNull(values, "values")),
        Map.of(),
        List.of(),
        List.of(),
        Fill.NONE,
        Map.of(),
        null);
  }

  /**
   * A query as the driver has it, such as one that its query builder has made. It is looked at when
   * it runs.
   *
   * <pre>{@code
   * StatsQuery.of(
   *     selectFrom("shop", "measurement")
   *         .countAll().as("readings")
   *         .function("stats", "mean", Selector.column("value")).as("mean")
   *         .whereColumn("sensor").isEqualTo(bindMarker())
   *         .build("roof"));
   * }</pre>
   *
   * @param statement CQL, and its values in the order of their markers or by name. Its execution
   *     profile, its custom payload and its tracing are those of each request
   * @throws IllegalArgumentException if it has a keyspace, node, page size, timeout, consistency
   *     level or paging state of its own: {@link StatsOptions} has these
   */
  public static StatsQuery of(SimpleStatement statement) {
    Objects.requireNonNull(statement, "statement");
    if (statement.getConsistencyLevel() != null
        || statement.getTimeout() != null
        || statement.getPageSize() > 0
        || statement.getNode() != null
        || statement.getPagingState() != null
        || statement.getKeyspace() != null) {
      throw new IllegalArgumentException(
          "expected a statement without keyspace, node, page size, timeout, consistency level"
              + " and paging state: StatsOptions says how its requests are sent");
    }
    return new StatsQuery(
        statement,
        statement.getPositionalValues(),
        statement.getNamedValues(),
        List.of(),
        List.of(),
        Fill.NONE,
        Map.of(),
        null);
  }

  /**
   * The same query, which reads several partitions, as {@code IN} would say: {@code
   * day=2026-01-01..2026-03-31} for a column of dates, {@code bucket=0..15} for one of integers.
   *
   * @param range COLUMN=FROM..TO, both included, or COLUMN=FROM..TO/STEP: a step is a number, or a
   *     width of time such as 1d or 1mo, by which times in milliseconds are given as dates in UTC,
   *     too: {@code partition=2026-01-01..2026-12-01/1mo}
   */
  public StatsQuery withPartitions(String range) {
    List<String> more = new ArrayList<>(partitions);
    more.add(Objects.requireNonNull(range, "range"));
    return new StatsQuery(sentAs, values, namedValues, more, conditions, fill, windows, tokens);
  }

  /**
   * The same query with a condition more, as if the WHERE clause had it.
   *
   * @param condition CQL without markers, such as {@code at >= currentTimestamp() - 24h}
   */
  public StatsQuery withCondition(String condition) {
    List<String> more = new ArrayList<>(conditions);
    more.add(Objects.requireNonNull(condition, "condition"));
    return new StatsQuery(sentAs, values, namedValues, partitions, more, fill, windows, tokens);
  }

  /**
   * The same query with a row for each bucket of time, where it groups by {@code time_bucket} or
   * {@code floor}: from the lower limit of its column in the WHERE clause to the upper one; without
   * limits from the first bucket with rows to the last, of those rows whose other columns of GROUP
   * BY are the same. With both limits, partitions that are named and have no rows within them get
   * these rows as well. Gaps behind a lower limit continue the last bucket before it, where rows of
   * named partitions are read in the order of time and no other column is limited.
   */
  public StatsQuery withFill(Fill newFill) {
    return new StatsQuery(
        sentAs, values, namedValues, partitions, conditions, newFill, windows, tokens);
  }

  /**
   * The same query, a column of whose result shows something of other rows: what was counted so
   * far, a share in the whole, or the value of a week before.
   *
   * @param column its name in the result
   */
  public StatsQuery withWindow(String column, Window window) {
    Map<String, Window> more = new LinkedHashMap<>(windows);
    more.put(Objects.requireNonNull(column, "column"), Objects.requireNonNull(window, "window"));
    return new StatsQuery(sentAs, values, namedValues, partitions, conditions, fill, more, tokens);
  }

  /**
   * The same query of those partitions of a table whose tokens are above one and up to another:
   * what one of several processes reads that share a table.
   *
   * @param above less than all of them; {@link Long#MIN_VALUE} for the first tokens
   * @param upTo the last of them; {@link Long#MAX_VALUE} for the last tokens
   * @throws IllegalArgumentException if that is no token
   */
  public StatsQuery withTokens(long above, long upTo) {
    return new StatsQuery(
        sentAs,
        values,
        namedValues,
        partitions,
        conditions,
        fill,
        windows,
        new Tokens(above, upTo));
  }

  /** The statement as it was given. */
  public String statement() {
    return sentAs.getQuery();
  }

  /** The statement as the driver has it, whose execution profile and tracing requests have. */
  public SimpleStatement sentAs() {
    return sentAs;
  }

  /** See {@link #withPartitions}. */
  public List<String> partitions() {
    return partitions;
  }

  /** See {@link #withCondition}. */
  public List<String> conditions() {
    return conditions;
  }

  /** See {@link #withFill}. */
  public Fill fill() {
    return fill;
  }

  /** See {@link #withWindow}: by the names of their columns. */
  public Map<String, Window> windows() {
    return windows;
  }

  /** See {@link #withTokens}; null for all. */
  public @Nullable Tokens tokens() {
    return tokens;
  }

  /** The values of its markers {@code ?}, in their order. */
  public List<@Nullable Object> values() {
    return values;
  }

  /** The values of its markers that have names, such as {@code :sensor}. */
  public Map<CqlIdentifier, @Nullable Object> namedValues() {
    return namedValues;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StatsQuery query
        && sentAs.equals(query.sentAs)
        && values.equals(query.values)
        && namedValues.equals(query.namedValues)
        && partitions.equals(query.partitions)
        && conditions.equals(query.conditions)
        && fill.equals(query.fill)
        && windows.equals(query.windows)
        && Objects.equals(tokens, query.tokens);
  }

  @Override
  public int hashCode() {
    return Objects.hash(sentAs, values, namedValues, partitions, conditions, fill, windows, tokens);
  }

  /** The statement with what was given beside it, without the values of its markers. */
  @Override
  public String toString() {
    return statement()
        + (conditions.isEmpty() ? "" : " AND " + String.join(" AND ", conditions))
        + " partitions "
        + partitions
        + " fill "
        + fill;
  }
}
