/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteFailureException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which failed requests are sent again. */
class FailuresTest {
  private final Node node =
      (Node)
          Proxy.newProxyInstance(
              Node.class.getClassLoader(),
              new Class<?>[] {Node.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "hashCode" -> 1;
                    case "equals" -> proxy == arguments[0];
                    default -> "node";
                  });

  /** The node that a request was being written to has died. */
  @Test
  void should_ask_again_where_a_connection_breaks_while_a_request_is_written() {
    AllNodesFailedException failed = failed(new ClosedChannelException());

    assertThat(Failures.remedy(failed)).isEqualTo(Remedy.ASK_AGAIN);
    assertThat(Failures.isSilence(failed)).isTrue();
  }

  @Test
  void should_ask_again_where_no_node_answers() {
    assertThat(Failures.remedy(failed(new ClosedConnectionException("closed"))))
        .isEqualTo(Remedy.ASK_AGAIN);
    assertThat(Failures.remedy(new NoNodeAvailableException())).isEqualTo(Remedy.ASK_AGAIN);
  }

  @Test
  void should_ask_for_less_where_a_server_times_out() {
    assertThat(Failures.remedy(new ReadTimeoutException(node, null, 0, 1, false)))
        .isEqualTo(Remedy.ASK_FOR_LESS);
  }

  /** A node that restarts is back soon; a level that none has reached may be one that never is. */
  @Test
  void should_ask_again_for_a_while_where_too_few_replicas_are_alive() {
    AllNodesFailedException failed =
        failed(new UnavailableException(node, DefaultConsistencyLevel.TWO, 2, 1));
    Duration minute = Duration.ofMinutes(1);

    assertThat(Failures.remedy(failed)).isEqualTo(Remedy.ASK_AGAIN);
    assertThat(Failures.mayPass(failed)).isTrue();
    assertThat(Failures.patience(failed, minute, true)).isLessThan(Duration.ofSeconds(10));
    assertThat(Failures.patience(failed, minute, false)).isEqualTo(minute);
    assertThat(Failures.patience(failed, Duration.ofMillis(1), true))
        .isEqualTo(Duration.ofMillis(1));
    assertThat(Failures.unreachable(failed).orElseThrow())
        .hasMessageContaining("the consistency level TWO needs 2 replicas, of which 1 is alive");
    assertThat(Failures.unreachable(failed(new ClosedConnectionException("closed")))).isEmpty();
  }

  /** Rollups and chunks are written, and their watermarks by lightweight transactions. */
  @ParameterizedTest
  @EnumSource(DefaultWriteType.class)
  void should_ask_again_where_a_write_is_not_confirmed(DefaultWriteType type) {
    assertThat(Failures.mayPass(failed(new WriteTimeoutException(node, null, 0, 1, type))))
        .isTrue();
    assertThat(Failures.mayPass(new WriteFailureException(node, null, 0, 1, type, 1, Map.of())))
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "0, ASK_FOR_LESS, true, its log says why",
    "1, ASK_FOR_LESS, false, too many tombstones",
    "2, ASK_FOR_LESS, true, deadline",
    "3, ASK_AGAIN, true, schema",
    "4, ASK_FOR_LESS, false, local_read_size_fail_threshold",
    "5, ASK_AGAIN, true, down",
    "6, STOP, false, index is not available",
    "7, STOP, false, sai_sstable_indexes_per_query_fail_threshold",
    "503, STOP, false, still being built",
    "4711, ASK_FOR_LESS, true, its log says why",
  })
  void should_name_the_reason_of_a_failed_read_and_know_whether_it_may_pass(
      int code, Remedy remedy, boolean passing, String reason) {
    AllNodesFailedException failed =
        failed(
            new ReadFailureException(
                node, null, 0, 1, 1, false, Map.of(InetAddress.getLoopbackAddress(), code)));

    assertThat(Failures.remedy(failed)).isEqualTo(remedy);
    assertThat(Failures.mayPass(failed)).isEqualTo(passing);
    assertThat(Failures.line(failed)).contains(reason);
  }

  @Test
  void should_leave_out_what_the_driver_says_to_programmers() {
    assertThat(
            Failures.line(
                new ClosedConnectionException(
                    "No connection to Node(endPoint=/10.0.0.1:9042, hostId=null, hashCode=4c1)")))
        .isEqualTo("No connection to /10.0.0.1:9042");
    assertThat(Failures.withoutInternals(failed(new ClosedConnectionException("x")).getMessage()))
        .doesNotContain("getAllErrors", "hashCode");
  }

  @Test
  void should_stop_where_the_query_is_wrong() {
    assertThat(Failures.remedy(failed(new InvalidQueryException(node, "no such table"))))
        .isEqualTo(Remedy.STOP);
  }

  @Test
  void should_pass_on_what_a_listener_throws() {
    RuntimeException ofListener = new UnsupportedOperationException("no more");

    assertThatThrownBy(() -> Failures.stopped(ofListener)).isSameAs(ofListener);
  }

  private AllNodesFailedException failed(Throwable cause) {
    return AllNodesFailedException.fromErrors(List.of(Map.entry(node, cause)));
  }
}
