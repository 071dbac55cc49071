/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChildProcessTest {
  private final AtomicInteger cleanUps = new AtomicInteger();
  private final ChildProcess child = new ChildProcess("sleeper", cleanUps::incrementAndGet);
  private Process process;

  @BeforeEach
  void start() throws IOException {
    process = child.start(new ProcessBuilder("sleep", "300"));
  }

  @AfterEach
  void end() {
    process.destroyForcibly();
  }

  @Test
  void should_end_a_process_that_is_asked_to() {
    child.terminate();
    assertThat(process.isAlive()).isFalse();
    assertThat(cleanUps).hasValue(1);
  }

  @Test
  void should_kill_a_process_once() {
    child.kill();
    child.kill();
    assertThat(process.isAlive()).isFalse();
    assertThat(cleanUps).hasValue(1);
    assertThatThrownBy(() -> child.start(new ProcessBuilder("sleep", "300")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("this JVM is ending");
  }

  @Test
  void should_clean_up_after_what_was_being_prepared() throws Exception {
    List<String> events = Collections.synchronizedList(new ArrayList<>());
    ChildProcess late = new ChildProcess("late", () -> events.add("cleaned up"));
    CountDownLatch preparing = new CountDownLatch(1);
    CompletableFuture<Process> started =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return late.start(
                    () -> {
                      preparing.countDown();
                      // Long enough for a clean-up that does not wait.
                      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
                      events.add("prepared");
                      return new ProcessBuilder("sleep", "300");
                    });
              } catch (IOException failed) {
                throw new UncheckedIOException(failed);
              }
            });

    preparing.await();
    late.kill();

    assertThat(events).containsExactly("prepared", "cleaned up");
    assertThat(started.get().waitFor()).isNotZero();
  }

  @Test
  void should_prepare_nothing_after_the_end() {
    child.kill();

    assertThatThrownBy(
            () ->
                child.start(
                    () -> {
                      throw new AssertionError("prepared");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("this JVM is ending");
  }

  @Test
  void should_leave_alone_what_was_let_go() {
    child.release();
    child.terminate();
    child.kill();
    assertThat(process.isAlive()).isTrue();
    assertThat(cleanUps).hasValue(0);
  }
}
