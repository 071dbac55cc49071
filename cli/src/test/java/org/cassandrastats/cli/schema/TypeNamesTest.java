/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TypeNamesTest {
  @Test
  void should_remove_frozen_at_any_depth() {
    assertThat(Signature.unfrozen("double")).isEqualTo("double");
    assertThat(Signature.unfrozen("frozen<list<double>>")).isEqualTo("list<double>");
    assertThat(Signature.unfrozen("map<int,frozen<list<frozen<summary>>>>"))
        .isEqualTo("map<int, list<summary>>");
    assertThat(Signature.unfrozen("frozen<summary>")).isEqualTo("summary");
    assertThat(Signature.unfrozen("frozen<tuple<int, text>>")).isEqualTo("tuple<int, text>");
  }

  @Test
  void should_tell_a_type_from_one_whose_name_contains_it() {
    assertThat(Signature.mentions("map<int, frozen<summary>>", "summary")).isTrue();
    assertThat(Signature.mentions("summary", "summary")).isTrue();
    assertThat(Signature.mentions("list<summary_text>", "summary")).isFalse();
  }
}
