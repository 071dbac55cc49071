/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.AbstractMarker;
import org.apache.cassandra.cql3.ColumnIdentifier;
import org.apache.cassandra.cql3.Constants;
import org.apache.cassandra.cql3.Maps;
import org.apache.cassandra.cql3.Operation;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.UpdateParameters;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.serializers.MarshalException;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.cassandrastats.server.metric.RefusedWrites;
import org.cassandrastats.types.MomentsType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Cells that an operation makes, without a node. */
class CheckedOperationTest {
  private static final ColumnIdentifier NAME = ColumnIdentifier.getInterned("State", true);
  private static final ByteBuffer NO_STATE = ByteBuffer.wrap(new byte[] {1, 2, 3});
  private static final ByteBuffer NO_ROWS = ByteBuffer.allocate(0);

  private final RefusedWrites refusals = new RefusedWrites();
  private TableMetadata table;
  private ColumnMetadata column;

  @BeforeAll
  static void initializeCassandra() {
    DatabaseDescriptor.clientInitialization();
  }

  @Test
  void should_know_everything_that_can_be_done_to_a_row() {
    assertThat(CheckedUpdates.unknownMethods()).isEmpty();
  }

  @Test
  void should_write_what_the_operation_writes() {
    assertThat(rowOf(checked(NO_ROWS)))
        .isEqualTo(rowOf(setter(NO_ROWS)))
        .isNotEqualTo(rowOf(setter(null)));
    assertThat(rowOf(checked(null))).isEqualTo(rowOf(setter(null)));
    assertThat(rowOf(checked(ByteBufferUtil.UNSET_BYTE_BUFFER)))
        .isEqualTo(rowOf(setter(ByteBufferUtil.UNSET_BYTE_BUFFER)));
  }

  @Test
  void should_refuse_what_cassandra_would_write() {
    assertThat(rowOf(setter(NO_STATE)).getCell(column).buffer()).isEqualTo(NO_STATE);

    assertThatThrownBy(() -> rowOf(checked(NO_STATE)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage(
            "Invalid value for column \"State\": not a moments state: expected bytes with the"
                + " preamble 0x10280, found 3 with 0x0");
    assertThat(refusals.count()).isEqualTo(1);
  }

  @Test
  void should_count_a_bound_value_that_cassandra_itself_refuses() {
    table();
    Operation bound = new Constants.Setter(column, new AbstractMarker.Raw(0).prepare("ks", column));
    QueryOptions values =
        QueryOptions.forInternalCalls(ConsistencyLevel.ONE, List.of(NO_STATE.duplicate()));

    assertThatThrownBy(() -> rowOf(new CheckedOperation(bound, refusals), values))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("not a moments state");
    assertThat(refusals.count()).isEqualTo(1);
  }

  /** It would be in the commit log, and Cassandra validates it when it replays that. */
  @Test
  void should_refuse_to_remove_a_key_that_is_no_state() {
    table();
    ColumnMetadata keys = table.getColumn(ColumnIdentifier.getInterned("keys", true));
    Operation remove = new Maps.DiscarderByKey(keys, new Constants.Value(NO_STATE));
    Operation removeNone = new Maps.DiscarderByKey(keys, new Constants.Value(NO_ROWS));
    assertThatThrownBy(() -> rowOf(remove).validateData(table))
        .as("Cassandra, later")
        .isInstanceOf(MarshalException.class);

    assertThatThrownBy(() -> rowOf(new CheckedOperation(remove, refusals)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("Invalid value for column keys: not a moments state");
    assertThat(refusals.count()).isEqualTo(1);
    assertThat(rowOf(new CheckedOperation(removeNone, refusals))).isEqualTo(rowOf(removeNone));
  }

  private Operation checked(ByteBuffer value) {
    return new CheckedOperation(setter(value), refusals);
  }

  private Operation setter(ByteBuffer value) {
    table();
    return new Constants.Setter(column, new Constants.Value(value));
  }

  private Row rowOf(Operation operation) {
    return rowOf(operation, QueryOptions.DEFAULT);
  }

  private Row rowOf(Operation operation, QueryOptions options) {
    UpdateParameters row =
        new UpdateParameters(
            table(), table.regularAndStaticColumns(), null, options, 1L, 1L, 0, null);
    row.newRow(Clustering.EMPTY);
    operation.execute(table.partitioner.decorateKey(ByteBufferUtil.bytes(1)), row);
    return row.buildRow();
  }

  private TableMetadata table() {
    if (table == null) {
      table =
          TableMetadata.builder("ks", "states", TableId.fromUUID(new UUID(0, 1)))
              .partitioner(Murmur3Partitioner.instance)
              .addPartitionKeyColumn("id", Int32Type.instance)
              .addRegularColumn(NAME, MomentsType.instance)
              .addRegularColumn(
                  "keys", MapType.getInstance(MomentsType.instance, Int32Type.instance, true))
              .build();
      column = table.getColumn(NAME);
    }
    return table;
  }
}
