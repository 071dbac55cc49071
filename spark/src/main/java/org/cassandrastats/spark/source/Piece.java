/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.connector.read.InputPartition;

/**
 * What a task of Spark reads.
 *
 * @param number by which it is told apart from others, where it reads no ranges
 * @param ranges of tokens; none for all that the conditions say
 * @param conditions on the primary key
 * @param hosts that own all of it; none where that is not known
 */
record Piece(long number, List<TokenSlice> ranges, KeyConditions conditions, List<String> hosts)
    implements InputPartition {
  private static final long serialVersionUID = 1;

  /** Copies the lists. */
  Piece {
    ranges = List.copyOf(ranges);
    hosts = List.copyOf(hosts);
  }

  /**
   * A range of tokens.
   *
   * @param above less than all of them
   * @param upTo the last of them
   */
  record TokenSlice(long above, long upTo) implements Serializable {}

  @Override
  public String[] preferredLocations() {
    return hosts.toArray(String[]::new);
  }
}
