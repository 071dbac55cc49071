/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.cassandrastats.cli.connection.ClusterConnection.ContactPoint;
import org.cassandrastats.cli.console.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

final class ContactPointTest {
  @Test
  void should_read_hosts_and_ports() {
    assertThat(ContactPoint.parse("10.0.0.1")).isEqualTo(new ContactPoint("10.0.0.1", 9042));
    assertThat(ContactPoint.parse("node-1.example:9142"))
        .isEqualTo(new ContactPoint("node-1.example", 9142));
    assertThat(ContactPoint.parse("[::1]:9142")).isEqualTo(new ContactPoint("::1", 9142));
    assertThat(ContactPoint.parse("[::1]")).hasToString("[::1]:9042");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ":9042", "host:", "host:port", "host:0", "host:65536", "::1", "a b:c"})
  void should_refuse_anything_else(String text) {
    assertThatThrownBy(() -> ContactPoint.parse(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining("expected HOST or HOST:PORT");
  }

  @Test
  void should_say_that_a_host_is_not_known() {
    assertThatThrownBy(() -> new ContactPoint("no-such-host.invalid", 9042).address())
        .isInstanceOf(UserError.class)
        .hasMessageContaining("no-such-host.invalid");
  }
}
