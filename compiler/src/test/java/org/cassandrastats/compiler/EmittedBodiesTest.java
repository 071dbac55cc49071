/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every emitted body does what the Java method does that it is made from. */
final class EmittedBodiesTest {
  /** Four times as many in the profile {@code extended}. */
  private static final int CALLS = 750 * Integer.getInteger("tests.effort", 1);

  @TestFactory
  Stream<DynamicTest> should_do_what_the_method_does() {
    return new BodyComparison(EmittedBodiesTest.class.getClassLoader(), CALLS)
        .tests(Project.emit());
  }
}
