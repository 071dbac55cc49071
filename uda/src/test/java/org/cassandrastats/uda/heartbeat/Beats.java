/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.uda.heartbeat;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.cassandrastats.uda.contract.Blobs;
import org.cassandrastats.udf.heartbeat.Heartbeat;

/**
 * Beats in the order of time, with their gaps by the definition.
 *
 * @param interval milliseconds for which a beat counts
 * @param times each later than the one before
 */
record Beats(int interval, List<Long> times) {
  private static final int MOST = 64;

  record Gap(long begin, long end) {
    long length() {
      return end - begin;
    }
  }

  static Beats of(int interval, long... times) {
    List<Long> list = new ArrayList<>();
    for (long time : times) {
      list.add(time);
    }
    return new Beats(interval, list);
  }

  /** Beats of which a few or most come too late, at times with few different gaps between them. */
  static Beats random(Random random, int size) {
    int interval = 1 + random.nextInt(random.nextBoolean() ? 10 : 1000);
    int longest = 2 + random.nextInt(random.nextBoolean() ? 3 * interval : 20 * interval);
    List<Long> times = new ArrayList<>();
    long time = random.nextInt(200_000) - 100_000L;
    for (int row = 0; row < size; row++) {
      times.add(time);
      time += 1 + random.nextInt(longest);
    }
    return new Beats(interval, times);
  }

  Beats part(int from, int to) {
    return new Beats(interval, times.subList(from, to));
  }

  /** The beats in a span of time; its end is not in it. */
  Beats between(long start, long stop) {
    return new Beats(
        interval, times.stream().filter(time -> time >= start && time < stop).toList());
  }

  int size() {
    return times.size();
  }

  long first() {
    return times.get(0);
  }

  long last() {
    return times.get(size() - 1);
  }

  /** The final state of the beats in this order. */
  ByteBuffer state() {
    ByteBuffer state = Blobs.none();
    for (long time : times) {
      state = HeartbeatAggregates.accumulate(state, time, interval);
    }
    return Blobs.stored(Heartbeat.state(state));
  }

  /** All gaps in the order of time. */
  List<Gap> gaps() {
    List<Gap> gaps = new ArrayList<>();
    for (int row = 1; row < size(); row++) {
      Gap gap = new Gap(times.get(row - 1) + interval, times.get(row));
      if (gap.begin < gap.end) {
        gaps.add(gap);
      }
    }
    return gaps;
  }

  long downtime() {
    return gaps().stream().mapToLong(Gap::length).sum();
  }

  long longestGap() {
    return gaps().stream().mapToLong(Gap::length).max().orElse(0);
  }

  /** The longest gaps; of those of one length, the earlier ones. */
  Map<Date, Date> gapList() {
    Map<Date, Date> list = new TreeMap<>();
    gaps().stream()
        .sorted(Comparator.comparingLong(Gap::length).reversed().thenComparing(Gap::begin))
        .limit(MOST)
        .forEach(
            gap ->
                list.put(
                    Date.from(Instant.ofEpochMilli(gap.begin)),
                    Date.from(Instant.ofEpochMilli(gap.end))));
    return list;
  }

  /** The milliseconds of a span that are not later than a beat by the interval. */
  long uptime(long start, long stop) {
    long millis = 0;
    long covered = start;
    for (long time : times) {
      long begin = Math.max(covered, time);
      long end = Math.min(stop, time + interval);
      if (begin < end) {
        millis += end - begin;
        covered = end;
      }
    }
    return millis;
  }
}
