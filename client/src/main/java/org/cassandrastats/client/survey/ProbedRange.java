/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.survey;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.cassandrastats.client.request.Condition;

/** Neighbouring rows that one request can be about. */
public final class ProbedRange {
  private final ProbeResult found;
  private final List<Condition> conditions;
  private final Set<Node> replicas;
  private final List<List<ByteBuffer>> partitions;

  /**
   * A probed range.
   *
   * @param found where it is and how much is in it
   * @param conditions that choose its rows
   * @param replicas nodes that own it, of which one is to answer; empty to leave that to the driver
   * @param partitions the keys of its partitions; empty where it is a part of one
   */
  public ProbedRange(
      ProbeResult found,
      List<Condition> conditions,
      Set<Node> replicas,
      List<List<ByteBuffer>> partitions) {
    this.found = found;
    this.conditions = List.copyOf(conditions);
    this.replicas = Set.copyOf(replicas);
    this.partitions = List.copyOf(partitions);
  }

  /** Where it is and how much is in it. */
  public ProbeResult found() {
    return found;
  }

  /** How many partitions it names; 0 where it is a part of one. */
  public int partitions() {
    return partitions.size();
  }

  public List<Condition> conditions() {
    return conditions;
  }

  public Set<Node> replicas() {
    return replicas;
  }

  public List<ByteBuffer> partition(int index) {
    return partitions.get(index);
  }
}
