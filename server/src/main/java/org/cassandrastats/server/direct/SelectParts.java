/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import org.apache.cassandra.cql3.Term;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.db.aggregation.AggregationSpecification;
import org.cassandrastats.server.reflect.PrivateField;

/** What a statement knows about itself and tells nobody. */
final class SelectParts {
  private final PrivateField reversed = field("isReversed", boolean.class);
  private final PrivateField aggregation =
      field("aggregationSpecFactory", AggregationSpecification.Factory.class);
  private final PrivateField ordering =
      new PrivateField(SelectStatement.class, "orderingComparator");
  private final PrivateField limit = field("limit", Term.class);
  private final PrivateField perPartitionLimit = field("perPartitionLimit", Term.class);

  private static PrivateField field(String name, Class<?> type) {
    return new PrivateField(SelectStatement.class, name, type);
  }

  boolean isReversed(SelectStatement statement) {
    return (Boolean) reversed.of(statement);
  }

  AggregationSpecification.Factory aggregation(SelectStatement statement) {
    return (AggregationSpecification.Factory) aggregation.of(statement);
  }

  boolean isOrderedAfterwards(SelectStatement statement) {
    return ordering.of(statement) != null;
  }

  Term limit(SelectStatement statement) {
    return (Term) limit.of(statement);
  }

  Term perPartitionLimit(SelectStatement statement) {
    return (Term) perPartitionLimit.of(statement);
  }
}
