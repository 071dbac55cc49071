/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every emitted body does what the Java method does that it is made from. */
final class EmittedBodiesTest {
  private static final int CALLS = 3000;

  @TestFactory
  Stream<DynamicTest> should_do_what_the_method_does() {
    return new BodyComparison(EmittedBodiesTest.class.getClassLoader(), CALLS)
        .tests(Project.emit());
  }
}
