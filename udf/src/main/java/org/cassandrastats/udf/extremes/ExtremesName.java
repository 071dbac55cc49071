/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.extremes;

/** What a header of an extremes state stands for, in the words of error messages. */
final class ExtremesName {
  private ExtremesName() {}

  /** For example {@code min_n of integers, n = 5}. */
  static String of(long header) {
    return statistic(ExtremesState.flags(header))
        + (isFloating(header) ? " of floating-point values" : " of integers")
        + (ExtremesState.kind(header) == ExtremesState.BY ? keys(header) : "")
        + (ExtremesState.kind(header) == ExtremesState.N
            ? ", n = " + ExtremesState.parameter(header)
            : "");
  }

  /** The aggregate without its arguments, for example {@code min_n}. */
  static String statistic(int flags) {
    return (flags & 3) == ExtremesState.MINMAX
        ? "minmax"
        : ((flags & ExtremesState.LARGEST) == 0 ? "min" : "max")
            + ((flags & 3) == ExtremesState.BY ? "_by" : "_n");
  }

  static boolean isFloating(long header) {
    return (ExtremesState.flags(header) & ExtremesState.FLOATING_VALUES) != 0;
  }

  static boolean isLargest(long header) {
    return (ExtremesState.flags(header) & ExtremesState.LARGEST) != 0;
  }

  static boolean hasFloatingKeys(long header) {
    return (ExtremesState.flags(header) & ExtremesState.FLOATING_KEYS) != 0;
  }

  private static String keys(long header) {
    return hasFloatingKeys(header) ? ", floating-point keys" : ", integer keys";
  }
}
