/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.range;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.Set;

/**
 * What one request reads.
 *
 * @param range of keys or tokens
 * @param width the distance between its ends
 * @param replicas nodes that own all of it; empty where that is not known
 * @param failures how many requests for this range, and for larger ones around it, have failed
 * @param attempts how many requests for just this range have failed
 * @param failingSince when the first of them has failed, by {@link System#nanoTime}
 * @param indivisible whether it was found that it cannot be cut
 * @param avoided the node that the last of them has failed on, or null
 */
public record Part<K>(
    Range<K> range,
    double width,
    Set<Node> replicas,
    int failures,
    int attempts,
    long failingSince,
    boolean indivisible,
    Node avoided) {
  /** A part that nothing has been tried with. */
  public static <K> Part<K> of(Range<K> range, double width, Set<Node> replicas) {
    return new Part<>(range, width, replicas, 0, 0, 0, false, null);
  }

  /** The same part after a request has failed. */
  public Part<K> failedOn(Node node) {
    long since = attempts == 0 ? System.nanoTime() : failingSince;
    return new Part<>(range, width, replicas, failures + 1, attempts + 1, since, indivisible, node);
  }

  /** The same part, which cannot be cut. */
  public Part<K> asIndivisible() {
    return new Part<>(range, width, replicas, failures, attempts, failingSince, true, avoided);
  }

  /** How long requests for just this range have failed. */
  public Duration failing() {
    return attempts == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - failingSince);
  }

  /** The same part, to be cut because a request was too much for a node. */
  public Part<K> tooMuchFor(Node node) {
    return new Part<>(range, width, replicas, failures, attempts, failingSince, indivisible, node);
  }

  /** This part as a half of one whose request has failed. */
  public Part<K> halfOf(Part<K> larger) {
    return new Part<>(range, width, replicas, larger.failures + 1, 0, 0, false, larger.avoided);
  }
}
