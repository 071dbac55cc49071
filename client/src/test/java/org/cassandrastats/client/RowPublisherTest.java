/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.api.StatsRow;
import org.junit.jupiter.api.Test;
import org.reactivestreams.tck.TestEnvironment;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.TestListenerAdapter;
import org.testng.TestNG;

final class RowPublisherTest {
  /** The verification of Reactive Streams. */
  public static final class Rules extends FlowPublisherVerification<StatsRow> {
    private static final long MOST = 100_000;

    /** Signals have to come within two seconds, also on a machine that builds. */
    public Rules() {
      super(new TestEnvironment(2_000, 100));
    }

    @Override
    public Flow.Publisher<StatsRow> createFlowPublisher(long rows) {
      return new RowPublisher(
          taker -> NumberedRuns.start(Math.min(rows, maxElementsFromPublisher()), taker));
    }

    @Override
    public Flow.Publisher<StatsRow> createFailedFlowPublisher() {
      return new RowPublisher(taker -> NumberedRuns.failing(new StatsException("refused")));
    }

    @Override
    public long maxElementsFromPublisher() {
      return MOST;
    }
  }

  @Test
  void should_keep_the_rules_of_reactive_streams() {
    TestListenerAdapter results = new TestListenerAdapter();
    TestNG rules = new TestNG(false);
    rules.setTestClasses(new Class<?>[] {Rules.class});
    rules.addListener(results);
    rules.setVerbose(0);
    rules.run();

    List<String> broken =
        Stream.concat(
                results.getFailedTests().stream(), results.getConfigurationFailures().stream())
            .map(result -> result.getName() + ": " + result.getThrowable())
            .toList();
    assertThat(broken).isEmpty();
    assertThat(results.getPassedTests()).hasSizeGreaterThan(20);
  }
}
