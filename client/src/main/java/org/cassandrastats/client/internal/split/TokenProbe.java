/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.split;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.range.KeyType;
import org.cassandrastats.client.internal.request.Failures;
import org.cassandrastats.client.internal.request.Requests;
import org.cassandrastats.client.internal.request.Requests.Condition;

/** Looks for partitions between tokens, by requests that read a few keys. */
public final class TokenProbe {
  /** How many tokens there are. */
  public static final double ALL_TOKENS = 0x1p64;

  /** So many times fewer partitions or tokens are asked for where a request is too much. */
  private static final int STEP = 16;

  /** Few tables have two partitions so close to each other: a billion are 2^34 apart. */
  private static final long FEW = 1L << 24;

  private final SplitQuery splitQuery;
  private final Requests requests;

  public TokenProbe(SplitQuery splitQuery, Requests requests) {
    this.splitQuery = splitQuery;
    this.requests = requests;
  }

  /**
   * The keys of the first partitions above a token, up to another one. Where deleted rows are too
   * many for a request, those that have rows: the static columns alone of one that has none cannot
   * be found.
   */
  public List<List<ByteBuffer>> partitions(long above, long upTo, int limit)
      throws InterruptedException {
    List<List<ByteBuffer>> found = new ArrayList<>();
    long from = above;
    // Where what is too much ends: up to there, steps remain small.
    long crowded = above;
    long step = 0;
    int wanted = limit;
    while (from < upTo && found.size() < limit) {
      long to = from >= crowded ? upTo : isMore(crowded - from, step) ? from + step : crowded;
      List<List<ByteBuffer>> next;
      try {
        next = first(from, to, wanted);
      } catch (StatsException failed) {
        if (!Failures.isTooMuch(failed.getCause())) {
          throw failed;
        }
        if (wanted > 1) {
          wanted = Math.max(1, wanted / STEP);
          continue;
        }
        if (isMore(to - from, FEW)) {
          crowded = to;
          step = Long.divideUnsigned(to - from, STEP);
          continue;
        }
        next = behindTombstones(from, to, failed).stream().toList();
        crowded = from;
      }
      next.forEach(partition -> found.add(partition.subList(1, partition.size())));
      boolean isFull = next.size() == wanted;
      from = isFull ? token(next.get(next.size() - 1)) : to;
      wanted = isFull ? Math.min(limit, 2 * wanted) : wanted;
    }
    return found.size() <= limit ? found : List.copyOf(found.subList(0, limit));
  }

  /** Whether a number of tokens is greater than another one: they may be more than a long has. */
  private static boolean isMore(long width, long other) {
    return Long.compareUnsigned(width, other) > 0;
  }

  private List<List<ByteBuffer>> first(long above, long upTo, int limit)
      throws InterruptedException {
    return requests.retried(
        "SELECT DISTINCT " + selectors() + " FROM " + splitQuery.from(),
        limits(above, upTo),
        " LIMIT " + limit);
  }

  /** The first partition of a few tokens, where one begins with too many deleted rows. */
  private Optional<List<ByteBuffer>> behindTombstones(long above, long upTo, StatsException failed)
      throws InterruptedException {
    try {
      KeyType<?> type =
          splitQuery
              .split()
              .<KeyType<?>>flatMap(column -> KeyType.of(column.getType()))
              .orElseThrow(() -> failed);
      return new KeyProbe<>(splitQuery, type, requests, 0)
          .partitions(selectors(), limits(above, upTo)).stream()
              .min(Comparator.comparing(TokenProbe::token));
    } catch (StatsException stopped) {
      throw new StatsException(
          "%s They begin a partition that cannot be cut, whose token is above %d, up to %d: Cassandra does not tell its key."
              .formatted(stopped.getMessage(), above, upTo),
          stopped.getCause());
    }
  }

  private String selectors() {
    return "token(%s), %s".formatted(splitQuery.partitionKey(), splitQuery.partitionKey());
  }

  private static long token(List<ByteBuffer> partition) {
    return partition.get(0).getLong(partition.get(0).position());
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
