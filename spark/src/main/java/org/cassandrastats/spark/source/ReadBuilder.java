/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.cassandrastats.client.api.StatsQuery;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.spark.source.AggregateTranslator.Refused;
import org.cassandrastats.spark.value.SparkTypes;
import org.cassandrastats.udf.annotation.Identifier;

/** Takes from Spark what Cassandra answers as well: columns, conditions and aggregates. */
final class ReadBuilder
    implements SupportsPushDownV2Filters,
        SupportsPushDownRequiredColumns,
        SupportsPushDownAggregates {
  /** Characters of a filter that people read. */
  private static final int SHOWN = 1000;

  private final RelationMetadata table;
  private final SourceOptions options;
  private final KeyFilters filters;
  private StructType required;
  private PushedQuery aggregates;
  private String refusal;
  private String remark;

  ReadBuilder(RelationMetadata table, SourceOptions options) {
    this.table = table;
    this.options = options;
    this.filters = new KeyFilters(table);
    this.required = SparkTypes.schema(table);
  }

  @Override
  public Predicate[] pushPredicates(Predicate[] predicates) {
    filters.take(predicates);
    return filters.left().toArray(Predicate[]::new);
  }

  @Override
  public Predicate[] pushedPredicates() {
    return filters.pushed().toArray(Predicate[]::new);
  }

  @Override
  public void pruneColumns(StructType requiredSchema) {
    // Of a struct all fields are read, whichever of them Spark wants.
    StructType all = SparkTypes.schema(table);
    StructType whole = new StructType();
    for (StructField field : requiredSchema.fields()) {
      whole = whole.add(isRange(field.name()) ? field : all.apply(field.name()));
    }
    required = whole;
  }

  /** Aggregates are answered as a whole or not at all: Spark merges no states of the pack. */
  @Override
  public boolean supportCompletePushDown(Aggregation aggregation) {
    return translated(aggregation).isPresent();
  }

  @Override
  public boolean pushAggregation(Aggregation aggregation) {
    Optional<PushedQuery> query = translated(aggregation);
    query.ifPresent(pushed -> aggregates = pushed);
    return query.isPresent();
  }

  private boolean isRange(String name) {
    return name.equals(RangeColumn.NAME) && !RangeColumn.isHiddenBy(table);
  }

  private Optional<PushedQuery> translated(Aggregation aggregation) {
    if (refusal != null || !options.pushesAggregates()) {
      return Optional.empty();
    }
    try (SessionPool.Lease lease = SessionPool.shared().lease(options)) {
      PushedQuery query =
          new AggregateTranslator(table, options.functionsKeyspace()).query(aggregation);
      QueryCheck check =
          QueryCheck.of(
              lease.session(),
              StatsQuery.of(query.statement(filters.conditions())),
              options.client());
      refusal = check.refusal();
      remark = check.remark();
      return refusal == null ? Optional.of(query) : Optional.empty();
    } catch (Refused refused) {
      refusal = refused.getMessage();
      return Optional.empty();
    }
  }

  @Override
  public Scan build() {
    if (aggregates != null) {
      return new StatsScan(
          table, options, filters.conditions(), aggregates.schema(), aggregates, null, remark);
    }
    List<String> columns = new ArrayList<>();
    int range = -1;
    for (String name : required.fieldNames()) {
      if (isRange(name)) {
        range = columns.size();
      } else {
        columns.add(Identifier.quoteIfNeeded(name));
      }
    }
    RowQuery rows =
        new RowQuery(
            table.getKeyspace().asInternal(),
            Names.cql(table),
            filters.conditions().partitionKey(),
            columns,
            range);
    return new StatsScan(table, options, filters.conditions(), required, null, rows, whyRows());
  }

  /** Why there are rows where aggregates might be; null where there is nothing to say. */
  private String whyRows() {
    if (refusal != null) {
      return "no aggregates, because " + refusal;
    }
    // Spark offers no aggregates then.
    String left =
        filters.left().stream().map(Predicate::toString).collect(Collectors.joining(" AND "));
    return left.isEmpty()
        ? null
        : "Spark filters by " + (left.length() > SHOWN ? left.substring(0, SHOWN) + " ..." : left);
  }
}
