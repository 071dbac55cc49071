/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.cassandra.db.marshal.TypeParser;
import org.junit.jupiter.api.Test;

/** Every family that can check its states has exactly one type, which is named after it. */
class StateTypeNamesTest {
  private static final String PACKAGE = "org.cassandrastats.types.";

  @Test
  void should_have_one_type_for_each_family_that_can_check_its_states() {
    assertThat(FamilyFunctions.checks().keySet())
        .hasSizeGreaterThanOrEqualTo(5)
        .allSatisfy(
            family -> {
              StateType type = (StateType) TypeParser.parse(PACKAGE + className(family));
              assertThat(type.family()).isEqualTo(family);
              assertThat(type).isSameAs(TypeParser.parse(type.toString()));
              assertThat(type.asCQL3Type()).hasToString("'" + PACKAGE + className(family) + "'");
            });
  }

  @Test
  void should_have_no_other_types() {
    List<String> expected =
        FamilyFunctions.checks().keySet().stream().map(StateTypeNamesTest::className).toList();

    assertThat(FamilyFunctions.classesBeside(StateType.class, "org/cassandrastats/types"))
        .filteredOn(StateTypeNamesTest::isType)
        .allSatisfy(
            type ->
                assertThat(type.getModifiers() & (Modifier.ABSTRACT | Modifier.PUBLIC))
                    .isEqualTo(Modifier.ABSTRACT | Modifier.PUBLIC))
        .extracting(Class::getSimpleName)
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private static boolean isType(Class<?> type) {
    return Arrays.stream(type.getDeclaredFields())
        .anyMatch(field -> field.getType() == StateType.class);
  }

  private static String className(String family) {
    return Arrays.stream(family.split("_"))
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining("", "", "Type"));
  }
}
