/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import java.lang.reflect.Proxy;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

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

    assertThat(Failures.remedy(failed)).isEqualTo(Failures.Remedy.ASK_AGAIN);
    assertThat(Failures.isSilence(failed)).isTrue();
  }

  @Test
  void should_ask_again_where_no_node_answers() {
    assertThat(Failures.remedy(failed(new ClosedConnectionException("closed"))))
        .isEqualTo(Failures.Remedy.ASK_AGAIN);
    assertThat(Failures.remedy(new NoNodeAvailableException()))
        .isEqualTo(Failures.Remedy.ASK_AGAIN);
  }

  @Test
  void should_ask_for_less_where_a_server_times_out() {
    assertThat(Failures.remedy(new ReadTimeoutException(node, null, 0, 1, false)))
        .isEqualTo(Failures.Remedy.ASK_FOR_LESS);
  }

  @Test
  void should_stop_where_the_query_is_wrong() {
    assertThat(Failures.remedy(failed(new InvalidQueryException(node, "no such table"))))
        .isEqualTo(Failures.Remedy.STOP);
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
