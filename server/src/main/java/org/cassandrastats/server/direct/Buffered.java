/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.direct;

import java.util.Iterator;

/**
 * What was read before, while it is handed over. It is on the heap, so that no error is one of
 * reading.
 *
 * @param <T> rows or partitions
 */
final class Buffered<T> implements Iterator<T> {
  private final Iterator<T> content;
  private final PathSwitch path;

  Buffered(Iterator<T> content, PathSwitch path) {
    this.content = content;
    this.path = path;
  }

  @Override
  public boolean hasNext() {
    try {
      return content.hasNext();
    } catch (RuntimeException | LinkageError unexpected) {
      throw path.failed(unexpected);
    }
  }

  @Override
  public T next() {
    try {
      return content.next();
    } catch (RuntimeException | LinkageError unexpected) {
      throw path.failed(unexpected);
    }
  }
}
