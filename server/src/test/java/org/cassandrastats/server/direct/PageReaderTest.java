/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.ReadResponse;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.partitions.AbstractUnfilteredPartitionIterator;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.partitions.SingletonUnfilteredPartitionIterator;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.AbstractUnfilteredRowIterator;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is made of a page that was read, without a node. */
class PageReaderTest {
  private static final int ROWS = 500;

  private final MemoryBudget budget = new MemoryBudget(64L << 20);
  private final PathSwitch path = new PathSwitch(budget, true, false);
  private TableMetadata table;
  private PartitionUpdate partition;
  private ReadCommand command;
  private int closed;
  private List<Unfiltered> ordinary;

  @BeforeAll
  static void initializeCassandra() {
    DatabaseDescriptor.clientInitialization();
  }

  @BeforeEach
  void makePartition() {
    table =
        TableMetadata.builder("shop", "prices", TableId.fromUUID(new UUID(0, 1)))
            .partitioner(Murmur3Partitioner.instance)
            .addPartitionKeyColumn("p", Int32Type.instance)
            .addClusteringColumn("c", Int32Type.instance)
            .addStaticColumn("s", Int32Type.instance)
            .addRegularColumn("v", Int32Type.instance)
            .build();
    partition = update(1);
    command = SinglePartitionReadCommand.fullPartitionRead(table, 1000, partition.partitionKey());
  }

  private PartitionUpdate update(int key) {
    PartitionUpdate.SimpleBuilder rows = PartitionUpdate.simpleBuilder(table, key);
    rows.timestamp(7).nowInSec(1000);
    rows.row().add("s", 3);
    for (int c = 0; c < ROWS; c++) {
      rows.row(c).add("v", c);
    }
    rows.addRangeTombstone().start(ROWS + 1).end(ROWS + 5);
    return rows.build();
  }

  @Test
  void should_hold_a_page_that_can_be_read_again() {
    PageMemory memory = new PageMemory(budget);
    ReadResponse response = respond(memory, partition.unfilteredIterator());

    assertThat(content(response)).hasSize(ROWS + 3).isEqualTo(expected());
    assertThat(content(response)).isEqualTo(expected());
    assertThat(closed).isOne();
    assertThat(ordinary).isNull();
    assertThat(path.getPages()).isOne();
    assertThat(path.getRows()).isEqualTo(ROWS + 2);
    assertThat(budget.used()).isPositive();
    memory.release();
    assertThat(budget.used()).isZero();
  }

  @Test
  void should_go_on_as_cassandra_does_where_memory_ends() {
    for (int steps = 0; steps < 3; steps++) {
      closed = 0;
      budget.setLimit(4L * steps * PageMemory.STEP);
      respond(new PageMemory(budget), partition.unfilteredIterator());

      assertThat(ordinary).isEqualTo(expected());
      assertThat(closed).isOne();
      assertThat(path.getSpilledPages()).isEqualTo(steps + 1);
      assertThat(budget.used()).isZero();
      assertThat(path.isOn()).isTrue();
    }
  }

  @Test
  void should_hold_the_partitions_of_a_range() {
    PageMemory memory = new PageMemory(budget);
    ReadResponse response = respond(memory, three());

    assertThat(closed).isEqualTo(3);
    assertThat(content(response)).isEqualTo(content(three())).hasSize(3 * (ROWS + 3));
    assertThat(content(response)).isEqualTo(content(three()));
    assertThat(path.getRows()).isEqualTo(3 * (ROWS + 2));
    memory.release();
    assertThat(budget.used()).isZero();
  }

  /** The first partitions are held when there is no room any more. */
  @Test
  void should_go_on_as_cassandra_does_in_the_middle_of_a_range() {
    PageMemory memory = new PageMemory(budget);
    memory.reserve(1);
    int spilled = 0;
    for (int steps = 0; path.getPages() == 0; steps++) {
      closed = 0;
      budget.setLimit(4L * steps * PageMemory.STEP);
      ordinary = null;
      respond(memory, three());
      assertThat(closed).isEqualTo(3);
      if (path.getPages() == 0) {
        spilled++;
        assertThat(ordinary).as("%d steps", steps).isEqualTo(content(three()));
        assertThat(budget.used()).as("what others hold").isEqualTo(PageMemory.STEP);
      }
    }
    assertThat(spilled).isGreaterThan(3);
    memory.release();
    assertThat(budget.used()).isZero();
  }

  @Test
  void should_turn_the_path_off_after_an_error_of_its_own_and_lose_no_row() {
    respond(new PageMemory(budget), withUnknownSize(partition.unfilteredIterator(), 100));

    assertThat(ordinary).hasSameSizeAs(expected());
    assertThat(closed).isOne();
    assertThat(path.isOn()).isFalse();
    assertThat(path.getError()).contains("no size");
    assertThat(path.isFailed()).isTrue();
    assertThat(budget.used()).isZero();
    path.setEnabled(true);
    assertThat(path.isOn()).isTrue();
  }

  private ReadResponse respond(PageMemory memory, UnfilteredRowIterator rows) {
    return respond(memory, new SingletonUnfilteredPartitionIterator(counting(rows)));
  }

  private ReadResponse respond(PageMemory memory, UnfilteredPartitionIterator partitions) {
    return new PageReader(path, memory, bytes -> {})
        .respond(
            partitions,
            all -> {
              ordinary = content(all);
              return null;
            });
  }

  private UnfilteredPartitionIterator three() {
    List<UnfilteredRowIterator> partitions = new ArrayList<>();
    for (int key = 1; key <= 3; key++) {
      partitions.add(counting(update(key).unfilteredIterator()));
    }
    Iterator<UnfilteredRowIterator> all = partitions.iterator();
    return new AbstractUnfilteredPartitionIterator() {
      @Override
      public TableMetadata metadata() {
        return table;
      }

      @Override
      public boolean hasNext() {
        return all.hasNext();
      }

      @Override
      public UnfilteredRowIterator next() {
        return all.next();
      }
    };
  }

  private List<Unfiltered> expected() {
    return content(new SingletonUnfilteredPartitionIterator(partition.unfilteredIterator()));
  }

  private List<Unfiltered> content(ReadResponse response) {
    return content(response.makeIterator(command));
  }

  /** Static row, then the rest. */
  private static List<Unfiltered> content(UnfilteredPartitionIterator partitions) {
    List<Unfiltered> content = new ArrayList<>();
    while (partitions.hasNext()) {
      try (UnfilteredRowIterator rows = partitions.next()) {
        content.add(rows.staticRow());
        rows.forEachRemaining(content::add);
      }
    }
    return content;
  }

  private UnfilteredRowIterator counting(UnfilteredRowIterator rows) {
    return like(rows, rows, () -> closed++);
  }

  private static UnfilteredRowIterator withUnknownSize(UnfilteredRowIterator rows, int at) {
    List<Unfiltered> content = new ArrayList<>();
    rows.forEachRemaining(content::add);
    Row row = (Row) content.get(at);
    content.set(
        at,
        (Unfiltered)
            Proxy.newProxyInstance(
                Row.class.getClassLoader(),
                new Class<?>[] {Row.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("unsharedHeapSize")) {
                    throw new IllegalStateException("no size");
                  }
                  try {
                    return method.invoke(row, arguments);
                  } catch (InvocationTargetException failed) {
                    throw failed.getCause();
                  }
                }));
    return like(rows, content.iterator(), () -> {});
  }

  private static UnfilteredRowIterator like(
      UnfilteredRowIterator header, Iterator<Unfiltered> content, Runnable close) {
    return new AbstractUnfilteredRowIterator(
        header.metadata(),
        header.partitionKey(),
        header.partitionLevelDeletion(),
        header.columns(),
        header.staticRow(),
        header.isReverseOrder(),
        header.stats()) {
      @Override
      protected Unfiltered computeNext() {
        return content.hasNext() ? content.next() : endOfData();
      }

      @Override
      public void close() {
        close.run();
      }
    };
  }
}
