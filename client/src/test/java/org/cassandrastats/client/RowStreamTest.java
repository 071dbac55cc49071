/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsException.Reason;
import org.cassandrastats.client.api.StatsResult;
import org.cassandrastats.client.api.StatsRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class RowStreamTest {
  @Test
  void should_give_all_rows_in_their_order() {
    try (Stream<StatsRow> rows = RowStream.of(taker -> NumberedRuns.start(10_000, taker))) {
      assertThat(rows.map(row -> row.getLong("number")))
          .containsExactlyElementsOf(LongStream.range(0, 10_000).boxed().toList());
    }
  }

  @Test
  void should_read_no_more_than_a_few_rows_ahead_and_end_the_run_when_closed() {
    AtomicLong given = new AtomicLong();
    AtomicReference<CompletableFuture<StatsResult>> run = new AtomicReference<>();
    try (Stream<StatsRow> rows =
        RowStream.of(
            taker -> {
              run.set(
                  NumberedRuns.start(
                      Long.MAX_VALUE,
                      row -> {
                        taker.accept(row);
                        given.incrementAndGet();
                      }));
              return run.get();
            })) {
      assertThat(rows.limit(1_000)).hasSize(1_000);
    }
    assertThat(run.get()).isCancelled();
    assertThat(given.get()).isLessThan(1_300);
  }

  @Test
  void should_throw_what_the_run_throws() {
    StatsException refused = new StatsException("refused");
    try (Stream<StatsRow> rows = RowStream.of(taker -> NumberedRuns.failing(refused))) {
      Iterator<StatsRow> iterator = rows.iterator();
      assertThatThrownBy(iterator::hasNext).isSameAs(refused);
      assertThatThrownBy(iterator::hasNext).as("no end, later").isSameAs(refused);
    }
  }

  @Test
  void should_throw_an_error_whenever_a_row_is_asked_for() {
    CompletableFuture<StatsResult> failed =
        CompletableFuture.failedFuture(new OutOfMemoryError("no thread"));
    try (Stream<StatsRow> rows = RowStream.of(taker -> failed)) {
      Iterator<StatsRow> iterator = rows.iterator();
      assertThatThrownBy(iterator::hasNext).hasMessage("no thread");
      assertThatThrownBy(iterator::hasNext).as("no end, later").hasMessage("no thread");
    }
  }

  @Test
  void should_begin_no_run_after_the_stream_is_closed() {
    Stream<StatsRow> rows =
        RowStream.of(
            taker -> {
              throw new AssertionError("begun");
            });
    Iterator<StatsRow> iterator = rows.iterator();
    rows.close();

    assertThatThrownBy(iterator::hasNext)
        .isInstanceOf(StatsException.class)
        .hasRootCauseMessage("the stream was closed");
  }

  @Test
  void should_begin_no_run_before_a_row_is_asked_for() {
    RowStream.of(
            taker -> {
              throw new AssertionError("begun");
            })
        .close();
  }

  @Test
  void should_end_the_run_when_who_reads_is_interrupted() {
    CompletableFuture<StatsResult> endless = new CompletableFuture<>();
    try (Stream<StatsRow> rows = RowStream.of(taker -> endless)) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(rows::count)
          .isInstanceOfSatisfying(
              StatsException.class,
              failure -> assertThat(failure.reason()).isEqualTo(Reason.INTERRUPTED));
      assertThat(Thread.interrupted()).isTrue();
      assertThat(endless).isCancelled();
    }
  }
}
