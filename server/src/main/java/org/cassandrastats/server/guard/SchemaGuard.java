/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.functions.masking.ColumnMask;
import org.apache.cassandra.cql3.statements.schema.AlterSchemaStatement;
import org.apache.cassandra.cql3.statements.schema.AlterTableStatement;
import org.apache.cassandra.cql3.statements.schema.AlterTypeStatement;
import org.apache.cassandra.cql3.statements.schema.CreateIndexStatement;
import org.apache.cassandra.cql3.statements.schema.CreateTableStatement;
import org.apache.cassandra.cql3.statements.schema.CreateViewStatement;
import org.apache.cassandra.cql3.statements.schema.IndexTarget;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.exceptions.CassandraException;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.index.TargetParser;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.DroppedColumn;
import org.apache.cassandra.schema.IndexMetadata;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.Keyspaces;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.serializers.MarshalException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.ClientWarn;
import org.apache.cassandra.utils.Pair;
import org.cassandrastats.server.schema.NodeSchema;
import org.cassandrastats.types.InvalidStateException;
import org.cassandrastats.types.StateType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets no statement of a client make a state type part of a primary key or of an index, also not
 * within a tuple, a collection or a user type. Cassandra itself asks a type for its leave only
 * where it is that of a clustering column.
 *
 * <p>Nor is a column with a state type added by the name of one that was dropped and had another
 * type. Values that were written later than the drop, by their write times, are then read again,
 * and Cassandra takes those of a blob for any that a function may give to the column.
 *
 * <p>Nor is a column masked with what is no state, where Cassandra itself would notice too late.
 *
 * <p>What is looked at is the table that {@code CREATE TABLE} makes, and the schema as it would be
 * after {@code CREATE MATERIALIZED VIEW}, {@code CREATE INDEX}, {@code ALTER TYPE} of a user type
 * that is in a key, or {@code ALTER TABLE} where columns may be added again or masked.
 */
final class SchemaGuard implements StatementCheck {
  private static final Logger LOGGER = LoggerFactory.getLogger(SchemaGuard.class);

  private final AtomicBoolean failed = new AtomicBoolean();

  @Override
  public void check(CQLStatement statement, ClientState client) {
    if (!(statement instanceof AlterSchemaStatement)) {
      return;
    }
    Set<String> found;
    try {
      found =
          InvalidStateException.asInvalidRequest(
              () -> problems((AlterSchemaStatement) statement, client));
    } catch (CassandraException refused) {
      if (isOf(InvalidStateException.class, refused)) {
        // Cassandra would ask the function again that has given it.
        throw refused;
      }
      // Cassandra will say so itself.
      return;
    } catch (LinkageError | RuntimeException unknown) {
      if (isOf(MarshalException.class, unknown)) {
        // A function of the client gives what one of Cassandra's own types refuses.
        return;
      }
      if (failed.compareAndSet(false, true)) {
        LOGGER.error(
            "cassandra-stats cannot keep its types out of primary keys, indexes and the names of"
                + " dropped columns",
            unknown);
      }
      return;
    }
    for (String problem : found) {
      throw new InvalidRequestException(problem);
    }
  }

  private static boolean isOf(Class<? extends MarshalException> refusal, Throwable failed) {
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      if (refusal.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }

  /** What a statement would bring about. */
  private static Set<String> problems(AlterSchemaStatement statement, ClientState client) {
    Set<String> found = new HashSet<>();
    Keyspaces before = NodeSchema.THIS_NODE.keyspaces();
    KeyspaceMetadata keyspace = before.getNullable(statement.keyspace());
    if (keyspace == null) {
      return found;
    }
    statement.authorize(client);
    if (statement instanceof CreateTableStatement) {
      addProblems(NodeSchema.THIS_NODE.created((CreateTableStatement) statement, keyspace), found);
    } else if (statement instanceof CreateViewStatement
        || statement instanceof CreateIndexStatement
        || statement instanceof AlterTypeStatement
        || mayChangeColumns(statement, keyspace)) {
      addProblems(applied(statement, client), found);
      if (!found.isEmpty()) {
        Set<String> old = new HashSet<>();
        addProblems(keyspace, old);
        found.removeAll(old);
      }
    }
    return found;
  }

  private static boolean mayChangeColumns(
      AlterSchemaStatement statement, KeyspaceMetadata keyspace) {
    if (!(statement instanceof AlterTableStatement)) {
      return false;
    }
    TableMetadata table = keyspace.getTableNullable(statement.getAuditLogContext().scope);
    // Compact tables take no new columns, and to apply DROP COMPACT STORAGE would ask all nodes.
    return table != null
        && !table.isCompactTable()
        && !(table.droppedColumns.isEmpty() && NodeSchema.THIS_NODE.refusesMasks());
  }

  private static KeyspaceMetadata applied(AlterSchemaStatement statement, ClientState client) {
    ClientWarn.State warnings = ClientWarn.instance.get();
    ClientWarn.instance.resetWarnings();
    try {
      statement.validate(client);
      return NodeSchema.THIS_NODE.after(statement).getNullable(statement.keyspace());
    } finally {
      // Cassandra will warn of the same when it executes the statement.
      ClientWarn.instance.set(warnings);
    }
  }

  private static void addProblems(KeyspaceMetadata keyspace, Set<String> problems) {
    for (TableMetadata table : keyspace.tablesAndViews()) {
      addProblems(table, problems);
    }
  }

  private static void addProblems(TableMetadata table, Set<String> problems) {
    for (ColumnMetadata column : table.primaryKeyColumns()) {
      addOrderProblem(table, column, "the PRIMARY KEY", problems);
    }
    if (!NodeSchema.THIS_NODE.refusesMasks()) {
      table.columns().forEach(column -> addMaskProblem(column, problems));
    }
    for (DroppedColumn dropped : table.droppedColumns.values()) {
      ColumnMetadata added = table.getColumn(dropped.column.name);
      if (added != null && !added.type.equals(dropped.column.type)) {
        addProblem(
            added,
            String.format(
                "be added to %s: a dropped column of that name has type %s, and its values can come"
                    + " back unchecked; use another name",
                table, dropped.column.type.asCQL3Type()),
            problems);
      }
    }
    for (IndexMetadata index : table.indexes) {
      if (index.options.containsKey(IndexTarget.TARGET_OPTION_NAME)) {
        Pair<ColumnMetadata, IndexTarget.Type> target = TargetParser.parse(table, index);
        if (target != null) {
          addOrderProblem(table, target.left, "index " + index.name, problems);
        }
      }
    }
  }

  private static void addMaskProblem(ColumnMetadata column, Set<String> problems) {
    ColumnMask mask = column.getMask();
    if (mask == null) {
      return;
    }
    List<AbstractType<?>> types = mask.partialArgumentTypes();
    for (int i = 0; i < types.size(); i++) {
      ByteBuffer value = mask.partialArgumentValues().get(i);
      try {
        if (value != null && StateType.isIn(types.get(i))) {
          types.get(i).validate(value);
        }
      } catch (MarshalException refused) {
        problems.add(
            String.format(
                "Invalid mask of column %s: %s", column.name.toCQLString(), refused.getMessage()));
      }
    }
  }

  private static void addOrderProblem(
      TableMetadata table, ColumnMetadata column, String whole, Set<String> problems) {
    addProblem(
        column,
        String.format(
            "be part of %s of %s: states have no order and change as rows come in; use a column"
                + " that is not part of the PRIMARY KEY and has no index",
            whole, table),
        problems);
  }

  private static void addProblem(ColumnMetadata column, String problem, Set<String> problems) {
    if (StateType.isIn(column.type)) {
      problems.add(
          String.format(
              "Column %s of type %s cannot %s",
              column.name.toCQLString(), column.type.asCQL3Type(), problem));
    }
  }
}
