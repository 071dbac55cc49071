/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.range;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The keys between two places of an order.
 *
 * @param lower where it begins
 * @param upper where it ends
 */
public record Range<K>(Cut<K> lower, Cut<K> upper) {
  /** All keys. */
  public static <K> Range<K> all() {
    return new Range<>(Cut.bottom(), Cut.top());
  }

  /** Whether no key can be in it. */
  public boolean isEmpty(Comparator<K> order) {
    return Cut.compare(order, lower, upper) >= 0;
  }

  /** Whether a key is in it. */
  public boolean contains(Comparator<K> order, K key) {
    return Cut.compare(order, lower, Cut.before(key)) <= 0
        && Cut.compare(order, Cut.after(key), upper) <= 0;
  }

  /**
   * The two parts on both sides of a place inside.
   *
   * @throws IllegalArgumentException if one of them would be empty
   */
  public List<Range<K>> cutAt(Comparator<K> order, Cut<K> cut) {
    Range<K> below = new Range<>(lower, cut);
    Range<K> above = new Range<>(cut, upper);
    if (below.isEmpty(order) || above.isEmpty(order)) {
      throw new IllegalArgumentException(cut + " does not cut " + this);
    }
    return List.of(below, above);
  }

  /** What this range and another have in common; it may be empty. */
  public Range<K> intersection(Comparator<K> order, Range<K> other) {
    return new Range<>(
        Cut.compare(order, lower, other.lower) >= 0 ? lower : other.lower,
        Cut.compare(order, upper, other.upper) <= 0 ? upper : other.upper);
  }

  /** The least range that holds this one and another. */
  Range<K> span(Comparator<K> order, Range<K> other) {
    return new Range<>(
        Cut.compare(order, lower, other.lower) <= 0 ? lower : other.lower,
        Cut.compare(order, upper, other.upper) >= 0 ? upper : other.upper);
  }

  /**
   * What is left of this range without others.
   *
   * @param others in ascending order, without overlaps
   */
  public List<Range<K>> without(Comparator<K> order, List<Range<K>> others) {
    List<Range<K>> left = new ArrayList<>();
    Cut<K> from = lower;
    for (Range<K> other : others) {
      add(order, new Range<>(from, other.lower).intersection(order, this), left);
      from = Cut.compare(order, from, other.upper) >= 0 ? from : other.upper;
    }
    add(order, new Range<>(from, upper), left);
    return left;
  }

  private static <K> void add(Comparator<K> order, Range<K> range, List<Range<K>> ranges) {
    if (!range.isEmpty(order)) {
      ranges.add(range);
    }
  }

  /**
   * A place between two neighbouring keys of an order, where it can be cut in two.
   *
   * @param key the key next to it, or null at either end of the order
   * @param after whether it lies after the key; at an end, whether that is the end above
   */
  public record Cut<K>(K key, boolean after) {
    /** The place below every key. */
    public static <K> Cut<K> bottom() {
      return new Cut<>(null, false);
    }

    /** The place above every key. */
    public static <K> Cut<K> top() {
      return new Cut<>(null, true);
    }

    /** The place right below a key. */
    public static <K> Cut<K> before(K key) {
      return new Cut<>(key, false);
    }

    /** The place right above a key. */
    public static <K> Cut<K> after(K key) {
      return new Cut<>(key, true);
    }

    /** Whether it is an end of the order. */
    public boolean isEnd() {
      return key == null;
    }

    /** The order of places, made from that of keys. */
    public static <K> Comparator<Cut<K>> order(Comparator<K> order) {
      return (left, right) -> compare(order, left, right);
    }

    static <K> int compare(Comparator<K> order, Cut<K> left, Cut<K> right) {
      if (left.isEnd() || right.isEnd()) {
        return Integer.compare(left.rank(), right.rank());
      }
      int keys = order.compare(left.key, right.key);
      return keys != 0 ? keys : Boolean.compare(left.after, right.after);
    }

    private int rank() {
      if (!isEnd()) {
        return 0;
      }
      return after ? 1 : -1;
    }
  }

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
      return new Part<>(
          range, width, replicas, failures + 1, attempts + 1, since, indivisible, node);
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
      return new Part<>(
          range, width, replicas, failures, attempts, failingSince, indivisible, node);
    }

    /** This part as a half of one whose request has failed. */
    public Part<K> halfOf(Part<K> larger) {
      return new Part<>(range, width, replicas, larger.failures + 1, 0, 0, false, larger.avoided);
    }
  }
}
