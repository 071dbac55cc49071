/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.split;

import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.client.request.Condition;
import org.cassandrastats.client.request.RetryingRequests;

/** Looks for partitions between tokens, by requests that read a few keys. */
public final class TokenProbe {
  /** How many tokens there are. */
  public static final double ALL_TOKENS = 0x1p64;

  private final SplitQuery splitQuery;
  private final RetryingRequests requests;

  public TokenProbe(SplitQuery splitQuery, RetryingRequests requests) {
    this.splitQuery = splitQuery;
    this.requests = requests;
  }

  /** The keys of the first partitions above a token, up to another one. */
  public List<List<ByteBuffer>> partitions(long above, long upTo, int limit)
      throws InterruptedException {
    return requests.rows(
        "SELECT DISTINCT " + splitQuery.partitionKey() + " FROM " + splitQuery.from(),
        limits(above, upTo),
        " LIMIT " + limit);
  }

  /** The conditions that choose the rows between two tokens. */
  public List<Condition> limits(long above, long upTo) {
    String token = "token(" + splitQuery.partitionKey() + ")";
    return List.of(
        new Condition(token, ">", bytes(above)), new Condition(token, "<=", bytes(upTo)));
  }

  /** A token as it is sent and stored. */
  public static ByteBuffer bytes(long token) {
    return ByteBuffer.allocate(Long.BYTES).putLong(0, token);
  }
}
