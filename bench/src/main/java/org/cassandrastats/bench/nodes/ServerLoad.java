/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.nodes;

import java.util.Map;

/**
 * What nodes have done so far, by their own metrics. Reads are those of the tables of the study;
 * one of a partition or of a range is one for each page.
 *
 * @param reads that nodes have carried out as replicas
 * @param readMicros that all of these took
 * @param requests that nodes have coordinated: one for each page
 * @param requestMicros that all of these took
 * @param collectionMillis spent on collecting garbage
 * @param processorNanos of the nodes' processes
 */
public record ServerLoad(
    long reads,
    long readMicros,
    long requests,
    long requestMicros,
    long collectionMillis,
    long processorNanos) {
  /** Pages that replicas have read. */
  public static final String READS = "server_reads";

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
        reads + other.reads,
        readMicros + other.readMicros,
        requests + other.requests,
        requestMicros + other.requestMicros,
        collectionMillis + other.collectionMillis,
        processorNanos + other.processorNanos);
  }

  /** What was done since an earlier moment, by name. */
  public Map<String, Double> since(ServerLoad before) {
    return Map.of(
        READS,
        (double) (reads - before.reads),
        READ,
        mean(readMicros - before.readMicros, reads - before.reads),
        REQUEST,
        mean(requestMicros - before.requestMicros, requests - before.requests),
        COLLECTING,
        (double) (collectionMillis - before.collectionMillis),
        PROCESSOR,
        (processorNanos - before.processorNanos) / NANOS_OF_A_SECOND);
  }

  private static double mean(long micros, long count) {
    return count == 0 ? 0 : micros / MICROS_OF_A_MILLISECOND / count;
  }
}
