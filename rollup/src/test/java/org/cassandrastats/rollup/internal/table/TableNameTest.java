/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.rollup.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TableNameTest {
  @ParameterizedTest
  @CsvSource({
    "shop.measurement, shop.measurement",
    "Shop.Measurement, shop.measurement",
    "\"Shop\".\"a \"\"table\"\".b\", \"Shop\".\"a \"\"table\"\".b\"",
  })
  void should_read_what_cql_writes(String text, String expected) {
    assertThat(TableName.parse(text)).hasToString(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "measurement", "shop.", "a.b.c", "shop.measurement WHERE", "1a.b"})
  void should_refuse_what_is_no_table(String text) {
    assertThatThrownBy(() -> TableName.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected KEYSPACE.TABLE");
  }
}
