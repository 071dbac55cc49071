/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.cassandrastats.client.internal.range.Range;
import org.cassandrastats.client.internal.range.Range.Cut;

/**
 * What has been read: neighbouring ranges become one, and so do their answers, in their order. A
 * range that overlaps one that was read before is refused, so that no row counts twice.
 */
final class FinishedRanges<K, A> {
  private final Comparator<K> order;
  private final Comparator<Cut<K>> cuts;
  private final BinaryOperator<A> join;
  private final TreeMap<Cut<K>, Entry<K, A>> entries;

  private record Entry<K, A>(Range<K> range, A answer) {}

  /**
   * Nothing, to begin with.
   *
   * @param join the answer to two neighbouring ranges, the lower one first
   */
  FinishedRanges(Comparator<K> order, BinaryOperator<A> join) {
    this.order = order;
    this.cuts = Cut.order(order);
    this.join = join;
    this.entries = new TreeMap<>(cuts);
  }

  /**
   * Adds the answer to a range.
   *
   * @throws IllegalStateException if a part of the range was read before
   */
  void add(Range<K> range, A answer) {
    Map.Entry<Cut<K>, Entry<K, A>> below = entries.floorEntry(range.lower());
    Map.Entry<Cut<K>, Entry<K, A>> above = entries.ceilingEntry(range.lower());
    requireApart(below, range);
    requireApart(above, range);
    Entry<K, A> joined = new Entry<>(range, answer);
    if (below != null && meet(below.getValue().range().upper(), range.lower())) {
      entries.remove(below.getKey());
      joined = join(below.getValue(), joined);
    }
    if (above != null && meet(range.upper(), above.getValue().range().lower())) {
      entries.remove(above.getKey());
      joined = join(joined, above.getValue());
    }
    entries.put(joined.range().lower(), joined);
  }

  private Entry<K, A> join(Entry<K, A> low, Entry<K, A> high) {
    return new Entry<>(
        new Range<>(low.range().lower(), high.range().upper()),
        join.apply(low.answer(), high.answer()));
  }

  private boolean meet(Cut<K> upper, Cut<K> lower) {
    return cuts.compare(upper, lower) == 0;
  }

  private void requireApart(Map.Entry<Cut<K>, Entry<K, A>> entry, Range<K> range) {
    if (entry != null && !entry.getValue().range().intersection(order, range).isEmpty(order)) {
      throw new IllegalStateException(
          range + " was read twice: " + entry.getValue().range() + " is finished");
    }
  }

  /** The ranges that were read, in ascending order. */
  List<Range<K>> ranges() {
    return new ArrayList<>(entries.values().stream().map(Entry::range).toList());
  }

  /** The answer to the range that begins at a place, as far as it was read without a gap. */
  Optional<A> from(Cut<K> lower) {
    return Optional.ofNullable(entries.get(lower)).map(Entry::answer);
  }

  /** Looks at all ranges that were read and the answers to them, in ascending order. */
  void forEach(BiConsumer<Range<K>, A> reader) {
    entries.values().forEach(entry -> reader.accept(entry.range(), entry.answer()));
  }

  /**
   * The answer to a range that was read in full.
   *
   * @throws IllegalStateException if something of it is missing
   */
  A answer(Range<K> whole) {
    if (entries.size() != 1 || !entries.firstEntry().getValue().range().equals(whole)) {
      throw new IllegalStateException("expected " + whole + ", read " + ranges());
    }
    return entries.firstEntry().getValue().answer();
  }

  /**
   * A range and the answer to it as a line of text: both ends, and the bytes of all columns.
   *
   * @param range of keys or tokens
   * @param rows the answer
   */
  record Line<K>(Range<K> range, List<List<ByteBuffer>> rows) {
    private static final String NONE = "none";
    private static final String NULL = "null";

    static <K> String format(
        Range<K> range, List<List<ByteBuffer>> rows, Function<K, ByteBuffer> encode) {
      String answer =
          rows.isEmpty()
              ? NONE
              : rows.stream()
                  .map(row -> row.stream().map(Line::text).collect(Collectors.joining(",")))
                  .collect(Collectors.joining(";"));
      return cut(range.lower(), encode) + " " + cut(range.upper(), encode) + " " + answer;
    }

    static <K> Line<K> parse(String line, Function<ByteBuffer, K> decode) {
      String[] fields = line.split(" ", -1);
      List<List<ByteBuffer>> rows = new ArrayList<>();
      if (!fields[2].equals(NONE)) {
        for (String row : fields[2].split(";", -1)) {
          List<ByteBuffer> columns = new ArrayList<>();
          for (String column : row.split(",", -1)) {
            columns.add(bytes(column));
          }
          rows.add(columns);
        }
      }
      return new Line<>(new Range<>(cut(fields[0], decode), cut(fields[1], decode)), rows);
    }

    private static <K> String cut(Cut<K> cut, Function<K, ByteBuffer> encode) {
      String side = cut.after() ? ">" : "<";
      return cut.isEnd() ? side + "*" : side + text(encode.apply(cut.key()));
    }

    private static <K> Cut<K> cut(String text, Function<ByteBuffer, K> decode) {
      boolean after = text.charAt(0) == '>';
      if (text.substring(1).equals("*")) {
        return after ? Cut.top() : Cut.bottom();
      }
      K key = decode.apply(bytes(text.substring(1)));
      return after ? Cut.after(key) : Cut.before(key);
    }

    private static String text(ByteBuffer bytes) {
      if (bytes == null) {
        return NULL;
      }
      byte[] copy = new byte[bytes.remaining()];
      bytes.duplicate().get(copy);
      // The sign in front tells bytes from null.
      return "=" + Base64.getEncoder().withoutPadding().encodeToString(copy);
    }

    private static ByteBuffer bytes(String text) {
      return text.equals(NULL)
          ? null
          : ByteBuffer.wrap(Base64.getDecoder().decode(text.substring(1)));
    }
  }
}
