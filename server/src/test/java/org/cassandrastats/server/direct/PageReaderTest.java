/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
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
import org.cassandrastats.server.limit.MemoryBudget;
import org.cassandrastats.server.limit.MemoryUse;
import org.cassandrastats.server.limit.PageMemory;
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
    memory.keep(memory.reserve(1));
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

  /** Held rows are on the heap until Cassandra has taken them, and their memory with them. */
  @Test
  void should_reserve_what_is_alive_while_a_page_spills() {
    budget.setLimit(4L * 4 * PageMemory.STEP);
    List<WeakReference<Row>> all = new ArrayList<>();
    UnfilteredRowIterator rows = like(partition.unfilteredIterator(), fresh(all, 4000), () -> {});
    PageMemory memory = new PageMemory(budget);
    List<Long> spilling = new ArrayList<>();
    new PageReader(path, memory, bytes -> {})
        .respond(
            new StorageRows(new SingletonUnfilteredPartitionIterator(rows)),
            spilled -> {
              try (UnfilteredRowIterator content = spilled.next()) {
                for (int row = 0; content.hasNext(); row++) {
                  content.next();
                  if (row % 100 == 0) {
                    spilling.add(budget.used(MemoryUse.SPILLING));
                    assertThat(budget.used()).isEqualTo(budget.used(MemoryUse.SPILLING));
                    assertThat(aliveBytes(all))
                        .as("row %d", row)
                        .isLessThanOrEqualTo(budget.used() + 2000)
                        .isGreaterThanOrEqualTo(budget.used() - 3L * PageMemory.STEP);
                  }
                }
              }
              return null;
            });

    assertThat(path.getSpilledPages()).isOne();
    assertThat(spilling.get(0)).isGreaterThan(2L * PageMemory.STEP);
    assertThat(spilling).isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(budget.used()).isZero();
  }

  /** Rows that nothing else holds. */
  private Iterator<Unfiltered> fresh(List<WeakReference<Row>> all, int rows) {
    return IntStream.range(0, rows)
        .mapToObj(
            c -> {
              PartitionUpdate.SimpleBuilder one = PartitionUpdate.simpleBuilder(table, 1);
              one.timestamp(7).nowInSec(1000);
              one.row(c).add("v", c);
              Row row = one.build().iterator().next();
              all.add(new WeakReference<>(row));
              return (Unfiltered) row;
            })
        .iterator();
  }

  private static long aliveBytes(List<WeakReference<Row>> all) {
    System.gc();
    long bytes = 0;
    for (WeakReference<Row> each : all) {
      Row row = each.get();
      bytes += row == null ? 0 : row.unsharedHeapSize();
    }
    return bytes;
  }

  private ReadResponse respond(PageMemory memory, UnfilteredRowIterator rows) {
    return respond(memory, new SingletonUnfilteredPartitionIterator(counting(rows)));
  }

  private ReadResponse respond(PageMemory memory, UnfilteredPartitionIterator partitions) {
    return new PageReader(path, memory, bytes -> {})
        .respond(
            new StorageRows(partitions),
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
