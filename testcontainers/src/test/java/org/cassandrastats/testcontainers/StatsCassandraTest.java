/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.testcontainers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class StatsCassandraTest {
  @Test
  void should_refuse_what_cannot_be_before_a_node_starts() {
    assertThatThrownBy(() -> new StatsCassandra().withFamilies("moments", "median"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("There is no family \"median\": expected ");
    assertThatThrownBy(() -> new StatsCassandra().withNodes(0))
        .hasMessage("Expected 1 node or more, not 0");
    assertThatThrownBy(() -> new StatsCassandra().withInit("none.cql").start())
        .hasMessage(
            "There is no script \"none.cql\": expected a resource of the class path, or a file");
  }

  @Test
  void should_say_that_it_does_not_run() {
    StatsCassandra cassandra = new StatsCassandra();

    assertThatThrownBy(cassandra::contactPoint)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("No node runs: call start()");
    cassandra.stop();
  }

  @Test
  void should_be_shown_as_it_is_used() throws IOException {
    String source =
        Files.readString(
            Path.of("src/test/java/org/cassandrastats/testcontainers/ResponseTimesIT.java"));

    String shown =
        source.substring(source.indexOf("final class"), source.indexOf("\n  @BeforeAll"));

    assertThat(Path.of("../docs/testing.md")).content().contains("```java\n" + shown + "}\n```");
  }

  @Test
  void should_read_scripts() {
    InitScript script = InitScript.read("shop.cql");

    assertThat(script.statements()).hasSize(6);
    assertThat(script.statements().get(1))
        .startsWith("CREATE TABLE shop.response")
        .endsWith("comment = 'a; b -- c'");
  }
}
