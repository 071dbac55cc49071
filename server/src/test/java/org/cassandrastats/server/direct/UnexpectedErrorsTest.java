/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ReadResponse;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.partitions.SingletonUnfilteredPartitionIterator;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.AbstractUnfilteredRowIterator;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.cassandrastats.server.limit.MemoryBudget;
import org.cassandrastats.server.limit.PageMemory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An error in each place where rows are held: the answer is Cassandra's, or an error says why. */
class UnexpectedErrorsTest {
  private static final int ROWS = 3000;

  private final MemoryBudget budget = new MemoryBudget(64L << 20);
  private final PathSwitch path = new PathSwitch(budget, true, false);
  private final PartitionUpdate partition = partition();
  private final List<Unfiltered> rows = new ArrayList<>();
  private int closed;
  private int readAgain;
  private RuntimeException closing;

  @BeforeAll
  static void initializeCassandra() {
    DatabaseDescriptor.clientInitialization();
  }

  private static PartitionUpdate partition() {
    DatabaseDescriptor.clientInitialization();
    TableMetadata table =
        TableMetadata.builder("shop", "prices", TableId.fromUUID(new UUID(0, 1)))
            .partitioner(Murmur3Partitioner.instance)
            .addPartitionKeyColumn("p", Int32Type.instance)
            .addClusteringColumn("c", Int32Type.instance)
            .addRegularColumn("v", Int32Type.instance)
            .build();
    PartitionUpdate.SimpleBuilder builder = PartitionUpdate.simpleBuilder(table, 1);
    builder.timestamp(7).nowInSec(1000);
    for (int c = 0; c < ROWS; c++) {
      builder.row(c).add("v", c);
    }
    return builder.build();
  }

  static Stream<Throwable> errors() {
    return Stream.of(
        new IllegalStateException("injected"),
        new NoSuchMethodError("injected"),
        new AssertionError("injected"));
  }

  @ParameterizedTest
  @MethodSource("errors")
  void should_read_again_where_a_row_cannot_be_held(Throwable error) {
    for (int at : List.of(0, 1, ROWS - 1)) {
      path.setEnabled(true);
      assertReadAgain(error, read(sizeFails(at, 1, error)), bytes -> {});
    }
  }

  @ParameterizedTest
  @MethodSource("errors")
  void should_read_again_where_a_row_cannot_be_let_go_while_a_page_spills(Throwable error) {
    budget.setLimit(4L * PageMemory.STEP);
    assertReadAgain(error, read(sizeFails(10, 2, error)), bytes -> {});
    assertThat(path.getSpilledPages()).isOne();
  }

  @ParameterizedTest
  @MethodSource("errors")
  void should_read_again_where_a_partition_cannot_be_held(Throwable error) {
    UnfilteredRowIterator source = partition.unfilteredIterator();
    UnfilteredRowIterator headerFails =
        source(
            source,
            source,
            () -> {
              throw thrown(error);
            });
    assertReadAgain(error, new SingletonUnfilteredPartitionIterator(headerFails), bytes -> {});
  }

  @ParameterizedTest
  @MethodSource("errors")
  void should_read_again_where_a_page_cannot_be_counted(Throwable error) {
    assertReadAgain(
        error,
        read(partition.unfilteredIterator()),
        bytes -> {
          throw thrown(error);
        });
  }

  private void assertReadAgain(
      Throwable error, UnfilteredPartitionIterator source, LongConsumer bytes) {
    closed = 0;
    readAgain = 0;
    respond(source, bytes);

    assertThat(readAgain).isOne();
    assertThat(closed).isOne();
    assertThat(path.isOn()).isFalse();
    assertThat(path.getError()).isEqualTo(error.toString());
    assertThat(budget.used()).isZero();
  }

  /** Such as too many tombstones. */
  @ParameterizedTest
  @MethodSource("errors")
  void should_pass_an_error_of_reading_on(Throwable error) {
    for (long steps : List.of(1L, 1000L)) {
      budget.setLimit(4 * steps * PageMemory.STEP);
      assertThatThrownBy(() -> respond(read(lastRowFails(error)), bytes -> {})).isSameAs(error);
    }
    assertThat(readAgain).isZero();
    assertThat(path.isOn()).isTrue();
    assertThat(path.getSpilledPages()).isOne();
    assertThat(budget.used()).isZero();
  }

  /** Such as a range tombstone that is still open in a partition that was read in part. */
  @ParameterizedTest
  @MethodSource("errors")
  void should_pass_an_error_of_reading_on_where_closing_fails_too(Throwable error) {
    closing = new IllegalStateException("closing");

    assertThatThrownBy(() -> respond(read(lastRowFails(error)), bytes -> {}))
        .isSameAs(error)
        .hasSuppressedException(closing);
    assertThat(readAgain).isZero();
    assertThat(path.isOn()).isTrue();
  }

  private UnfilteredRowIterator lastRowFails(Throwable error) {
    UnfilteredRowIterator source = partition.unfilteredIterator();
    Iterator<Unfiltered> failing =
        Stream.concat(
                Stream.generate(source::next).limit(ROWS - 1),
                Stream.<Unfiltered>generate(
                    () -> {
                      throw thrown(error);
                    }))
            .iterator();
    return source(source, failing);
  }

  /** As if somebody wrote to the page while it is handed over. */
  @Test
  void should_end_a_request_whose_rows_cannot_be_handed_over() {
    BufferedPage page = new BufferedPage(partition.metadata());
    UnfilteredRowIterator source = partition.unfilteredIterator();
    BufferedPartition held = page.add(source);
    held.add(source.next());
    held.add(source.next());
    UnfilteredRowIterator handedOver = partitionsOf(page).next();
    assertThat(handedOver.next()).isNotNull();
    held.add(source.next());

    assertEndsRequest(handedOver::next);
  }

  @Test
  void should_end_a_request_whose_partitions_cannot_be_handed_over() {
    BufferedPage page = new BufferedPage(partition.metadata());
    page.add(partition.unfilteredIterator());
    UnfilteredPartitionIterator handedOver = partitionsOf(page);
    page.add(partition.unfilteredIterator());

    assertEndsRequest(handedOver::next);
  }

  private UnfilteredPartitionIterator partitionsOf(BufferedPage page) {
    return new LocalRowsResponse(page, path)
        .makeIterator(
            SinglePartitionReadCommand.fullPartitionRead(
                partition.metadata(), 1000, partition.partitionKey()));
  }

  private void assertEndsRequest(Runnable next) {
    assertThatThrownBy(next::run)
        .isInstanceOf(DirectReadFailure.class)
        .hasMessageContaining("send this statement again")
        .hasMessageContaining("ConcurrentModificationException");
    assertThat(path.isOn()).isFalse();
  }

  private void respond(UnfilteredPartitionIterator source, LongConsumer bytes) {
    ReadResponse none = null;
    new DirectPage(path, budget, bytes)
        .respond(
            source,
            all -> {
              while (all.hasNext()) {
                try (UnfilteredRowIterator content = all.next()) {
                  content.forEachRemaining(rows::add);
                }
              }
              return none;
            },
            () -> {
              readAgain++;
              return none;
            });
  }

  private UnfilteredPartitionIterator read(UnfilteredRowIterator source) {
    return new SingletonUnfilteredPartitionIterator(source(source, source));
  }

  /** Of one row the size is unknown, from a call on. */
  private UnfilteredRowIterator sizeFails(int at, int call, Throwable error) {
    List<Unfiltered> content = new ArrayList<>();
    UnfilteredRowIterator source = partition.unfilteredIterator();
    source.forEachRemaining(content::add);
    Row row = (Row) content.get(at);
    int[] calls = new int[1];
    content.set(
        at,
        (Unfiltered)
            Proxy.newProxyInstance(
                Row.class.getClassLoader(),
                new Class<?>[] {Row.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("unsharedHeapSize") && ++calls[0] >= call) {
                    throw error;
                  }
                  try {
                    return method.invoke(row, arguments);
                  } catch (InvocationTargetException failed) {
                    throw failed.getCause();
                  }
                }));
    return source(source, content.iterator());
  }

  private static RuntimeException thrown(Throwable error) {
    if (error instanceof Error unchecked) {
      throw unchecked;
    }
    return (RuntimeException) error;
  }

  private UnfilteredRowIterator source(UnfilteredRowIterator header, Iterator<Unfiltered> content) {
    return source(header, content, () -> EncodingStats.NO_STATS);
  }

  private UnfilteredRowIterator source(
      UnfilteredRowIterator header, Iterator<Unfiltered> content, Supplier<EncodingStats> found) {
    return new AbstractUnfilteredRowIterator(
        header.metadata(),
        header.partitionKey(),
        header.partitionLevelDeletion(),
        header.columns(),
        header.staticRow(),
        header.isReverseOrder(),
        EncodingStats.NO_STATS) {
      @Override
      protected Unfiltered computeNext() {
        return content.hasNext() ? content.next() : endOfData();
      }

      @Override
      public EncodingStats stats() {
        return found.get();
      }

      @Override
      public void close() {
        closed++;
        if (closing != null) {
          throw closing;
        }
      }
    };
  }
}
