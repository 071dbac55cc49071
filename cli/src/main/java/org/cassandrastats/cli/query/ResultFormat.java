/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.query;

import java.util.Locale;

/** How a result is written. */
enum ResultFormat {
  /** For people. */
  TABLE,
  /** An array of objects. */
  JSON,
  /** A header and a line for each row, as RFC 4180 has it. */
  CSV,
  /** Lines over time and bars, drawn in the terminal. */
  CHART,
  /** A page with the same pictures as SVG and the numbers beneath. */
  HTML;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
