/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.split;

import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import java.util.List;
import org.cassandrastats.client.api.StatsOptions.Lane;
import org.cassandrastats.client.internal.cql.Select;
import org.cassandrastats.client.internal.cql.Select.Expression;
import org.cassandrastats.client.internal.request.Requests;
import org.cassandrastats.udf.annotation.Identifier;

/** Which lane answers a statement where the user leaves that open. */
public final class LaneChoice {
  private LaneChoice() {}

  /**
   * The lane of a statement: that of the client where it needs functions of the pack, and {@link
   * #ofPack} says so.
   */
  public static Lane of(Requests requests, Select select) throws InterruptedException {
    String keyspace = requests.options().functionsKeyspace();
    boolean needsPack =
        select.selectors().stream().anyMatch(one -> isOfPack(one.expression(), keyspace));
    return needsPack || requests.options().lane() != Lane.AUTOMATIC
        ? ofPack(requests)
        : Lane.SERVER;
  }

  /**
   * The lane of functions of the pack: that of the client where the cluster has neither the scripts
   * nor, on any node that answers, the server jar.
   */
  public static Lane ofPack(Requests requests) throws InterruptedException {
    Lane wanted = requests.options().lane();
    if (wanted != Lane.AUTOMATIC) {
      return wanted;
    }
    String keyspace = requests.options().functionsKeyspace();
    return hasScripts(requests, keyspace) || hasJar(requests, keyspace) ? Lane.SERVER : Lane.CLIENT;
  }

  private static boolean isOfPack(Expression expression, String keyspace) {
    return expression instanceof Expression.Call call
        && (keyspace.equals(call.keyspace())
            || call.arguments().stream().anyMatch(argument -> isOfPack(argument, keyspace)));
  }

  private static boolean hasScripts(Requests requests, String keyspace) {
    return requests.session().getMetadata().getKeyspaces().values().stream()
        .filter(metadata -> metadata.getName().asInternal().equals(keyspace))
        .map(KeyspaceMetadata::getAggregates)
        .anyMatch(aggregates -> !aggregates.isEmpty());
  }

  /** A node that fails for another reason than that it has no jar may have one. */
  private static boolean hasJar(Requests requests, String keyspace) throws InterruptedException {
    String call =
        "SELECT " + Identifier.quoteIfNeeded(keyspace) + ".jar_version() FROM system.local";
    List<Node> nodes =
        requests.session().getMetadata().getNodes().values().stream()
            .filter(node -> node.getDistance() == NodeDistance.LOCAL)
            .filter(node -> node.getState() == NodeState.UP)
            .toList();
    for (Node node : nodes) {
      if (!requests.isRefused(node, call)) {
        return true;
      }
    }
    return nodes.isEmpty();
  }
}
