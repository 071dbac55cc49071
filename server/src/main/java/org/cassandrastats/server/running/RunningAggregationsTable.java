/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.running;

import java.util.Date;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.TimestampType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractMutableVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.schema.TableMetadata;
import org.cassandrastats.server.admin.AdminKeyspace;

/** {@code stats_admin.running_aggregations}: who deletes a row of it stops that aggregation. */
public final class RunningAggregationsTable extends AbstractMutableVirtualTable {
  private final RunningAggregations running;

  private RunningAggregationsTable(RunningAggregations running) {
    super(
        TableMetadata.builder(AdminKeyspace.NAME, "running_aggregations")
            .kind(TableMetadata.Kind.VIRTUAL)
            .partitioner(new LocalPartitioner(LongType.instance))
            .comment("Aggregations that clients of this node wait for; DELETE stops one")
            .addPartitionKeyColumn("id", LongType.instance)
            .addRegularColumn("role", UTF8Type.instance)
            .addRegularColumn("client", UTF8Type.instance)
            .addRegularColumn("table_name", UTF8Type.instance)
            .addRegularColumn("statement", UTF8Type.instance)
            .addRegularColumn("started", TimestampType.instance)
            .addRegularColumn("pages", LongType.instance)
            .addRegularColumn("cursor_pages", LongType.instance)
            .addRegularColumn("rows", LongType.instance)
            .addRegularColumn("bytes", LongType.instance)
            .build());
    this.running = running;
  }

  /** Lets CQL read and stop them. */
  public static void register(RunningAggregations running) {
    AdminKeyspace.add(new RunningAggregationsTable(running));
  }

  @Override
  public DataSet data() {
    if (!running.isEnabled()) {
      // No rows would say that nothing runs.
      throw new InvalidRequestException(
          "running aggregations are not watched on this node: set -D"
              + RunningAggregations.PROPERTY
              + "=true, or Enabled of the bean "
              + RunningAggregationsControl.NAME);
    }
    SimpleDataSet rows = new SimpleDataSet(metadata());
    for (RunningAggregation each : running.all()) {
      RunningAggregation.Progress progress = each.progress();
      rows.row(each.id())
          .column("role", each.role())
          .column("client", String.valueOf(each.client()))
          .column("table_name", each.table())
          .column("statement", each.statement())
          .column("started", Date.from(each.started()))
          .column("pages", progress.pages)
          .column("cursor_pages", progress.cursorPages)
          .column("rows", progress.rows)
          .column("bytes", each.bytes());
    }
    return rows;
  }

  @Override
  protected void applyPartitionDeletion(ColumnValues partitionKey) {
    long id = partitionKey.value(0);
    if (!running.stop(id)) {
      throw new InvalidRequestException("no aggregation " + id + " runs on this node");
    }
  }
}
