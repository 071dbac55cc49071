/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.source;

/** Source that has no CQL form: where it is, why, and what to write instead. */
public final class CompileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** An error at a place. */
  public CompileException(Location location, String message) {
    super(location + ": " + message);
  }
}
