/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.docs;

import java.util.List;

/**
 * What a page of the documentation shows and is run.
 *
 * @param line the line of the page where the block begins, counted from 1
 * @param language cql, sh or java
 * @param text the statements or commands
 * @param output what the page says that they print; null where the page says nothing
 * @param picture the file that the page shows right behind, relative to it; null where it shows
 *     none
 */
record Block(int line, String language, String text, Output output, String picture) {

  /**
   * An output block.
   *
   * @param firstLine the line of the page that holds the opening fence, counted from 1
   * @param lastLine the line of the closing fence
   * @param text what stands between the fences
   */
  record Output(int firstLine, int lastLine, List<String> text) {}
}
