/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.text;

import java.util.Locale;

/** Numbers of things, as English has them: 1 row, 2 rows. */
public final class Counted {
  private Counted() {}

  /**
   * A number of things.
   *
   * @param noun one of them
   */
  public static String of(long number, String noun) {
    return of(number, noun, noun + "s");
  }

  /**
   * A number of things, and what is said of them.
   *
   * @param one what follows 1
   * @param many what follows other numbers
   */
  public static String of(long number, String one, String many) {
    return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? one : many);
  }
}
