/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.emit;

import com.github.javaparser.ast.body.MethodDeclaration;
import java.util.List;
import org.cassandrastats.catalogue.Catalogue;
import org.cassandrastats.catalogue.Function;
import org.cassandrastats.compiler.sandbox.Body;
import org.cassandrastats.udf.annotation.Overload;

/**
 * Everything that the compiler made.
 *
 * @param catalogue what is installed
 * @param functions the functions with what they are made from
 */
public record Emitted(Catalogue catalogue, List<EmittedFunction> functions) {
  /** Copies the list. */
  public Emitted {
    functions = List.copyOf(functions);
  }

  /**
   * A function with what it is made from.
   *
   * @param function the function
   * @param body its body for checking and running
   * @param source the annotated method as parsed
   * @param overload the annotated method as compiled, with the types of its arguments
   */
  public record EmittedFunction(
      Function function, Body body, MethodDeclaration source, Overload overload) {}
}
