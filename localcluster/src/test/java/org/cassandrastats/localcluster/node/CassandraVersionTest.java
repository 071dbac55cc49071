/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CassandraVersionTest {
  @Test
  void should_read_releases_and_previews() {
    assertThat(CassandraVersion.parse("4.1.10")).isEqualTo(new CassandraVersion("4.1.10", 4, 1));
    assertThat(CassandraVersion.parse("6.0-alpha2").javaVersions()).containsExactly(17, 11, 21);
    assertThat(CassandraVersion.parse("4.1.10").javaVersions()).containsExactly(11);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "5.0", "latest", "5.0.9/../x", "99999999999.0.1"})
  void should_refuse_what_is_no_version(String text) {
    assertThatThrownBy(() -> CassandraVersion.parse(text))
        .isInstanceOf(LocalNodeException.class)
        .hasMessageContaining("expected one such as 5.0.9");
  }

  @Test
  void should_refuse_versions_that_are_too_old() {
    assertThatThrownBy(() -> CassandraVersion.parse("4.0.1"))
        .isInstanceOf(LocalNodeException.class)
        .hasMessageContaining("4.1 or newer");
  }
}
