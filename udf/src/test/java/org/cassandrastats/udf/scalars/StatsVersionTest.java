/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.scalars;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatsVersionTest {
  @Test
  void should_be_the_version_of_the_build() {
    assertThat(StatsVersion.statsVersion()).isEqualTo(System.getProperty("project.version"));
  }
}
