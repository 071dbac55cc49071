/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.bucket;

import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.cassandrastats.client.api.StatsException;
import org.cassandrastats.client.internal.cql.SelectParser;
import org.cassandrastats.client.internal.range.KeyType;
import org.cassandrastats.client.internal.range.Range;
import org.cassandrastats.client.internal.range.Range.Cut;
import org.cassandrastats.client.internal.request.Requests;
import org.cassandrastats.client.internal.split.KeyProbe;
import org.cassandrastats.client.internal.split.SplitQuery;
import org.cassandrastats.client.internal.split.SplitQueryResolver;
import org.cassandrastats.client.internal.split.TokenProbe;
import org.cassandrastats.rollup.internal.table.StatementSender;

/**
 * Looks for partitions of a table and for times of its series. Nodes refuse to read past too many
 * deleted rows: such a request is cut as those of a query are.
 */
final class TableProbe {
  private final Requests requests;
  private final SplitQuery all;
  private final Keys<?> keys;

  TableProbe(StatementSender calls, BucketSource source) {
    this.requests = calls.requests();
    this.all =
        answer(
            () ->
                SplitQueryResolver.resolve(
                    requests,
                    SelectParser.parse("SELECT count(*) FROM " + source.name(), List.of()),
                    false));
    this.keys = Keys.of(KeyType.of(source.column().getType()).orElseThrow());
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
   * The least value of the column of times in a range of a series.
   *
   * @param from the least one that is meant; null for all below the other one
   * @param until the first one above that is not meant
   * @return null if there is none
   */
  ByteBuffer first(List<ByteBuffer> key, ByteBuffer from, ByteBuffer until) {
    return keys.find(this, key, from, until, true);
  }

  /** The greatest such value. */
  ByteBuffer last(List<ByteBuffer> key, ByteBuffer from, ByteBuffer until) {
    return keys.find(this, key, from, until, false);
  }

  /**
   * The values of the column of times.
   *
   * @param probes of the series that were looked at last
   */
  private record Keys<K>(KeyType<K> type, Map<List<ByteBuffer>, KeyProbe<K>> probes) {
    private static final int MOST_SERIES = 64;

    static <K> Keys<K> of(KeyType<K> type) {
      return new Keys<>(
          type,
          new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<List<ByteBuffer>, KeyProbe<K>> eldest) {
              return size() > MOST_SERIES;
            }
          });
    }

    ByteBuffer find(
        TableProbe table,
        List<ByteBuffer> key,
        ByteBuffer from,
        ByteBuffer until,
        boolean isFirst) {
      KeyProbe<K> probe;
      synchronized (probes) {
        probe =
            probes.computeIfAbsent(
                key, series -> new KeyProbe<>(table.all.ofSeries(series), type, table.requests, 0));
      }
      Range<K> range =
          new Range<>(
              from == null ? Cut.bottom() : Cut.before(type.decode(from)),
              Cut.before(type.decode(until)));
      K found = answer(() -> isFirst ? probe.first(range) : probe.last(range));
      return found == null ? null : type.encode(found);
    }
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
      throw StatementSender.interrupted(interrupted);
    } catch (StatsException failed) {
      if (failed.getCause() instanceof QueryValidationException refused) {
        throw refused;
      }
      throw failed.with(StatementSender.GO_ON);
    }
  }
}
