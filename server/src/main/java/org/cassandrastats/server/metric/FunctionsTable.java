/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.metric;

import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.schema.TableMetadata;
import org.cassandrastats.server.admin.AdminKeyspace;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code stats_admin.functions}: what the functions have done since this node started. */
public final class FunctionsTable extends AbstractVirtualTable {
  private static final Logger LOGGER = LoggerFactory.getLogger(FunctionsTable.class);

  private final FunctionUses uses;

  FunctionsTable(FunctionUses uses) {
    super(
        TableMetadata.builder(AdminKeyspace.NAME, "functions")
            .kind(TableMetadata.Kind.VIRTUAL)
            .partitioner(new LocalPartitioner(UTF8Type.instance))
            .comment("Calls of the functions of cassandra-stats since this node was started")
            .addPartitionKeyColumn("name", UTF8Type.instance)
            .addRegularColumn("calls", LongType.instance)
            .addRegularColumn("rows", LongType.instance)
            .addRegularColumn("state_bytes", LongType.instance)
            .addRegularColumn("largest_state", LongType.instance)
            .addRegularColumn("refusals", LongType.instance)
            .build());
    this.uses = uses;
  }

  /** Lets CQL read them. Never throws: the functions answer without that, too. */
  public static void register(FunctionUses uses) {
    try {
      AdminKeyspace.add(new FunctionsTable(uses));
    } catch (RuntimeException | LinkageError failed) {
      LOGGER.warn("cassandra-stats cannot show the use of its functions as a table", failed);
    }
  }

  @Override
  public DataSet data() {
    SimpleDataSet rows = new SimpleDataSet(metadata());
    for (FunctionUse use : uses.used()) {
      rows.row(use.name())
          .column("calls", use.calls())
          .column("rows", use.rows())
          .column("state_bytes", use.stateBytes())
          .column("largest_state", use.largestState())
          .column("refusals", use.refusals());
    }
    return rows;
  }
}
