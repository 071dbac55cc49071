/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.cassandrastats.client.internal.range.KeyOrder;
import org.cassandrastats.client.internal.range.KeyType;
import org.cassandrastats.client.internal.range.Range;
import org.cassandrastats.client.internal.range.Range.Cut;
import org.cassandrastats.client.internal.request.Requests;
import org.cassandrastats.client.internal.request.Requests.Condition;
import org.cassandrastats.client.internal.split.KeyProbe;
import org.cassandrastats.client.internal.split.SplitQuery;
import org.cassandrastats.client.internal.split.TokenProbe;
import org.cassandrastats.client.internal.split.TokenRing;

/** The keys of a partition or the tokens of a table, with places from 0 to 1. */
public interface KeySpace {
  /**
   * Looks at the first rows (of a table: partitions) after a place.
   *
   * @param from where to begin, from 0 to 1
   * @param until where to end, above that, up to 1
   * @param limit how many keys or partitions to read, at most; 1 or more
   * @throws org.cassandrastats.client.api.StatsException if they cannot be read
   */
  ProbedRange probe(double from, double until, int limit) throws InterruptedException;

  /**
   * The time between the first key and the last; empty where keys are no times, or none is there.
   */
  default Optional<Duration> timeSpan() {
    return Optional.empty();
  }

  /** The rows of a partition that cannot be cut, such as the one that a whole primary key names. */
  final class Uncut implements KeySpace {
    private final SplitQuery splitQuery;
    private final long rows;

    public Uncut(SplitQuery splitQuery, long rows) {
      this.splitQuery = splitQuery;
      this.rows = rows;
    }

    /** Counts the rows. */
    public static Uncut count(SplitQuery splitQuery, Requests requests)
        throws InterruptedException {
      ByteBuffer count =
          requests
              .retried(
                  "SELECT count(*) FROM " + splitQuery.from(), splitQuery.insidePartition(), "")
              .get(0)
              .get(0);
      return new Uncut(splitQuery, count.getLong(count.position()));
    }

    @Override
    public ProbedRange probe(double from, double until, int limit) {
      return new ProbedRange(
          new ProbedRange.Result(from, from, until, rows, true),
          splitQuery.insidePartition(),
          Set.of(),
          List.of());
    }
  }

  /** The tokens of the partitions of a table. */
  final class Tokens implements KeySpace {
    private final TokenProbe probe;
    private final TokenRing ring;
    private final KeyOrder<Long> order = KeyType.tokens();
    private final List<TokenRing.Owned> owned;

    public Tokens(SplitQuery splitQuery, Requests requests, TokenRing ring) {
      this.probe = new TokenProbe(splitQuery, requests);
      this.ring = ring;
      this.owned =
          ring.ranges(splitQuery.table().getKeyspace()).stream()
              .sorted(Comparator.comparingDouble(this::width).reversed())
              .toList();
    }

    private double width(TokenRing.Owned range) {
      return order.distance(range.tokens().lower().key(), range.tokens().upper().key());
    }

    @Override
    public ProbedRange probe(double from, double until, int limit) throws InterruptedException {
      return probe(tokenAt(from), tokenAt(until), limit, Set.of());
    }

    /**
     * Looks at the first partitions of a range of tokens that has the same owners.
     *
     * @param turn which range; the widest come first
     */
    public ProbedRange lookAtOwned(int turn, int limit) throws InterruptedException {
      TokenRing.Owned range = owned.get(turn % owned.size());
      return probe(
          range.tokens().lower().key(), range.tokens().upper().key(), limit, range.replicas());
    }

    private ProbedRange probe(long from, long until, int limit, Set<Node> replicas)
        throws InterruptedException {
      List<List<ByteBuffer>> keys = probe.partitions(from, until, limit);
      boolean complete = keys.size() < limit;
      double first = keys.isEmpty() ? place(from) : place(ring.token(keys.get(0)));
      long to = complete ? until : ring.token(keys.get(keys.size() - 1));
      return new ProbedRange(
          new ProbedRange.Result(place(from), first, place(to), keys.size(), complete),
          probe.limits(from, to),
          replicas,
          keys);
    }

    private static long tokenAt(double place) {
      if (place >= 1) {
        return Long.MAX_VALUE;
      }
      // The sum of the least long and a double below 2^64 is in the range of longs.
      return (long) (Long.MIN_VALUE + Math.max(0, place) * TokenProbe.ALL_TOKENS);
    }

    private double place(long token) {
      return token == Long.MAX_VALUE
          ? 1
          : order.distance(Long.MIN_VALUE, token) / TokenProbe.ALL_TOKENS;
    }
  }

  /** The keys of the clustering column at which a partition can be cut. */
  final class Clustering<K> implements KeySpace {
    /** Version 1 UUIDs count units of 100 ns. */
    private static final long NANOS_PER_UUID_TIME = 100;

    private final SplitQuery splitQuery;
    private final KeyProbe<K> probe;
    private final KeyOrder<K> order;
    private final Range<K> whole;
    private final K first;
    private final K last;
    private final double width;

    private Clustering(SplitQuery splitQuery, KeyProbe<K> probe, KeyOrder<K> order, Range<K> whole)
        throws InterruptedException {
      this.splitQuery = splitQuery;
      this.probe = probe;
      this.order = order;
      this.first = probe.first(whole);
      this.last = probe.last(whole);
      // Deleted rows may be too many for a request before the first key and behind the last.
      this.whole = first == null ? whole : new Range<>(Cut.before(first), Cut.after(last));
      this.width = first == null || last == null ? 0 : order.distance(first, last);
    }

    /** Looks for the ends of a partition. */
    public static <K> Clustering<K> open(SplitQuery splitQuery, KeyType<K> type, Requests requests)
        throws InterruptedException {
      KeyProbe<K> probe = new KeyProbe<>(splitQuery, type, requests, 0);
      return new Clustering<>(splitQuery, probe, probe.order(), probe.whole());
    }

    @Override
    public ProbedRange probe(double from, double until, int limit) throws InterruptedException {
      Cut<K> lower = from <= 0 ? whole.lower() : Cut.before(keyAt(from));
      Cut<K> upper = until >= 1 ? whole.upper() : Cut.before(keyAt(until));
      Range<K> range = new Range<>(lower, upper);
      // Keys are whole numbers or times: the place of the key is not just the one that was asked
      // for.
      double start = from <= 0 ? 0 : place(lower.key());
      if (first == null || range.isEmpty(order)) {
        return probed(new ProbedRange.Result(start, start, until, 0, true), range);
      }
      List<K> keys = probe.keys(range, true, limit);
      double begin = keys.isEmpty() ? start : Math.max(start, place(keys.get(0)));
      if (keys.size() < limit) {
        return probed(new ProbedRange.Result(start, begin, until, keys.size(), true), range);
      }
      // Other rows may have the last key, so that only those below it are known to be all.
      K end = keys.get(keys.size() - 1);
      // The very last key belongs to nothing that comes later.
      long known =
          order.compare(end, last) >= 0
              ? keys.size()
              : keys.stream().filter(key -> order.compare(key, end) < 0).count();
      double to = width == 0 ? until : Math.min(until, Math.max(begin, place(end)));
      return probed(
          new ProbedRange.Result(start, begin, to, known, false),
          new Range<>(lower, Cut.before(end)));
    }

    private double place(K key) {
      return width == 0 || order.compare(first, key) >= 0 ? 0 : order.distance(first, key) / width;
    }

    private K keyAt(double place) {
      // A place that was made from a key has to lead back to it, whatever was rounded.
      double distance = Math.nextUp(Math.nextUp(place * width));
      K key = width == 0 ? last : order.advance(first, distance);
      return key == null || order.compare(key, last) > 0 ? last : key;
    }

    private ProbedRange probed(ProbedRange.Result found, Range<K> range) {
      List<Condition> conditions = new ArrayList<>(splitQuery.insidePartition());
      conditions.addAll(probe.limits(range));
      return new ProbedRange(found, conditions, Set.of(), List.of());
    }

    @Override
    public Optional<Duration> timeSpan() {
      if (first instanceof Instant from && last instanceof Instant to) {
        return Optional.of(Duration.between(from, to));
      }
      if (first instanceof LocalDate from && last instanceof LocalDate to) {
        return Optional.of(Duration.ofDays(ChronoUnit.DAYS.between(from, to)));
      }
      if (first instanceof UUID from && last instanceof UUID to) {
        return Optional.of(
            Duration.ofNanos(NANOS_PER_UUID_TIME).multipliedBy(to.timestamp() - from.timestamp()));
      }
      return Optional.empty();
    }
  }

  /**
   * Neighbouring rows that one request can be about.
   *
   * @param found where it is and how much is in it
   * @param conditions that choose its rows
   * @param replicas nodes that own it, of which one is to answer; empty to leave that to the driver
   * @param keys of its partitions; empty where it is a part of one
   */
  record ProbedRange(
      Result found, List<Condition> conditions, Set<Node> replicas, List<List<ByteBuffer>> keys) {
    /** Copies the collections. */
    public ProbedRange {
      conditions = List.copyOf(conditions);
      replicas = Set.copyOf(replicas);
      keys = List.copyOf(keys);
    }

    /** How many partitions it names; 0 where it is a part of one. */
    public int partitions() {
      return keys.size();
    }

    /**
     * What was found between two places of a {@link KeySpace}: 0 is its first key or token, 1 the
     * last.
     *
     * @param from where it begins
     * @param first where its first row is; where it begins if there is none
     * @param to where it ends
     * @param count how many rows (of a table: partitions) are between them, exactly
     * @param complete whether nothing was left out up to the place where the probe was to end; if
     *     not and the count is 0, more rows than were asked for have the same key
     */
    public record Result(double from, double first, double to, long count, boolean complete) {
      /** So many times the mean distance between rows is far. */
      private static final double FAR = 20;

      /** Rows for each unit of places, from its first row on; NaN if it has no width. */
      public double density() {
        double width = to - first;
        return width > 0 ? count / width : Double.NaN;
      }

      /** Rows for each unit of places where it begins: fewer if its first row is far from there. */
      public double densityAtStart() {
        double empty = first - from;
        double density = density();
        return empty * density > FAR ? 1 / empty : density;
      }

      /** Whether so many rows have one key that no row of another was seen. */
      public boolean isCrowded() {
        return !complete && count == 0;
      }
    }
  }
}
