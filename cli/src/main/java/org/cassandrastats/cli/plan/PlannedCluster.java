/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import java.util.Optional;
import java.util.Set;
import org.cassandrastats.cli.connection.ClusterOptions;
import org.cassandrastats.cli.install.MeasuredCluster;
import org.cassandrastats.cli.lane.Lanes;
import org.cassandrastats.cli.lane.NodeCapabilities;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.internal.plan.ClusterFacts;
import org.cassandrastats.client.internal.plan.Reading;
import org.cassandrastats.client.internal.plan.ServerLimits;

/** What a plan has to know of a cluster. */
public final class PlannedCluster {
  private static final Set<ConsistencyLevel> OF_ONE_REPLICA =
      Set.of(ConsistencyLevel.ONE, ConsistencyLevel.LOCAL_ONE);

  private PlannedCluster() {}

  /**
   * Asks every node.
   *
   * @param run how queries would be asked
   */
  public static ClusterFacts facts(ClusterOptions cluster, StatsOptions run) {
    try (MeasuredCluster measured = MeasuredCluster.open(cluster)) {
      ConsistencyLevel level =
          Optional.ofNullable(run.consistencyLevel())
              .orElseGet(() -> consistencyLevel(measured.session()));
      return new ClusterFacts(
          measured.lane(),
          measured.everyNodeHasJar(),
          reading(measured.lanes(), level),
          ServerLimits.read(measured.session()));
    }
  }

  /** How the nodes read that have been asked; where a role may not see that, as by default. */
  private static Reading reading(Lanes lanes, ConsistencyLevel level) {
    if (!lanes.allHaveJar() || !OF_ONE_REPLICA.contains(level)) {
      return Reading.CASSANDRA;
    }
    if (lanes.all(offer -> offer.isActive("cursor_reads"))) {
      return Reading.CURSORS;
    }
    return lanes.any(offer -> !mayReadDirectly(offer)) ? Reading.CASSANDRA : Reading.DIRECT;
  }

  private static boolean mayReadDirectly(NodeCapabilities offer) {
    return offer.features().isEmpty() || offer.isActive("direct_reads");
  }

  private static ConsistencyLevel consistencyLevel(CqlSession session) {
    return DefaultConsistencyLevel.valueOf(
        session
            .getContext()
            .getConfig()
            .getDefaultProfile()
            .getString(DefaultDriverOption.REQUEST_CONSISTENCY));
  }
}
