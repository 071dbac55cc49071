/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.function;

/** Errors of functions as users read them. */
final class Refusal {
  private Refusal() {}

  /**
   * What to throw where a function has thrown: an exception that Spark shows with its message, and
   * whose class exists in every JVM.
   *
   * @param name of the function or aggregate that was called
   */
  static IllegalArgumentException of(String name, Throwable thrown) {
    if (thrown instanceof VirtualMachineError serious) {
      throw serious;
    }
    return new IllegalArgumentException(
        // Without the family, which functions name themselves.
        name + ": " + String.valueOf(thrown.getMessage()).replaceFirst("^[a-z_]+: ", ""), thrown);
  }
}
