/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.split;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.client.internal.range.Range;
import org.cassandrastats.client.internal.range.Range.Cut;
import org.cassandrastats.client.internal.range.Range.Part;

/**
 * The rows of a query: where they can be cut, and how a part of them is asked for. Only one thread
 * at a time asks for the next part.
 */
public interface RangeSource<K> {
  /** The order of the keys or tokens in which a server reads them. */
  Comparator<K> order();

  /** The order of the places between them. */
  default Comparator<Cut<K>> cuts() {
    return Cut.order(order());
  }

  /** All that has to be read. */
  Range<K> whole();

  /** On how many nodes requests can wait at the same time; 1 or more. */
  int nodes();

  /** The distance between the ends of all that has to be read, as far as it is known. */
  double totalWidth();

  /** The width of the first parts, before any speed is known. */
  double firstWidth();

  /** Leaves ranges out that were read before. */
  void leaveOut(List<Range<K>> done);

  /**
   * The next part, in ascending order.
   *
   * @param width how wide it is to be, about
   * @return null if there is none
   */
  Part<K> next(double width) throws InterruptedException;

  /** How much has been handed out or passed over. */
  double handedOut();

  /** Two parts of one that was too much; empty if it cannot be cut. */
  List<Part<K>> halves(Part<K> part) throws InterruptedException;

  /**
   * Leaves out of a part what holds no rows at its ends, where deleted rows may be too many for a
   * request; false if nothing is left out that was not before.
   */
  default boolean isTightened(Part<K> part) throws InterruptedException {
    return false;
  }

  /** A source of the same rows as a part that cannot be cut here, if these can be cut otherwise. */
  default Optional<RangeSource<?>> finer(Part<K> part) throws InterruptedException {
    return Optional.empty();
  }

  /**
   * The answers to a part: a row for each group, in the order in which a server reads them.
   *
   * @throws org.cassandrastats.client.internal.request.AnswerLimit.Exceeded if that is more than
   *     there may be
   */
  List<List<ByteBuffer>> answer(Part<K> part, Node node) throws InterruptedException;

  /** How close an answer comes to the largest that there may be: 1 is as large. */
  default double partOfLargestAnswer(List<List<ByteBuffer>> rows) {
    return 0;
  }

  /** A range for messages. */
  String describe(Range<K> range);

  /** The bytes of a key, for the file of finished ranges. */
  ByteBuffer encode(K key);

  /** The key that bytes are. */
  K decode(ByteBuffer bytes);
}
