/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.metric;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Metric;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.junit.jupiter.api.Test;

/** Each test has a function of its own: beans stay for as long as the process. */
class FunctionUseTest {
  private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
  private final Map<String, Metric> registry = CassandraMetricsRegistry.Metrics.getMetrics();

  private static ObjectName bean(String function, String metric) throws Exception {
    return new ObjectName(
        "org.apache.cassandra.metrics:type=StatsFunction,scope=" + function + ",name=" + metric);
  }

  private Set<String> published(String function) throws Exception {
    return beans.queryNames(bean(function, "*"), null).stream()
        .map(name -> name.getKeyProperty("name"))
        .collect(Collectors.toSet());
  }

  private Metric registered(String function, String metric) {
    return registry.get("org.apache.cassandra.metrics.StatsFunction." + metric + "." + function);
  }

  @Test
  void should_publish_nothing_of_a_function_that_nobody_has_called() throws Exception {
    FunctionUses uses = new FunctionUses();
    FunctionUse use = uses.of("never_called");

    assertThat(published("never_called")).isEmpty();
    assertThat(registered("never_called", "Calls")).isNull();
    assertThat(use.isUsed()).isFalse();
    assertThat(uses.used()).isEmpty();
  }

  @Test
  void should_publish_calls_and_refusals_with_the_first_call() throws Exception {
    FunctionUses uses = new FunctionUses();
    FunctionUse use = uses.of("a_function");

    use.called();
    use.called();

    assertThat(published("a_function")).containsExactlyInAnyOrder("Calls", "Refusals");
    assertThat(beans.getAttribute(bean("a_function", "Calls"), "Count")).isEqualTo(2L);
    // So that the first refusal is an increase, and not the beginning of a series.
    assertThat(beans.getAttribute(bean("a_function", "Refusals"), "Count")).isEqualTo(0L);
    assertThat(((Counter) registered("a_function", "Calls")).getCount()).isEqualTo(2);
    assertThat(((Counter) registered("a_function", "Refusals")).getCount()).isZero();
    assertThat(uses.used()).containsExactly(use);
  }

  @Test
  void should_publish_rows_and_states_of_aggregates() throws Exception {
    FunctionUse use = new FunctionUse("an_aggregate");

    use.aggregated(1000, 96);
    use.aggregated(5, 400);
    use.aggregated(0, 0);
    use.refused();

    assertThat(published("an_aggregate"))
        .containsExactlyInAnyOrder("Calls", "Refusals", "Rows", "StateBytes", "LargestState");
    assertThat(beans.getAttribute(bean("an_aggregate", "Calls"), "Count")).isEqualTo(3L);
    assertThat(beans.getAttribute(bean("an_aggregate", "Refusals"), "Count")).isEqualTo(1L);
    assertThat(beans.getAttribute(bean("an_aggregate", "Rows"), "Count")).isEqualTo(1005L);
    assertThat(beans.getAttribute(bean("an_aggregate", "StateBytes"), "Count")).isEqualTo(496L);
    assertThat(beans.getAttribute(bean("an_aggregate", "LargestState"), "Value")).isEqualTo(400L);
    assertThat(((Counter) registered("an_aggregate", "Rows")).getCount()).isEqualTo(1005);
    assertThat(((Gauge<?>) registered("an_aggregate", "LargestState")).getValue()).isEqualTo(400L);
  }

  @Test
  void should_count_on_where_a_bean_of_that_name_is_there_already() {
    new FunctionUse("twice").called();
    FunctionUse second = new FunctionUse("twice");

    second.called();

    assertThat(second.calls()).isEqualTo(1);
  }

  @Test
  void should_share_what_is_counted_by_name() {
    FunctionUses uses = new FunctionUses();

    assertThat(uses.of("shared")).isSameAs(uses.of("shared")).isNotSameAs(uses.of("other"));
  }
}
