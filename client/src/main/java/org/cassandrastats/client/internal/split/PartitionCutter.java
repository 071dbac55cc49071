/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.split;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import org.cassandrastats.client.internal.function.BucketFunction;
import org.cassandrastats.client.internal.range.KeyOrder;
import org.cassandrastats.client.internal.range.KeyType;
import org.cassandrastats.client.internal.range.Range;
import org.cassandrastats.client.internal.range.Range.Cut;

/**
 * Where the keys of a partition are cut: at a distance, and near to it at the border of a bucket by
 * which rows are grouped, so that no group is cut.
 *
 * @param splitQuery which is read
 * @param type of the keys
 * @param order of the keys
 */
record PartitionCutter<K>(SplitQuery splitQuery, KeyType<K> type, KeyOrder<K> order) {
  /**
   * The ends of a partition.
   *
   * @param partition its number
   * @param first its least key; null where it has no rows
   * @param last its greatest key
   */
  record Extent<K>(int partition, K first, K last) {}

  private boolean descending() {
    return splitQuery.isReadDescending();
  }

  /**
   * A key to cut a range at, so that about a distance of it is read next; null to read all of it.
   *
   * @param extent of the partition, which has rows
   * @param begin the key that is read first
   */
  K cut(Extent<K> extent, Range<K> range, K begin, double distance) {
    K cut;
    if (descending()) {
      double above = order.distance(extent.first(), begin) - distance;
      cut = above > 0 ? order.advance(extent.first(), above) : null;
    } else {
      cut = order.advance(begin, distance);
      cut = cut != null && order.compare(cut, extent.last()) > 0 ? null : cut;
    }
    K bucket = bucketCut(begin, cut);
    cut = bucket != null && cuts(range, begin, bucket) ? bucket : cut;
    return cut != null && cuts(range, begin, cut) ? cut : null;
  }

  /**
   * Whether both sides of a key are parts of a range, and a key is on the side that is read next.
   */
  private boolean cuts(Range<K> range, K begin, K cut) {
    Cut<K> place = Cut.before(cut);
    boolean inside =
        !new Range<>(range.lower(), place).isEmpty(order)
            && !new Range<>(place, range.upper()).isEmpty(order);
    return inside
        && (descending() ? order.compare(cut, begin) <= 0 : order.compare(cut, begin) > 0);
  }

  /**
   * The border of a bucket near to a cut, which no group goes on over; the next one where each part
   * is to lie in one bucket. Null where there is none.
   */
  private K bucketCut(K begin, K cut) {
    BucketFunction function = ofKeys().orElse(null);
    boolean bounded = splitQuery.grouping().bounded();
    if (function == null || (cut == null && !bounded)) {
      return null;
    }
    long time = function.time(type.encode(bounded ? begin : cut));
    long start = function.start(time);
    // The border that leaves less to be read next; one that bounds a bucket is beyond its rows.
    boolean atStart = descending() == bounded || (!bounded && start == time);
    OptionalLong border = atStart ? OptionalLong.of(start) : function.next(start);
    if (border.isEmpty()) {
      return null;
    }
    K key = key(function, border.getAsLong());
    // A part that is to be narrower than a bucket is narrower.
    boolean isNarrower =
        bounded
            && cut != null
            && (descending() ? order.compare(cut, key) > 0 : order.compare(cut, key) < 0);
    return isNarrower ? cut : key;
  }

  /** The function of the keys by which rows are grouped, where there is one. */
  private Optional<BucketFunction> ofKeys() {
    return splitQuery
        .grouping()
        .computed()
        .filter(
            function ->
                function.column().equals(splitQuery.split().orElseThrow().getName().asInternal()));
  }

  /**
   * Refuses keys that have no bucket: servers do not say why they fail there.
   *
   * @param first of some rows; null where there are none
   * @param last of them
   * @throws org.cassandrastats.client.api.StatsException which says why
   */
  void requireBuckets(K first, K last) {
    Optional<BucketFunction> function = first == null ? Optional.empty() : ofKeys();
    function.ifPresent(
        known -> {
          known.start(type.encode(first));
          known.start(type.encode(last));
        });
  }

  private K key(BucketFunction function, long time) {
    return type.decode(function.bytes(time));
  }

  /**
   * Whether all rows of a range are in one bucket.
   *
   * @param bucket that of the row that is read first; null where it has none
   * @param probe of the partition
   */
  boolean isOneBucket(Range<K> range, ByteBuffer bucket, KeyProbe<K> probe)
      throws InterruptedException {
    if (bucket == null) {
      return true;
    }
    BucketFunction function = splitQuery.grouping().computed().orElseThrow();
    long start = function.time(bucket);
    Cut<K> end = descending() ? range.lower() : range.upper();
    if (!end.isEnd()) {
      long time = function.time(type.encode(end.key()));
      boolean isInside =
          descending()
              ? function.start(time) == start
              : !end.after() && time <= function.next(start).orElse(Long.MAX_VALUE);
      if (isInside) {
        return true;
      }
    }
    K last = descending() ? probe.first(range) : probe.last(range);
    return last == null || function.start(function.time(type.encode(last))) == start;
  }
}
