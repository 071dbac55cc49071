/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.table;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.type.DataType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.Names;
import org.cassandrastats.client.internal.request.Failures;
import org.cassandrastats.client.internal.request.NewTable;
import org.cassandrastats.client.internal.request.Schemas;
import org.cassandrastats.udf.annotation.Identifier;

/** Makes tables that are missing. */
public record TableMaker(StatementSender calls) {
  private static final String PARTITIONER = "Murmur3Partitioner";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /**
   * Refuses a cluster whose tokens are not numbers, which slices are cut from.
   *
   * @throws StatsException if it has another partitioner than Murmur3
   */
  public static void requirePartitioner(Metadata metadata) {
    String name = metadata.getTokenMap().map(map -> map.getPartitionerName()).orElse("none");
    if (!name.endsWith(PARTITIONER)) {
      throw new StatsException(
          "The cluster places partitions by %s: expected %s.".formatted(name, PARTITIONER));
    }
  }

  /**
   * Makes a table if it is not there, which will be written as of times of the run. Whether that is
   * allowed, the table of watermarks tells before, if it may be written.
   *
   * @param kind the command that has written the table that is read
   * @param keyspace of that table
   */
  public void makeToWriteAsOf(
      TableName name, String createStatement, Watermarks.Kind kind, CqlIdentifier keyspace) {
    WriteTimes writeTimes = new WriteTimes(calls);
    name.find(calls.session())
        .or(() -> kind.table(keyspace).find(calls.session()))
        .ifPresent(writeTimes::dryRun);
    if (name.find(calls.session()).isEmpty()) {
      writeTimes.dryRun(create(name, createStatement));
    }
  }

  /**
   * Makes a table if it is not there, as other runs may at the same moment.
   *
   * @param kind the command, whose table of watermarks has to be there
   * @param createStatement that ends with options
   */
  public TableMetadata makeOnce(Watermarks.Kind kind, TableName name, String createStatement) {
    return name.find(calls.session())
        .orElseGet(
            () -> {
              NewTableId id = NewTableId.agree(calls, kind, name);
              TableMetadata made = create(name, createStatement + id.option());
              id.made();
              return made;
            });
  }

  private TableMetadata create(TableName name, String createStatement) {
    execute(createStatement);
    NewTable.await(calls.session(), name.toString());
    if (name.find(calls.session()).isEmpty()) {
      // Another run has made it at the same moment, of which the driver has not heard yet.
      Schemas.refreshed(calls.session());
    }
    return name.find(calls.session())
        .orElseThrow(
            () ->
                new StatsException(
                    "The nodes do not agree on the schema yet, to which %s was added. Run the same command again."
                        .formatted(name)));
  }

  /** Makes the table of watermarks if it is not there. */
  public void makeWatermarks(Watermarks.Kind kind, CqlIdentifier keyspace) {
    Watermarks.missing(calls, kind, keyspace)
        .ifPresent(
            statement -> {
              execute(statement);
              NewTable.await(calls.session(), Watermarks.table(kind, keyspace));
            });
  }

  /**
   * Refuses columns of the server jar's types where a node has not got the jar: it could not read
   * the schema any more.
   *
   * @param functionsKeyspace the keyspace of the pack, without quotes
   */
  public void requireJar(String functionsKeyspace) {
    String call = Identifier.quoteIfNeeded(functionsKeyspace) + ".jar_version()";
    SimpleStatement statement =
        SimpleStatement.newInstance("SELECT " + call + " FROM system.local").setTimeout(TIMEOUT);
    for (Node node : calls.session().getMetadata().getNodes().values()) {
      try {
        calls.session().execute(statement.setNode(node));
      } catch (InvalidQueryException noSuchFunction) {
        throw new StatsException(
            "--typed: the node %s has no server jar, without which it could not read such a table. Leave out --typed for blobs."
                .formatted(node.getEndPoint()),
            noSuchFunction);
      } catch (DriverException failed) {
        throw new StatsException(
            "--typed: the node %s cannot be asked whether it has the server jar (%s). Leave out --typed for blobs."
                .formatted(node.getEndPoint(), Failures.line(failed)),
            failed);
      }
    }
  }

  private void execute(String cql) {
    calls.session().execute(SimpleStatement.newInstance(cql).setTimeout(TIMEOUT));
  }

  /**
   * The columns of a table, as they are and as they should be.
   *
   * @param table that is there
   */
  public record TableShape(TableMetadata table) {
    /**
     * Refuses another primary key.
     *
     * @param key its first columns
     * @param more name and type of the others, in CQL
     */
    public void requireKey(SeriesKey key, List<String> more) {
      List<String> found = new ArrayList<>(described(table.getPartitionKey()));
      found.addAll(described(List.copyOf(table.getClusteringColumns().keySet())));
      List<String> expected = new ArrayList<>(described(key.columns()));
      expected.addAll(more);
      if (!found.equals(expected) || table.getPartitionKey().size() != key.partition().size()) {
        throw new StatsException(
            "%s has the primary key (%s): expected (%s), as the table of the rows has it now."
                .formatted(
                    TableName.of(table), String.join(", ", found), String.join(", ", expected)));
      }
    }

    /**
     * Refuses a table without a column, or with one of another type.
     *
     * @param column its name as the schema has it
     * @param types that it may have, in CQL
     */
    public void requireColumn(String column, List<String> types) {
      CqlIdentifier name = CqlIdentifier.fromInternal(column);
      String found =
          table.getColumn(name).map(metadata -> text(metadata.getType())).orElse("missing");
      if (!types.contains(found)) {
        throw new StatsException(
            "The column %s of %s is %s: expected %s."
                .formatted(
                    Names.cql(name), TableName.of(table), found, String.join(" or ", types)));
      }
    }

    /** Names and types of columns, in CQL. */
    public static List<String> described(List<ColumnMetadata> columns) {
      return columns.stream()
          .map(column -> Names.cql(column.getName()) + " " + text(column.getType()))
          .collect(Collectors.toList());
    }

    /** A type in CQL. */
    public static String text(DataType type) {
      return type.asCql(true, false);
    }
  }
}
