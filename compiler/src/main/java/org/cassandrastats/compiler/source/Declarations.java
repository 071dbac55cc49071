/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.source;

import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;

/** What the parsed sources declare. */
interface Declarations {
  /** The method with a key, as parsed, or null. */
  MethodDeclaration method(String key);

  /** The class with a qualified name, or null. */
  ClassOrInterfaceDeclaration type(String qualifiedName);
}
