/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.cassandrastats.client.internal.cql.Select;
import org.cassandrastats.client.internal.cql.Select.Expression;
import org.cassandrastats.udf.annotation.Identifier;

/** What the requests of a sample select. */
final class Selectors {
  private static final Set<DataType> NUMBERS =
      Set.of(
          DataTypes.TINYINT,
          DataTypes.SMALLINT,
          DataTypes.INT,
          DataTypes.BIGINT,
          DataTypes.FLOAT,
          DataTypes.DOUBLE);

  private Selectors() {}

  /** By kind. */
  static Map<Sample.Kind, List<String>> of(Select select, QuerySurvey survey) {
    Map<Sample.Kind, List<String>> selectors = new EnumMap<>(Sample.Kind.class);
    selectors.put(
        Sample.Kind.ONE_QUERY,
        select.selectors().stream().map(selector -> selector.expression().cql()).toList());
    selectors.put(Sample.Kind.SPLIT, survey.splitSelectors());
    selectors.put(Sample.Kind.FLOOR, List.of(floor(select, survey.table())));
    return selectors;
  }

  /** The average of a column that the statement reads, or the count where none is a number. */
  static String floor(Select select, RelationMetadata table) {
    return select.selectors().stream()
        .flatMap(selector -> selector.expression().columns())
        .filter(column -> isNumber(column, table))
        .findFirst()
        .map(column -> "avg(" + Identifier.quoteIfNeeded(column) + ")")
        .orElse("count(*)");
  }

  /** How many aggregates of the pack there are: the innermost calls that name its keyspace. */
  static int aggregatesOfPack(Select select, String keyspace) {
    return (int)
        select.selectors().stream()
            .map(Select.Selector::expression)
            .mapToLong(expression -> innermost(expression, keyspace))
            .sum();
  }

  /** Those of a split query's selectors whose answers a rollup can keep: states of the pack. */
  static List<String> states(QuerySurvey survey, String keyspace) {
    String prefix = Identifier.quoteIfNeeded(keyspace) + ".";
    return survey.splitSelectors().stream().filter(cql -> cql.startsWith(prefix)).toList();
  }

  /** The statement that counts the rows of another one. */
  static String count(Select select) {
    String from =
        (select.keyspace() == null ? "" : Identifier.quoteIfNeeded(select.keyspace()) + ".")
            + Identifier.quoteIfNeeded(select.table());
    String where =
        select.relations().stream()
            .map(
                relation ->
                    "%s %s %s"
                        .formatted(
                            Identifier.quoteIfNeeded(relation.column()),
                            relation.operator(),
                            relation.cql()))
            .collect(Collectors.joining(" AND "));
    return "SELECT count(*) FROM " + from + (where.isEmpty() ? "" : " WHERE " + where);
  }

  private static long innermost(Expression expression, String keyspace) {
    if (!(expression instanceof Expression.Call call)) {
      return 0;
    }
    long inside = call.arguments().stream().mapToLong(one -> innermost(one, keyspace)).sum();
    return inside == 0 && keyspace.equals(call.keyspace()) ? 1 : inside;
  }

  /** Static columns are not read for each row. */
  private static boolean isNumber(String column, RelationMetadata table) {
    return table
        .getColumn(CqlIdentifier.fromInternal(column))
        .filter(found -> !found.isStatic() && NUMBERS.contains(found.getType()))
        .isPresent();
  }
}
