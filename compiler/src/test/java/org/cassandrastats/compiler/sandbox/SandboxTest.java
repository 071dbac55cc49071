/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every rule refuses what breaks it, accepts what keeps to it, and says where and why. */
final class SandboxTest {
  static Stream<SandboxExample> examples() {
    return SandboxExample.all();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void should_tell_whether_a_body_keeps_to_the_rule(SandboxExample example) {
    List<Rule.Violation> violations = Sandbox.check(List.of(example.toBody())).violations();

    if (example.isAccepted()) {
      assertThat(violations).isEmpty();
    } else {
      assertThat(violations).extracting(Rule.Violation::rule).contains(example.rule());
      assertThat(violations)
          .allSatisfy(
              violation ->
                  assertThat(violation.toString())
                      .matches(
                          "(?s)"
                              + example.rule().directory()
                              + "/refused.java:([3-9]|\\d\\d+): .*"));
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void should_say_why_where_it_is_stricter_than_the_server(SandboxExample example) {
    boolean isStricter = example.isAcceptedByServer() && !example.isAccepted();

    assertThat(example.reason().isEmpty()).isEqualTo(!isStricter);
    assertThat(example.isAccepted() && !example.isAcceptedByServer()).isFalse();
  }
}
