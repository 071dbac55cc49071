/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.docs;

import java.util.List;

/**
 * Statements that a page of the documentation shows.
 *
 * @param line the line of the page where the block begins, counted from 1
 * @param cql the statements
 * @param output what the page says that cqlsh prints; null where the page says nothing
 */
record CqlBlock(int line, String cql, Output output) {

  /**
   * An output block.
   *
   * @param firstLine the line of the page that holds the opening fence, counted from 1
   * @param lastLine the line of the closing fence
   * @param text what stands between the fences
   */
  record Output(int firstLine, int lastLine, List<String> text) {}
}
