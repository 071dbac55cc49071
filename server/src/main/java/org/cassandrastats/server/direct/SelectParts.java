/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.lang.reflect.Field;
import org.apache.cassandra.cql3.Term;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.db.aggregation.AggregationSpecification;

/** What a statement knows about itself and tells nobody. */
final class SelectParts {
  private final Field reversed;
  private final Field aggregation;
  private final Field ordering;
  private final Field limit;
  private final Field perPartitionLimit;

  /**
   * Finds the fields.
   *
   * @throws ReflectiveOperationException if one is not there
   * @throws IllegalStateException if one has another type
   */
  SelectParts() throws ReflectiveOperationException {
    reversed = field("isReversed", boolean.class);
    aggregation = field("aggregationSpecFactory", AggregationSpecification.Factory.class);
    ordering = field("orderingComparator", null);
    limit = field("limit", Term.class);
    perPartitionLimit = field("perPartitionLimit", Term.class);
  }

  private static Field field(String name, Class<?> type) throws ReflectiveOperationException {
    Field field = SelectStatement.class.getDeclaredField(name);
    if (type != null && field.getType() != type) {
      throw new IllegalStateException("expected SelectStatement." + name + " to be a " + type);
    }
    field.setAccessible(true);
    return field;
  }

  boolean isReversed(SelectStatement statement) {
    return (Boolean) value(reversed, statement);
  }

  AggregationSpecification.Factory aggregation(SelectStatement statement) {
    return (AggregationSpecification.Factory) value(aggregation, statement);
  }

  boolean isOrderedAfterwards(SelectStatement statement) {
    return value(ordering, statement) != null;
  }

  Term limit(SelectStatement statement) {
    return (Term) value(limit, statement);
  }

  Term perPartitionLimit(SelectStatement statement) {
    return (Term) value(perPartitionLimit, statement);
  }

  private static Object value(Field field, SelectStatement statement) {
    try {
      return field.get(statement);
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
