/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.util.List;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.aggregation.AggregationSpecification;
import org.apache.cassandra.db.aggregation.GroupingState;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.TableMetadata;
import org.cassandrastats.server.cursor.AskedColumns;
import org.cassandrastats.server.reflect.PrivateField;

/** By what of the key of a table GROUP BY groups rows. */
public final class GroupKeys {
  private final AggregationSpecification specification;
  private final int prefix;
  private final boolean runs;
  private final List<ColumnMetadata> tail;

  private GroupKeys(
      AggregationSpecification specification, int prefix, boolean runs, List<ColumnMetadata> tail) {
    this.specification = specification;
    this.prefix = prefix;
    this.runs = runs;
    this.tail = tail;
  }

  /** Finds out how many columns of the clustering make a group, which Cassandra tells nobody. */
  public static final class Finder {
    private final PrivateField size =
        new PrivateField(
            PrivateField.inner(AggregationSpecification.class, "AggregateByPkPrefix"),
            "clusteringPrefixSize",
            int.class);

    /**
     * Of a table.
     *
     * @return null where a group may be anywhere among rows of which the first columns are alike,
     *     or values of these are equal that have not the same bytes
     */
    public GroupKeys of(AggregationSpecification specification, TableMetadata table) {
      List<ColumnMetadata> clustering = table.clusteringColumns();
      int columns = (Integer) size.of(specification);
      boolean isFunction =
          specification.kind()
              == AggregationSpecification.Kind.AGGREGATE_BY_PK_PREFIX_WITH_SELECTOR;
      boolean isSearched = columns > 0 && (isFunction || columns == clustering.size());
      int prefix = isSearched ? columns - 1 : columns;
      List<ColumnMetadata> tail = clustering.subList(prefix, clustering.size());
      boolean isKnown = AskedColumns.haveNumbers(tail);
      if ((isSearched && !isKnown)
          || !AskedColumns.areEqualAsBytes(clustering.subList(0, prefix))) {
        return null;
      }
      return new GroupKeys(specification, prefix, !isSearched, isKnown ? tail : List.of());
    }
  }

  /** How many columns of the clustering are alike in all rows of a group. */
  public int prefix() {
    return prefix;
  }

  /** The columns behind those, whose values are to be read. */
  public List<ColumnMetadata> tail() {
    return tail;
  }

  /** Whether all rows are in one group of which the first columns are alike. */
  boolean areRuns() {
    return runs;
  }

  boolean isOther(DecoratedKey groupKey, Clustering<?> group, DecoratedKey key, Clustering<?> row) {
    return specification
        .newGroupMaker(new GroupingState(groupKey.getKey(), group))
        .isNewGroup(key, row);
  }
}
