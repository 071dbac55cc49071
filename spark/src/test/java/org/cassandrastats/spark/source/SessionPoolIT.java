/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.cassandrastats.spark.SourceNode;
import org.cassandrastats.spark.SourceNode.Running;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("extended")
@ExtendWith(SourceNode.class)
class SessionPoolIT {
  private static final Duration IDLE = Duration.ofMillis(300);

  @Test
  void should_share_a_session_and_close_it_when_it_is_idle(Running node) throws Exception {
    SessionPool pool = new SessionPool(IDLE);
    SourceOptions options = new SourceOptions(node.options());

    try (SessionPool.Lease first = pool.lease(options);
        SessionPool.Lease second = pool.lease(new SourceOptions(node.options()))) {
      assertThat(first).isNotSameAs(second);
      assertThat(pool.size()).isEqualTo(1);
      Thread.sleep(2 * IDLE.toMillis());
      assertThat(pool.size()).isEqualTo(1);
    }
    long start = System.nanoTime();
    while (pool.size() > 0 && System.nanoTime() - start < Duration.ofSeconds(30).toNanos()) {
      Thread.sleep(20);
    }
    assertThat(pool.size()).isZero();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(200));
  }
}
