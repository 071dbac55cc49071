/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
  private static final String PROPERTY = "cassandra.stats.test";

  @AfterEach
  void clear() {
    System.clearProperty(PROPERTY);
  }

  @Test
  void should_take_a_number() {
    assertThat(Settings.number(PROPERTY, 7, 100)).isEqualTo(7);

    System.setProperty(PROPERTY, " 30 ");

    assertThat(Settings.number(PROPERTY, 7, 100)).isEqualTo(30);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "30s", "1g", "two", "0.5", "9223372036854775808", "-1", "101", "4294967296"})
  void should_ignore_what_is_no_number_in_range(String text) {
    System.setProperty(PROPERTY, text);

    assertThat(Settings.number(PROPERTY, 7, 100)).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "30000", "30s"})
  void should_name_what_is_set_and_has_no_effect(String text) {
    assertThat(Settings.unused(List.of(PROPERTY))).isEmpty();

    System.setProperty(PROPERTY, text);

    assertThat(Settings.unused(List.of(PROPERTY))).containsExactly(PROPERTY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"false", "0"})
  void should_not_name_what_turns_off_what_is_not_there(String text) {
    System.setProperty(PROPERTY, text);

    assertThat(Settings.unused(List.of(PROPERTY))).isEmpty();
  }

  @Test
  void should_be_on_unless_it_is_turned_off() {
    assertThat(Settings.isOn(PROPERTY, true)).isTrue();
    assertThat(Settings.isOn(PROPERTY, false)).isFalse();

    System.setProperty(PROPERTY, " False");

    assertThat(Settings.isOn(PROPERTY, true)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yes", "no", "on", "1"})
  void should_ignore_what_is_neither_true_nor_false(String text) {
    System.setProperty(PROPERTY, text);

    assertThat(Settings.isOn(PROPERTY, true)).isTrue();
    assertThat(Settings.isOn(PROPERTY, false)).isFalse();
  }
}
