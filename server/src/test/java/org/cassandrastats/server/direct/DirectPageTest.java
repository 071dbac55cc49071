/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.EmptyIterators;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.partitions.PartitionIterator;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.partitions.SingletonUnfilteredPartitionIterator;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.transport.Dispatcher;
import org.cassandrastats.server.limit.MemoryBudget;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DirectPageTest {
  private static final Dispatcher.RequestTime TIME = Dispatcher.RequestTime.forImmediateExecution();

  private final MemoryBudget budget = new MemoryBudget(64L << 20);
  private final PathSwitch path = new PathSwitch(budget, true, false);
  private final DirectPage page = new DirectPage(path, budget, bytes -> {});
  private int ordinary;

  @BeforeAll
  static void initializeCassandra() {
    DatabaseDescriptor.clientInitialization();
  }

  @Test
  void should_give_memory_back_when_the_page_is_closed() {
    PartitionIterator open = page.execute(TIME, time -> EmptyIterators.partition());
    respond();
    assertThat(budget.used()).isPositive();
    open.close();
    assertThat(budget.used()).isZero();
    assertThat(ordinary).isZero();
  }

  /** Ranges are read when their rows are asked for, which is after they were executed. */
  @Test
  void should_hold_nothing_of_a_page_that_began_when_the_path_was_off() {
    path.setEnabled(false);
    PartitionIterator open = page.execute(TIME, time -> EmptyIterators.partition());
    path.setEnabled(true);
    respond();
    open.close();
    assertThat(budget.used()).isZero();
    assertThat(ordinary).isOne();
  }

  @Test
  void should_read_again_where_what_was_read_cannot_be_handed_over() {
    List<Dispatcher.RequestTime> times = new ArrayList<>();
    PartitionIterator open =
        page.execute(
            TIME,
            time -> {
              times.add(time);
              if (times.size() == 1) {
                throw path.failed(new IllegalStateException("lost"));
              }
              return EmptyIterators.partition();
            });
    open.close();

    assertThat(times).hasSize(2).last().isSameAs(TIME);
    assertThat(path.getError()).isEqualTo("java.lang.IllegalStateException: lost");
    assertThat(budget.used()).isZero();
  }

  @Test
  void should_go_on_as_cassandra_does_after_an_error_of_its_own() {
    List<Dispatcher.RequestTime> times = new ArrayList<>();
    PartitionIterator open =
        page.execute(
            TIME,
            time -> {
              times.add(time);
              if (times.size() == 1) {
                throw new NoSuchMethodError("moved");
              }
              return EmptyIterators.partition();
            });
    respond();
    open.close();

    assertThat(times).hasSize(2).last().isSameAs(TIME);
    assertThat(path.getError()).contains("moved");
    assertThat(ordinary).isOne();
    assertThat(budget.used()).isZero();
  }

  private void respond() {
    TableMetadata table =
        TableMetadata.builder("shop", "prices", TableId.fromUUID(new UUID(0, 1)))
            .partitioner(Murmur3Partitioner.instance)
            .addPartitionKeyColumn("p", Int32Type.instance)
            .addRegularColumn("v", Int32Type.instance)
            .build();
    PartitionUpdate.SimpleBuilder rows = PartitionUpdate.simpleBuilder(table, 1);
    rows.timestamp(7).nowInSec(1000);
    rows.row().add("v", 3);
    page.respond(
        new SingletonUnfilteredPartitionIterator(rows.build().unfilteredIterator()),
        all -> {
          ordinary++;
          return null;
        },
        () -> {
          throw new AssertionError("read again");
        });
  }
}
