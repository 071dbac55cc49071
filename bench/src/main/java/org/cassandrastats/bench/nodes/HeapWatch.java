/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import java.io.UncheckedIOException;
import java.lang.management.MemoryPoolMXBean;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.cassandrastats.localcluster.Background;

/** Looks at a node's heap every ten milliseconds until it is closed. */
public final class HeapWatch implements AutoCloseable {
  /** The most that was in use at any look, above what was before: MiB. */
  public static final String HEAP = "heap_mib";

  /** Milliseconds of collecting garbage. */
  public static final String COLLECTING = "garbage_collection_ms";

  /** Milliseconds of the longest pause that was seen. */
  public static final String LONGEST_PAUSE = "longest_pause_ms";

  /** How many points there are of the old generation over time. */
  public static final int POINTS = 20;

  private static final double MIB = 1L << 20;
  private static final Duration PAUSE = Duration.ofMillis(10);

  private final NodeManagement node;
  private final List<MemoryPoolMXBean> old;
  private final List<GarbageCollectorMXBean> collectors;
  private final long heapBefore;
  private final long collectingBefore;
  private final long pausesBefore;
  private final List<Look> looks = Collections.synchronizedList(new ArrayList<>());
  private final Background watch;

  /** What is in use at a moment. */
  private record Look(long nanos, long heap, long old, long pause) {}

  private HeapWatch(NodeManagement node) {
    this.node = node;
    this.old =
        node.beans(MemoryPoolMXBean.class).stream()
            .filter(pool -> pool.getName().matches(".*(Old|Tenured) Gen"))
            .toList();
    this.collectors =
        node.beans(GarbageCollectorMXBean.class).stream()
            // What runs beside the application does not make it wait.
            .filter(collector -> !collector.getName().contains("Concurrent"))
            .toList();
    this.heapBefore = node.heapBytes();
    this.collectingBefore = node.collectionMillis();
    this.pausesBefore = lastPauses().mapToLong(GcInfo::getEndTime).max().orElse(0);
    this.watch = Background.start("heap watch", this::look);
  }

  /** Starts, after the node has collected all garbage. */
  public static HeapWatch start(NodeManagement node) {
    node.collectGarbage();
    return new HeapWatch(node);
  }

  /** The name of a number: MiB of the old generation at a point of time. */
  public static String old(int point) {
    return "old_generation_mib_%02d".formatted(point);
  }

  private Stream<GcInfo> lastPauses() {
    return collectors.stream().map(GarbageCollectorMXBean::getLastGcInfo).filter(Objects::nonNull);
  }

  private void look() {
    try {
      looks.add(
          new Look(
              System.nanoTime(),
              node.heapBytes(),
              old.stream().mapToLong(pool -> pool.getUsage().getUsed()).sum(),
              lastPauses()
                  .filter(pause -> pause.getEndTime() > pausesBefore)
                  .mapToLong(GcInfo::getDuration)
                  .max()
                  .orElse(0)));
    } catch (UncheckedIOException | UndeclaredThrowableException nodeIsGone) {
      // What the user asks then fails, too, and says so.
    }
    LockSupport.parkNanos(PAUSE.toNanos());
  }

  /** What was seen so far, by name; nothing if the node is gone. */
  public Map<String, Double> numbers() {
    try {
      look();
      long collecting = node.collectionMillis() - collectingBefore;
      Map<String, Double> numbers = new TreeMap<>();
      List<Look> seen = List.copyOf(looks);
      numbers.put(HEAP, (seen.stream().mapToLong(Look::heap).max().orElse(0) - heapBefore) / MIB);
      numbers.put(COLLECTING, (double) collecting);
      numbers.put(LONGEST_PAUSE, (double) seen.stream().mapToLong(Look::pause).max().orElse(0));
      long first = seen.get(0).nanos;
      long last = seen.get(seen.size() - 1).nanos;
      int at = 0;
      for (int point = 0; point < POINTS; point++) {
        long moment = first + (last - first) * point / (POINTS - 1);
        while (seen.get(at).nanos < moment) {
          at++;
        }
        numbers.put(old(point), seen.get(at).old / MIB);
      }
      return numbers;
    } catch (UncheckedIOException nodeIsGone) {
      return Map.of();
    }
  }

  @Override
  public void close() {
    watch.close();
  }
}
