/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.RelationMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.cassandrastats.client.internal.request.Schemas;
import org.cassandrastats.spark.value.SparkTypes;

/** A table or a materialized view of Cassandra. */
public final class CassandraTable
    implements Table, SupportsRead, SupportsWrite, SupportsMetadataColumns {
  private final RelationMetadata table;
  private final SourceOptions options;

  private CassandraTable(RelationMetadata table, SourceOptions options) {
    this.table = table;
    this.options = options;
  }

  /**
   * A table.
   *
   * @param keyspace as the schema has it
   * @param name as the schema has it
   * @return empty if there is none
   */
  public static Optional<CassandraTable> find(SourceOptions options, String keyspace, String name) {
    CqlIdentifier of = CqlIdentifier.fromInternal(keyspace);
    CqlIdentifier identifier = CqlIdentifier.fromInternal(name);
    try (SessionPool.Lease lease = SessionPool.shared().lease(options)) {
      return Schemas.relation(lease.session(), of, identifier)
          .map(relation -> new CassandraTable(relation, options));
    }
  }

  /** The keyspaces of a cluster. */
  public static List<String> keyspaces(SourceOptions options) {
    try (SessionPool.Lease lease = SessionPool.shared().lease(options)) {
      return names(lease.session().getMetadata().getKeyspaces().keySet());
    }
  }

  /** The tables and views of a keyspace; empty if there is none of this name. */
  public static Optional<List<String>> tables(SourceOptions options, String keyspace) {
    try (SessionPool.Lease lease = SessionPool.shared().lease(options)) {
      return lease
          .session()
          .getMetadata()
          .getKeyspace(CqlIdentifier.fromInternal(keyspace))
          .map(
              all -> {
                List<CqlIdentifier> both = new ArrayList<>(all.getTables().keySet());
                both.addAll(all.getViews().keySet());
                return names(both);
              });
    }
  }

  private static List<String> names(Iterable<CqlIdentifier> identifiers) {
    List<String> names = new ArrayList<>();
    identifiers.forEach(identifier -> names.add(identifier.asInternal()));
    names.sort(null);
    return names;
  }

  @Override
  public String name() {
    return table.getKeyspace().asInternal() + "." + table.getName().asInternal();
  }

  @Override
  @SuppressWarnings("deprecation") // Columns are in no version before 3.4, and made of this.
  public StructType schema() {
    return SparkTypes.schema(table);
  }

  @Override
  public Set<TableCapability> capabilities() {
    return table instanceof TableMetadata
        ? EnumSet.of(TableCapability.BATCH_READ, TableCapability.BATCH_WRITE)
        : EnumSet.of(TableCapability.BATCH_READ);
  }

  @Override
  public MetadataColumn[] metadataColumns() {
    return RangeColumn.isHiddenBy(table)
        ? new MetadataColumn[0]
        : new MetadataColumn[] {new RangeColumn()};
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap more) {
    return new ReadBuilder(table, options.with(more.asCaseSensitiveMap()));
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return new RowAppend(table, options.with(info.options().asCaseSensitiveMap()), info.schema());
  }
}
