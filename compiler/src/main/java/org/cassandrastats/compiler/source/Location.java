/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.source;

/**
 * A place in a source file.
 *
 * @param file the file, relative to the project
 * @param line the line, from 1
 */
public record Location(String file, int line) {
  @Override
  public String toString() {
    return file + ":" + line;
  }
}
