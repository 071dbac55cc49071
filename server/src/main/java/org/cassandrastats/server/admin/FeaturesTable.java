/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.admin;

import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.schema.TableMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code stats_admin.features}: what of the jar is active on this node. */
public final class FeaturesTable extends AbstractVirtualTable {
  private static final Logger LOGGER = LoggerFactory.getLogger(FeaturesTable.class);

  private final Features features;

  private FeaturesTable(Features features) {
    super(
        TableMetadata.builder(AdminKeyspace.NAME, "features")
            .kind(TableMetadata.Kind.VIRTUAL)
            .partitioner(new LocalPartitioner(UTF8Type.instance))
            .comment("What cassandra-stats does on this node, and why something of it is not done")
            .addPartitionKeyColumn("name", UTF8Type.instance)
            .addRegularColumn("value", UTF8Type.instance)
            .addRegularColumn("state", UTF8Type.instance)
            .build());
    this.features = features;
  }

  /** Lets CQL read them. Never throws: all else works without that, too. */
  public static void register(Features features) {
    try {
      AdminKeyspace.add(new FeaturesTable(features));
    } catch (RuntimeException | LinkageError failed) {
      LOGGER.warn("cassandra-stats cannot show its features as a table", failed);
    }
  }

  @Override
  public DataSet data() {
    SimpleDataSet rows = new SimpleDataSet(metadata());
    features.forEach(
        (name, value, state) -> rows.row(name).column("value", value).column("state", state));
    return rows;
  }
}
