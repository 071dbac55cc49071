/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.metric;

import com.codahale.metrics.Counter;
import com.codahale.metrics.Gauge;
import com.codahale.metrics.Metric;
import javax.management.MXBean;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.utils.MBeanWrapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Metrics among those of Cassandra: in its registry, where agents within a node look, and as beans
 * with names and attributes like Cassandra's own, which whatever reads beans knows already.
 *
 * <p>Cassandra 6.0 refuses metrics of a type that is not its own in the methods that make both, and
 * 5.0 has others; what is called here is the same in both.
 */
public final class NodeMetrics {
  private static final String GROUP = "org.apache.cassandra.metrics";
  private static final Logger LOGGER = LoggerFactory.getLogger(NodeMetrics.class);

  private NodeMetrics() {}

  /** What JMX shows of a counter. */
  @MXBean
  public interface Count {
    /** How often, or how many, since the node was started. */
    long getCount();
  }

  /** What JMX shows of a gauge. */
  @MXBean
  public interface Value {
    /** As it is now. */
    long getValue();
  }

  /**
   * Publishes a counter.
   *
   * @param scope what is counted of, such as the name of a function; null where there is one only
   */
  static void publish(String type, String scope, String name, Counter counter) {
    Count bean = counter::getCount;
    publish(type, scope, name, counter, bean);
  }

  /** Publishes a gauge in the same way. */
  static void publish(String type, String scope, String name, Gauge<Long> gauge) {
    Value bean = gauge::getValue;
    publish(type, scope, name, gauge, bean);
  }

  /** Never throws: an aggregation must not fail because nobody can see that it was counted. */
  private static void publish(String type, String scope, String name, Metric metric, Object bean) {
    try {
      MBeanWrapper.instance.registerMBean(
          bean,
          GROUP + ":type=" + type + (scope == null ? "" : ",scope=" + scope) + ",name=" + name);
      CassandraMetricsRegistry.Metrics.register(
          GROUP + "." + type + "." + name + (scope == null ? "" : "." + scope), metric);
    } catch (RuntimeException | LinkageError failed) {
      LOGGER.warn(
          "cassandra-stats cannot publish its metric {} {} {} ({})",
          type,
          name,
          scope,
          failed.toString());
    }
  }
}
