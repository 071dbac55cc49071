/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies;

import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.loadbalancing.LoadBalancingPolicy;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.session.Session;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Names every node twice, so that one node can stand for two replicas. */
public final class RepeatingPolicy implements LoadBalancingPolicy {
  private final Set<Node> nodes = ConcurrentHashMap.newKeySet();

  /** For the driver. */
  @SuppressWarnings("unused") // The driver calls a constructor with these parameters.
  public RepeatingPolicy(DriverContext context, String profile) {}

  @Override
  public void init(Map<UUID, Node> known, DistanceReporter distances) {
    nodes.addAll(known.values());
    known.values().forEach(node -> distances.setDistance(node, NodeDistance.LOCAL));
  }

  @Override
  public Queue<Node> newQueryPlan(Request request, Session session) {
    Queue<Node> plan = new ConcurrentLinkedQueue<>(nodes);
    plan.addAll(nodes);
    return plan;
  }

  @Override
  public void onAdd(Node node) {
    nodes.add(node);
  }

  @Override
  public void onUp(Node node) {
    nodes.add(node);
  }

  @Override
  public void onDown(Node node) {
    nodes.remove(node);
  }

  @Override
  public void onRemove(Node node) {
    nodes.remove(node);
  }

  @Override
  public void close() {}
}
