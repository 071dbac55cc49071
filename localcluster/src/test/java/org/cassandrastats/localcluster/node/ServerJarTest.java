/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ServerJarTest {
  @ParameterizedTest
  @CsvSource({
    "5.0.0, true",
    "5.0.9, true",
    "4.1.10, false",
    "5.1-alpha1, false",
    "6.0-alpha2, true",
    "6.1.0, false"
  })
  void should_support_cassandra_5_0_and_6_0_only(String version, boolean supported) {
    assertThat(ServerJar.supports(CassandraVersion.parse(version))).isEqualTo(supported);
  }
}
