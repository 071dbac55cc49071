/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.scalars;

/**
 * Arguments as messages show them. A client that is sent a message of more than 65,535 bytes cannot
 * decode it and closes the connection, with all requests on it.
 */
final class Shown {
  private static final int CHARACTERS = 40;

  private Shown() {}

  /** The start of a text. */
  static String cut(String text) {
    return text.length() <= CHARACTERS ? text : text.substring(0, CHARACTERS) + "...";
  }
}
