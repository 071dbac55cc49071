/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import com.codahale.metrics.MetricRegistry;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.metrics.Metrics;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Counts what the queries of a session do. By itself it counts nothing. */
class RunMetrics {
  /**
   * Counts in the registry of the driver; nothing where its metrics are off or are not those of
   * Dropwizard, whose classes may then be missing.
   */
  static RunMetrics of(CqlSession session) {
    Optional<Metrics> metrics = session.getMetrics();
    return metrics.isPresent() ? new OfDriver(session, metrics.get()) : new RunMetrics();
  }

  /** A request takes a slot of a node. */
  void sent() {}

  /** It has left the slot. */
  void returned() {}

  /** A request has succeeded. */
  void succeeded(long nanos, long rows) {}

  /** A request has failed. */
  void failed() {}

  /** A range is cut in two. */
  void halved() {}

  /** A query has ended. */
  void ended(long nanos, boolean complete) {}

  /** Counts in a registry, under names that begin as those of the session. */
  private static final class OfDriver extends RunMetrics {
    private final MetricRegistry registry;
    private final String prefix;

    OfDriver(CqlSession session, Metrics metrics) {
      this.registry = metrics.getRegistry();
      String first =
          session
              .getContext()
              .getConfig()
              .getDefaultProfile()
              .getString(DefaultDriverOption.METRICS_ID_GENERATOR_PREFIX, "");
      this.prefix = MetricRegistry.name(first, session.getName(), "cassandra-stats") + ".";
    }

    @Override
    void sent() {
      registry.counter(prefix + "requests-in-flight").inc();
    }

    @Override
    void returned() {
      registry.counter(prefix + "requests-in-flight").dec();
    }

    @Override
    void succeeded(long nanos, long rows) {
      registry.timer(prefix + "requests").update(nanos, TimeUnit.NANOSECONDS);
      registry.counter(prefix + "rows").inc(rows);
    }

    @Override
    void failed() {
      registry.counter(prefix + "failed-requests").inc();
    }

    @Override
    void halved() {
      registry.counter(prefix + "halved-ranges").inc();
    }

    @Override
    void ended(long nanos, boolean complete) {
      if (complete) {
        registry.timer(prefix + "queries").update(nanos, TimeUnit.NANOSECONDS);
      } else {
        registry.counter(prefix + "failed-queries").inc();
      }
    }
  }
}
