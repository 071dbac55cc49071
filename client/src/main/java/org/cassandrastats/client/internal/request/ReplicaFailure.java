/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.request;

import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import java.util.Arrays;
import java.util.List;

/** Why a replica has failed to read, by the codes of Cassandra's protocol. */
enum ReplicaFailure {
  UNKNOWN(0, Remedy.ASK_FOR_LESS, true, "a replica has failed, its log says why"),
  TOO_MANY_TOMBSTONES(
      1,
      Remedy.ASK_FOR_LESS,
      false,
      "too many tombstones, which are deleted rows and cells: more than"
          + " tombstone_failure_threshold. Ask for a range without them, or compact the table when"
          + " gc_grace_seconds have passed"),
  TIMEOUT(2, Remedy.ASK_FOR_LESS, true, "a replica has exceeded its deadline"),
  INCOMPATIBLE_SCHEMA(
      3,
      Remedy.ASK_AGAIN,
      true,
      "a replica does not know the table, or knows another schema of it"),
  READ_SIZE(
      4,
      Remedy.ASK_FOR_LESS,
      false,
      "the rows are larger than local_read_size_fail_threshold or row_index_read_size_fail_threshold"),
  NODE_DOWN(5, Remedy.ASK_AGAIN, true, "a replica is down"),
  INDEX_NOT_AVAILABLE(
      6, Remedy.STOP, false, "an index is not available: it is being built, or that has failed"),
  TOO_MANY_INDEXES(
      7,
      Remedy.STOP,
      false,
      "the condition reads more SSTable indexes than sai_sstable_indexes_per_query_fail_threshold"),
  INDEX_BUILD_IN_PROGRESS(503, Remedy.STOP, false, "an index is still being built");

  private final int code;
  private final Remedy remedy;
  private final boolean passing;
  private final String description;

  ReplicaFailure(int code, Remedy remedy, boolean passing, String description) {
    this.code = code;
    this.remedy = remedy;
    this.passing = passing;
    this.description = description;
  }

  /** Why replicas have failed, each reason once. Older protocols say nothing. */
  static List<ReplicaFailure> of(ReadFailureException failure) {
    List<ReplicaFailure> reasons =
        failure.getReasonMap().values().stream().map(ReplicaFailure::of).distinct().toList();
    return reasons.isEmpty() ? List.of(UNKNOWN) : reasons;
  }

  private static ReplicaFailure of(int code) {
    return Arrays.stream(values()).filter(one -> one.code == code).findFirst().orElse(UNKNOWN);
  }

  Remedy remedy() {
    return remedy;
  }

  /** Whether the same request may succeed later. */
  boolean isPassing() {
    return passing;
  }

  /** The reason for messages. */
  String description() {
    return description;
  }
}
