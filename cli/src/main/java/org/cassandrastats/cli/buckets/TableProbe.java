/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import java.nio.ByteBuffer;
import java.util.List;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.client.StatsException;
import org.cassandrastats.client.cql.SelectParser;
import org.cassandrastats.client.range.KeyType;
import org.cassandrastats.client.range.Range;
import org.cassandrastats.client.range.Range.Cut;
import org.cassandrastats.client.request.Requests;
import org.cassandrastats.client.split.KeyProbe;
import org.cassandrastats.client.split.SplitQuery;
import org.cassandrastats.client.split.SplitQueryResolver;
import org.cassandrastats.client.split.TokenProbe;

/**
 * Looks for partitions of a table and for keys in them. Nodes refuse to read past too many deleted
 * rows: such a request is cut as those of a query are.
 */
final class TableProbe {
  private final Requests requests;
  private final SplitQuery all;

  TableProbe(StatementSender calls, TableName table) {
    this.requests = calls.requests();
    this.all =
        answer(
            () ->
                SplitQueryResolver.resolve(
                    requests,
                    SelectParser.parse("SELECT count(*) FROM " + table, List.of()),
                    false));
  }

  /** How many partitions an answer has, unless there are no more. */
  int limit() {
    return requests.options().pageSize();
  }

  /** The keys of the first partitions above a token, up to another one. */
  List<List<ByteBuffer>> partitions(long above, long upTo) {
    return answer(() -> new TokenProbe(all, requests).partitions(above, upTo, limit()));
  }

  /**
   * The least value of the first clustering column in a range of a partition.
   *
   * @param from the least one that is meant; null for all below the other one
   * @param until the first one above that is not meant
   * @return null if there is none
   */
  ByteBuffer first(List<ByteBuffer> key, ByteBuffer from, ByteBuffer until) {
    return find(type(), key, from, until, KeyProbe::first);
  }

  /** The greatest such value. */
  ByteBuffer last(List<ByteBuffer> key, ByteBuffer from, ByteBuffer until) {
    return find(type(), key, from, until, KeyProbe::last);
  }

  private KeyType<?> type() {
    return KeyType.of(all.split().orElseThrow().getType()).orElseThrow();
  }

  private <K> ByteBuffer find(
      KeyType<K> type, List<ByteBuffer> key, ByteBuffer from, ByteBuffer until, End<K> end) {
    KeyProbe<K> probe = new KeyProbe<>(all.ofPartition(key), type, requests, 0);
    Range<K> range =
        new Range<>(
            from == null ? Cut.bottom() : Cut.before(type.decode(from)),
            Cut.before(type.decode(until)));
    K found = answer(() -> end.of(probe, range));
    return found == null ? null : type.encode(found);
  }

  /** One end of a range. */
  @FunctionalInterface
  private interface End<K> {
    K of(KeyProbe<K> probe, Range<K> range) throws InterruptedException;
  }

  /** What takes requests. */
  @FunctionalInterface
  private interface Search<T> {
    T go() throws InterruptedException;
  }

  private static <T> T answer(Search<T> search) {
    try {
      return search.go();
    } catch (InterruptedException interrupted) {
      throw StatementSender.interrupted();
    } catch (StatsException failed) {
      if (failed.getCause() instanceof QueryValidationException refused) {
        throw refused;
      }
      throw new UserError(failed.getMessage() + " Run the same command again to go on.", failed);
    }
  }
}
