/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.selection.ResultSetBuilder;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.ClusteringComparator;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.ReadQuery;
import org.apache.cassandra.db.ReadResponse;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.aggregation.AggregationSpecification;
import org.apache.cassandra.db.aggregation.GroupingState;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.filter.DataLimits;
import org.apache.cassandra.db.filter.RowFilter;
import org.apache.cassandra.db.partitions.PartitionIterator;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.RowIterator;
import org.apache.cassandra.dht.AbstractBounds;
import org.apache.cassandra.index.Index;
import org.apache.cassandra.io.sstable.SliceStart;
import org.apache.cassandra.metrics.ClientMetrics;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.transport.Dispatcher;
import org.apache.cassandra.utils.FBUtilities;
import org.cassandrastats.server.cursor.CursorRead;

/** Whether this Cassandra is one whose inner parts are known. */
final class SelfCheck {
  /** Those on which the tests of direct and cursor reads have run; no other one is tried. */
  static final List<String> VERSIONS =
      List.of("5.0.2", "5.0.3", "5.0.4", "5.0.5", "5.0.6", "5.0.7", "5.0.8", "5.0.9");

  private SelfCheck() {}

  /**
   * Finds everything that is overridden where it is expected.
   *
   * @return whether this version of Cassandra is known at all
   * @throws ReflectiveOperationException if something is missing in a known version
   * @throws IllegalStateException if something differs in a known version
   */
  static boolean passes() throws ReflectiveOperationException {
    if (!VERSIONS.contains(FBUtilities.getReleaseVersionString())) {
      return false;
    }
    Class<?> command = SinglePartitionReadCommand.class;
    expect(command, SinglePartitionReadCommand.class, "copy");
    expect(command, SinglePartitionReadCommand.class, "withUpdatedLimit", DataLimits.class);
    expect(
        command, SinglePartitionReadCommand.class, "forPaging", Clustering.class, DataLimits.class);
    expect(
        command,
        PartitionIterator.class,
        "execute",
        ConsistencyLevel.class,
        ClientState.class,
        Dispatcher.RequestTime.class);
    expect(
        command.getSuperclass(),
        ReadResponse.class,
        "createResponse",
        UnfilteredPartitionIterator.class,
        Class.forName("org.apache.cassandra.db.RepairedDataInfo"));
    expect(
        ReadCommand.class,
        UnfilteredPartitionIterator.class,
        "executeLocally",
        ReadExecutionController.class);
    Class<?> range = PartitionRangeReadCommand.class;
    expect(range, range, "copy");
    expect(range, range, "withUpdatedLimit", DataLimits.class);
    expect(range, range, "withUpdatedLimitsAndDataRange", DataLimits.class, DataRange.class);
    expect(range, range, "forSubRange", AbstractBounds.class, boolean.class);
    expect(
        range,
        PartitionIterator.class,
        "execute",
        ConsistencyLevel.class,
        ClientState.class,
        Dispatcher.RequestTime.class);
    expectConstructor(
        range,
        boolean.class,
        int.class,
        boolean.class,
        TableMetadata.class,
        long.class,
        ColumnFilter.class,
        RowFilter.class,
        DataLimits.class,
        DataRange.class,
        Index.QueryPlan.class,
        boolean.class);
    expect(
        DataRange.class,
        DataRange.class,
        "forPaging",
        AbstractBounds.class,
        ClusteringComparator.class,
        Clustering.class,
        boolean.class);
    expect(DataLimits.class, DataLimits.class, "forGroupByInternalPaging", GroupingState.class);
    expect(AggregationSpecification.Factory.class, void.class, "addFunctionsTo", List.class);
    expect(
        SelectStatement.class,
        ReadQuery.class,
        "getQuery",
        QueryOptions.class,
        ClientState.class,
        ColumnFilter.class,
        long.class,
        DataLimits.class);
    expect(
        SelectStatement.class,
        void.class,
        "processPartition",
        RowIterator.class,
        QueryOptions.class,
        ResultSetBuilder.class,
        long.class);
    expect(ResultSetBuilder.class, long.class, "getSize");
    expect(ClientMetrics.class, List.class, "allConnectedClients");
    expect(Dispatcher.RequestTime.class, long.class, "computeDeadline", long.class);
    // Loads them, and with them whatever they name, before a request does.
    for (Class<?> own :
        List.of(
            AggregateSelect.class,
            DirectCommand.class,
            DirectRange.class,
            PageReader.class,
            LocalRowsResponse.class,
            BatchReads.class,
            CursorRead.class,
            SliceStart.class)) {
      Class.forName(own.getName());
    }
    return true;
  }

  private static void expectConstructor(Class<?> type, Class<?>... parameters)
      throws NoSuchMethodException {
    Constructor<?> constructor = type.getDeclaredConstructor(parameters);
    if (!Modifier.isProtected(constructor.getModifiers())) {
      throw new IllegalStateException("expected " + constructor + " to be protected");
    }
  }

  private static void expect(Class<?> type, Class<?> returns, String name, Class<?>... parameters)
      throws NoSuchMethodException {
    Method method = type.getDeclaredMethod(name, parameters);
    if (method.getReturnType() != returns) {
      throw new IllegalStateException("expected " + method + " to return " + returns);
    }
  }
}
