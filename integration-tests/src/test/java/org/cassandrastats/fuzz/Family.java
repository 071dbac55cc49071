/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.fuzz;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.cassandrastats.annotated.StoredStates;
import org.cassandrastats.udf.state.Checksum;

/** The functions on one kind of state, nearly always all those of a family. */
record Family(String name, List<Subject> subjects) {

  static List<Family> all() {
    return Subject.byKind().entrySet().stream()
        .map(entry -> new Family(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** Whether stored states end with a checksum: all but the images of others. */
  boolean isSealed() {
    return StoredStates.isSealed(name);
  }

  /** Of the numbers in a state: images of others are little-endian. */
  ByteOrder order() {
    return StoredStates.isOwnFormat(name) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
  }

  /**
   * Whether a union writes anew what it reads, so that nothing else of an invalid state gets on.
   */
  boolean isWrittenAnew() {
    return name.equals("chunk");
  }

  /** Whether the checksum of a state, if it has one, is that of its bytes. */
  boolean isIntact(ByteBuffer state) {
    ByteBuffer view = state.slice();
    int end = view.limit() - Checksum.SIZE;
    return !isSealed() || (end > 0 && end % 8 == 0 && Checksum.of(view, end) == view.getLong(end));
  }

  /** The function {@code <family>_<question>}; null where there is none. */
  Subject subject(String question) {
    return subjects.stream()
        .filter(subject -> subject.name().equals(name + "_" + question))
        .findFirst()
        .orElse(null);
  }

  @Override
  public String toString() {
    return name;
  }
}
