/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.cassandrastats.spark.source.CassandraTable;
import org.cassandrastats.spark.source.SourceOptions;

/**
 * The keyspaces and tables of a cluster as a catalog of Spark: with {@code
 * spark.sql.catalog.cassandra=org.cassandrastats.spark.CassandraCatalog} and options such as {@code
 * spark.sql.catalog.cassandra.hosts}, {@code SELECT ... FROM cassandra.shop.measurement}. It
 * creates, changes and drops nothing; rows are appended.
 */
public final class CassandraCatalog implements TableCatalog, SupportsNamespaces {
  private String name = "cassandra";
  private SourceOptions options = new SourceOptions(Map.of());

  /** Made by Spark. */
  public CassandraCatalog() {}

  /**
   * Takes the options.
   *
   * @throws IllegalArgumentException if there is no such option
   */
  @Override
  public void initialize(String catalog, CaseInsensitiveStringMap given) {
    name = catalog;
    options = new SourceOptions(new HashMap<>(given.asCaseSensitiveMap()));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String[][] listNamespaces() {
    return CassandraTable.keyspaces(options).stream()
        .map(keyspace -> new String[] {keyspace})
        .toArray(String[][]::new);
  }

  @Override
  public String[][] listNamespaces(String[] namespace) throws NoSuchNamespaceException {
    if (namespace.length == 0) {
      return listNamespaces();
    }
    loadNamespaceMetadata(namespace);
    return new String[0][];
  }

  @Override
  public Map<String, String> loadNamespaceMetadata(String[] namespace)
      throws NoSuchNamespaceException {
    tables(namespace);
    return Map.of();
  }

  @Override
  public Identifier[] listTables(String[] namespace) throws NoSuchNamespaceException {
    return tables(namespace).stream()
        .map(table -> Identifier.of(namespace, table))
        .toArray(Identifier[]::new);
  }

  private List<String> tables(String[] namespace) throws NoSuchNamespaceException {
    List<String> tables =
        namespace.length == 1 ? CassandraTable.tables(options, namespace[0]).orElse(null) : null;
    if (tables == null) {
      throw new NoSuchNamespaceException(namespace);
    }
    return tables;
  }

  @Override
  public Table loadTable(Identifier table) throws NoSuchTableException {
    CassandraTable found =
        table.namespace().length == 1
            ? CassandraTable.find(options, table.namespace()[0], table.name()).orElse(null)
            : null;
    if (found == null) {
      throw new NoSuchTableException(table);
    }
    return found;
  }

  @Override
  @SuppressWarnings("deprecation") // What replaces it calls it.
  public Table createTable(
      Identifier table, StructType schema, Transform[] partitions, Map<String, String> properties) {
    throw unsupported();
  }

  @Override
  public Table alterTable(Identifier table, TableChange... changes) {
    throw unsupported();
  }

  @Override
  public boolean dropTable(Identifier table) {
    throw unsupported();
  }

  @Override
  public void renameTable(Identifier from, Identifier to) {
    throw unsupported();
  }

  @Override
  public void createNamespace(String[] namespace, Map<String, String> metadata) {
    throw unsupported();
  }

  @Override
  public void alterNamespace(String[] namespace, NamespaceChange... changes) {
    throw unsupported();
  }

  @Override
  public boolean dropNamespace(String[] namespace, boolean cascade) {
    throw unsupported();
  }

  private UnsupportedOperationException unsupported() {
    return new UnsupportedOperationException(
        "The catalog "
            + name
            + " changes no schema: create, change and drop tables and keyspaces by CQL.");
  }
}
