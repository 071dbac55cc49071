/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What nodes have done so far, by their own metrics. Reads are those of the tables of the study;
 * one of a partition or of a range is one for each page.
 *
 * @param reads that nodes have carried out as replicas, in the order of the nodes
 * @param readMicros that all of these took
 * @param requests that nodes have coordinated: one for each page
 * @param requestMicros that all of these took
 * @param collectionMillis spent on collecting garbage
 * @param processorNanos of the nodes' processes
 */
public record ServerLoad(
    List<Long> reads,
    long readMicros,
    long requests,
    long requestMicros,
    long collectionMillis,
    long processorNanos) {
  /** Pages that replicas have read. */
  public static final String READS = "server_reads";

  /** The same of one node of several; its number follows. */
  public static final String READS_OF = "server_reads_of_node_";

  /** Milliseconds of a replica's read of a page, the mean. */
  public static final String READ = "server_local_read_ms";

  /** Milliseconds of a coordinator's read of a page, the mean. */
  public static final String REQUEST = "server_coordinator_read_ms";

  /** Milliseconds of collecting garbage. */
  public static final String COLLECTING = "server_gc_ms";

  /** Processor seconds of the nodes. */
  public static final String PROCESSOR = "server_cpu_s";

  private static final double MICROS_OF_A_MILLISECOND = 1e3;
  private static final double NANOS_OF_A_SECOND = 1e9;

  /** Of these nodes and others. */
  public ServerLoad plus(ServerLoad other) {
    return new ServerLoad(
        Stream.concat(reads.stream(), other.reads.stream()).toList(),
        readMicros + other.readMicros,
        requests + other.requests,
        requestMicros + other.requestMicros,
        collectionMillis + other.collectionMillis,
        processorNanos + other.processorNanos);
  }

  /** What was done since an earlier moment, by name. */
  public Map<String, Double> since(ServerLoad before) {
    Map<String, Double> done = new TreeMap<>();
    List<Long> now =
        IntStream.range(0, reads.size()).mapToObj(i -> reads.get(i) - before.reads.get(i)).toList();
    long pages = now.stream().mapToLong(each -> each).sum();
    done.put(READS, (double) pages);
    for (int node = 0; node < now.size() && now.size() > 1; node++) {
      done.put(READS_OF + (node + 1), (double) now.get(node));
    }
    done.put(READ, mean(readMicros - before.readMicros, pages));
    done.put(REQUEST, mean(requestMicros - before.requestMicros, requests - before.requests));
    done.put(COLLECTING, (double) (collectionMillis - before.collectionMillis));
    done.put(PROCESSOR, (processorNanos - before.processorNanos) / NANOS_OF_A_SECOND);
    return done;
  }

  private static double mean(long micros, long count) {
    return count == 0 ? 0 : micros / MICROS_OF_A_MILLISECOND / count;
  }
}
