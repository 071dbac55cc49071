/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.split;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.cql.Names;
import org.cassandrastats.client.cql.Select;
import org.cassandrastats.client.function.PackFunctions;
import org.cassandrastats.client.function.SelectionCompiler;
import org.cassandrastats.client.function.TableColumns;
import org.cassandrastats.client.request.Requests;
import org.cassandrastats.client.request.Requests.Condition;

/** Finds out what a statement reads, and refuses what cannot be cut. */
public final class SplitQueryResolver {
  private final TableMetadata table;
  private final Select select;
  private final RelationValue values;
  private final List<Select.Relation> remaining;

  private SplitQueryResolver(TableMetadata table, Select select, RelationValue values) {
    this.table = table;
    this.select = select;
    this.values = values;
    this.remaining = new ArrayList<>(select.relations());
  }

  /**
   * What a statement reads.
   *
   * @throws StatsException if there is no such table, or it cannot be cut as the statement says
   */
  public static SplitQuery resolve(Requests requests, Select select) throws InterruptedException {
    CqlSession session = requests.session();
    CodecRegistry codecs = session.getContext().getCodecRegistry();
    return new SplitQueryResolver(
            table(session, select), select, new RelationValue(codecs, requests))
        .splitQuery(PackFunctions.load(), requests.options().functionsKeyspace());
  }

  /** The table of a statement, as the driver knows it. */
  private static TableMetadata table(CqlSession session, Select select) {
    if (!session.isSchemaMetadataEnabled()) {
      throw new StatsException(
          "The driver was set up without schema metadata (advanced.metadata.schema.enabled), which tells the columns of the table.");
    }
    CqlIdentifier keyspace =
        select.keyspace() == null
            ? session
                .getKeyspace()
                .orElseThrow(
                    () ->
                        new StatsException(
                            "No keyspace is named: expected FROM keyspace.%s."
                                .formatted(select.table())))
            : CqlIdentifier.fromInternal(select.keyspace());
    KeyspaceMetadata metadata =
        session
            .getMetadata()
            .getKeyspace(keyspace)
            .orElseThrow(
                () ->
                    new StatsException("There is no keyspace %s.".formatted(Names.cql(keyspace))));
    return metadata
        .getTable(CqlIdentifier.fromInternal(select.table()))
        .orElseThrow(
            () ->
                new StatsException(
                    "There is no table %s in the keyspace %s."
                        .formatted(select.table(), Names.cql(keyspace))));
  }

  private SplitQuery splitQuery(PackFunctions functions, String functionsKeyspace)
      throws InterruptedException {
    remaining.forEach(relation -> column(relation.column()));
    List<Condition> partition = fixed(table.getPartitionKey());
    int keys = table.getPartitionKey().size();
    if (!partition.isEmpty() && partition.size() < keys) {
      throw new StatsException(
          "The partition key is (%s): expected all of its columns with =, or none for the whole table."
              .formatted(Names.cql(table.getPartitionKey())));
    }
    boolean grouped = isGrouped();
    List<ColumnMetadata> clustering = new ArrayList<>(table.getClusteringColumns().keySet());
    List<Condition> fixed = partition.isEmpty() ? List.of() : fixed(clustering);
    Optional<ColumnMetadata> split =
        fixed.size() < clustering.size()
            ? Optional.of(clustering.get(fixed.size()))
            : Optional.empty();
    Condition lower = partition.isEmpty() ? null : limit(split, ">");
    Condition upper = partition.isEmpty() ? null : limit(split, "<");
    return new SplitQuery(
        table,
        new SelectionCompiler(
                functions,
                functionsKeyspace,
                new TableColumns(table, selectable(partition, grouped)))
            .compile(select.selectors()),
        partition,
        fixed,
        split,
        lower,
        upper,
        others(clustering),
        grouped);
  }

  private boolean isGrouped() {
    if (select.groupBy().isEmpty()) {
      return false;
    }
    List<String> key =
        table.getPartitionKey().stream().map(column -> column.getName().asInternal()).toList();
    if (!select.groupBy().equals(key)) {
      throw new StatsException(
          "GROUP BY %s cannot be split: expected the partition key (%s)."
              .formatted(String.join(", ", select.groupBy()), Names.cql(table.getPartitionKey())));
    }
    return true;
  }

  private Set<String> selectable(List<Condition> partition, boolean grouped) {
    Set<String> selectable = new HashSet<>();
    if (grouped || !partition.isEmpty()) {
      table.getPartitionKey().forEach(column -> selectable.add(column.getName().asInternal()));
    }
    return selectable;
  }

  /** Takes the conditions that give leading columns one value. */
  private List<Condition> fixed(List<ColumnMetadata> columns) throws InterruptedException {
    List<Condition> fixed = new ArrayList<>();
    for (ColumnMetadata column : columns) {
      Optional<Select.Relation> relation = take(column, "=", "=");
      if (relation.isEmpty()) {
        break;
      }
      fixed.add(condition(column, relation.get()));
    }
    return fixed;
  }

  private Condition limit(Optional<ColumnMetadata> split, String operator)
      throws InterruptedException {
    Optional<Select.Relation> relation =
        split.flatMap(column -> take(column, operator, operator + "="));
    return relation.isEmpty() ? null : condition(split.orElseThrow(), relation.get());
  }

  private Optional<Select.Relation> take(
      ColumnMetadata column, String operator, String alternative) {
    String name = column.getName().asInternal();
    List<Select.Relation> found =
        remaining.stream()
            .filter(relation -> relation.column().equals(name))
            .filter(
                relation ->
                    relation.operator().equals(operator) || relation.operator().equals(alternative))
            .toList();
    if (found.size() > 1) {
      throw new StatsException(
          "%s and %s: expected one of them.".formatted(found.get(0), found.get(1)));
    }
    remaining.removeAll(found);
    return found.stream().findFirst();
  }

  /** What is left: conditions on columns that are no part of the primary key. */
  private List<Condition> others(List<ColumnMetadata> clustering) throws InterruptedException {
    List<Condition> others = new ArrayList<>();
    for (Select.Relation relation : remaining) {
      ColumnMetadata column = column(relation.column());
      if (table.getPartitionKey().contains(column)) {
        throw new StatsException(
            "%s: expected the partition key (%s) with =, or no condition on it."
                .formatted(relation, Names.cql(table.getPartitionKey())));
      }
      if (clustering.contains(column)) {
        throw new StatsException(
            "%s needs filtering: expected the partition key with =, then clustering columns with = in their order (%s), then limits of the next one."
                .formatted(relation, Names.cql(clustering)));
      }
      others.add(condition(column, relation));
    }
    return others;
  }

  private Condition condition(ColumnMetadata column, Select.Relation relation)
      throws InterruptedException {
    return new Condition(
        Names.cql(column.getName()), relation.operator(), values.bytes(relation, column.getType()));
  }

  private ColumnMetadata column(String name) {
    return TableColumns.column(table, name);
  }

  /**
   * The values of conditions as bytes of the types of their columns. A constant is read by a
   * server, because it means there what it says: a time without a zone is in the zone of the
   * server.
   */
  private record RelationValue(CodecRegistry codecs, Requests requests) {
    ByteBuffer bytes(Select.Relation relation, DataType type) throws InterruptedException {
      ByteBuffer bytes = relation.bound() ? encoded(relation, type) : constant(relation, type);
      if (bytes == null) {
        throw new StatsException(relation + ": no key is null.");
      }
      return bytes;
    }

    private ByteBuffer encoded(Select.Relation relation, DataType type) {
      try {
        TypeCodec<Object> codec = codecs.codecFor(type, relation.value());
        return codec.encode(relation.value(), ProtocolVersion.DEFAULT);
      } catch (RuntimeException unfit) {
        // Codecs tell of unfit values by exceptions of many kinds.
        throw refused(relation, type, unfit);
      }
    }

    private ByteBuffer constant(Select.Relation relation, DataType type)
        throws InterruptedException {
      String cql =
          "SELECT (%s) %s FROM system.local".formatted(type.asCql(false, false), relation.cql());
      try {
        return requests.retried(cql, List.of(), "").get(0).get(0);
      } catch (StatsException stopped) {
        throw stopped.getCause() instanceof InvalidQueryException unfit
            ? refused(relation, type, unfit)
            : stopped;
      }
    }

    private static StatsException refused(
        Select.Relation relation, DataType type, Exception cause) {
      return new StatsException(
          "%s: expected a value of the type %s.".formatted(relation, type.asCql(false, true)),
          cause);
    }
  }
}
