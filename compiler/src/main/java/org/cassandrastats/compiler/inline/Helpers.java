/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.inline;

import com.github.javaparser.ast.expr.Expression;

/** Finds the methods that are called, with all calls inside them already replaced. */
interface Helpers {
  /**
   * The method with a key.
   *
   * @param call for error messages
   */
  Helper helper(String key, Expression call);
}
