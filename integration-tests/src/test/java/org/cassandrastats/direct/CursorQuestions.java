/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.cassandrastats.direct.CursorHistories.Column;

/**
 * Random aggregations of a table that has a random history.
 *
 * @param table its name, with {@code %s} for the keyspace
 * @param columns which may become more
 */
record CursorQuestions(
    CursorHistories history,
    String table,
    Random random,
    int partitions,
    List<Column> clustering,
    List<Column> columns,
    List<Column> statics) {
  private static final List<String> TIMES = List.of("int", "bigint", "timestamp", "smallint");
  private static final List<String> NUMBERS =
      List.of("double", "int", "bigint", "float", "smallint", "tinyint", "decimal", "varint");

  private String select() {
    List<String> selectors = new ArrayList<>();
    int size = 1 + random.nextInt(3);
    while (selectors.size() < size) {
      selectors.add(random.nextInt(8) == 0 ? "count(*)" : selector());
    }
    return "SELECT " + String.join(", ", selectors) + " FROM " + table;
  }

  /** An aggregation of groups of one partition, or of those of a range. */
  String questionOfGroups() {
    return select()
        + (random.nextBoolean() ? range() : " WHERE p = " + (1 + random.nextInt(partitions)))
        + grouping();
  }

  /** An aggregation of some columns over one slice, or of some partitions. */
  String question() {
    String select = select();
    if (random.nextInt(4) == 0) {
      return select + range() + (random.nextInt(3) == 0 ? grouping() : "");
    }
    String where =
        switch (clustering.isEmpty() ? random.nextInt(2) : random.nextInt(5)) {
          case 0 -> "p = " + (1 + random.nextInt(partitions + 2));
          case 1 -> "p IN (" + random.nextInt(partitions) + ", 2, 3, 1, 9)";
          default -> "p = " + (1 + random.nextInt(partitions)) + history.slice();
        };
    return select + " WHERE " + where + (random.nextInt(4) == 0 ? grouping() : "");
  }

  /** The same question in either order, if it is one of one partition. */
  String inEitherOrder(String question) {
    return clustering.isEmpty() || !question.contains(" WHERE p = ")
        ? question
        : question
            + " ORDER BY "
            + clustering.get(0).name()
            + history.any(List.of(" ASC", " DESC"));
  }

  /**
   * An aggregation of some columns over the whole table, in one group or in one of each partition.
   */
  String questionOfAll() {
    return "SELECT "
        + selector()
        + ", "
        + selector()
        + " FROM "
        + table
        + history.any(List.of("", "", " GROUP BY p"));
  }

  /** The whole table, or the partitions between some tokens. */
  private String range() {
    String from = "token(p) " + history.any(List.of("> ", ">= ")) + token();
    String to = "token(p) " + history.any(List.of("< ", "<= ")) + token();
    return history.any(
        List.of("", " WHERE " + from, " WHERE " + to, " WHERE " + from + " AND " + to));
  }

  private String token() {
    return random.nextInt(3) == 0
        ? Long.toString(random.nextLong())
        : "token(" + (1 + random.nextInt(partitions)) + ")";
  }

  /** By the first columns of the key, and buckets of a few numbers. */
  private String grouping() {
    int size = random.nextInt(clustering.size() + 1);
    String key =
        " GROUP BY p"
            + (size == 0 ? "" : ", " + CursorHistories.names(clustering.subList(0, size)));
    boolean isTime = size < clustering.size() && clustering.get(size).type().equals("bigint");
    return isTime
        ? key + ", stats.time_bucket('3s', " + clustering.get(size).name() + ", 's')"
        : key;
  }

  private String selector() {
    Column column = columns.get(random.nextInt(columns.size()));
    List<Column> numbers = columns.stream().filter(each -> NUMBERS.contains(each.type())).toList();
    if (!statics.isEmpty() && random.nextInt(12) == 0) {
      return "count(" + history.any(statics).name() + ")";
    }
    if (numbers.isEmpty() || random.nextInt(3) == 0) {
      return selectorOfAnyType(column);
    }
    Column number = numbers.get(random.nextInt(numbers.size()));
    String name = number.name();
    boolean isDirect = List.of("double", "int", "varint").contains(number.type());
    String value = isDirect ? name : "cast(" + name + " as double)";
    List<Column> times = clustering.stream().filter(each -> TIMES.contains(each.type())).toList();
    if (isDirect && !times.isEmpty() && random.nextInt(3) == 0) {
      Column time = history.any(times);
      String call = history.any(List.of("first(%s, %s)", "max_by(%s, %s)", "min_max_by(%s, %s)"));
      return "stats."
          + (time.type().equals("timestamp") && random.nextBoolean() ? "chunk(%2$s, %1$s)" : call)
              .formatted(value, time.name());
    }
    return switch (random.nextInt(isDirect ? 10 : 3)) {
      case 0 -> "avg(" + name + ")";
      case 1 -> "sum(" + name + ")";
      case 2 -> "min(" + name + "), max(" + name + ")";
      case 3 -> "stats.mean(" + value + ")";
      case 4 -> "stats.moments(" + value + ")";
      case 5 -> "stats.first(" + value + "), stats.last(" + value + ")";
      case 6 -> "stats.histogram(" + value + ", -20.0, 20.0, 8)";
      case 7 -> "stats.moments_mean(stats.moments(" + value + "))";
      case 8 -> "stats.tdigest_quantile(stats.tdigest(" + value + "), 0.5)";
      default -> "stats.tdigest(" + value + ")";
    };
  }

  private String selectorOfAnyType(Column column) {
    if (column.type().equals("duration")) {
      return "count(" + column.name() + ")";
    }
    List<Column> times = clustering.stream().filter(each -> TIMES.contains(each.type())).toList();
    if (!times.isEmpty() && random.nextInt(4) == 0) {
      return "stats."
          + history.any(List.of("first_as_blob", "max_by_as_blob", "min_max_by_as_blob"))
          + "(%s, %s)".formatted(column.name(), history.any(times).name());
    }
    if (column.type().equals("blob") && random.nextBoolean()) {
      return history
          .any(
              List.of(
                  "count(stats.hll_is_valid(%s))",
                  "max(stats.hll_is_valid(%s)), stats.approx_count_distinct(stats.chunk_is_valid(%s))"))
          .replace("%s", column.name());
    }
    if (column.type().equals("bigint") && random.nextBoolean()) {
      return history
          .any(List.of("sum(%s)", "stats.mean(%s)", "stats.first_last_as_blob(%s)"))
          .formatted("stats.time_bucket('3s', " + column.name() + ", 's')");
    }
    return history
        .any(
            List.of(
                "min(%s)",
                "max(%s)",
                "count(%s)",
                "stats.hll(%s)",
                "stats.approx_count_distinct(%s)",
                "stats.first_last_as_blob(%s)",
                "stats.last_as_blob(%s)"))
        .formatted(column.name());
  }
}
