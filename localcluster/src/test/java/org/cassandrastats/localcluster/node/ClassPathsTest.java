/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.maveniverse.maven.mima.context.ContextOverrides;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a mirror that has a Cassandra of one class, in the place of Maven Central. */
final class ClassPathsTest {
  private static final CassandraVersion VERSION = CassandraVersion.parse("5.0.77");

  @TempDir private Path directory;

  private Path mirror;
  private Path local;
  private Path settings;
  private ClassPaths classPaths;

  @BeforeEach
  void publish() throws IOException {
    mirror = directory.resolve("mirror");
    local = directory.resolve("local repository");
    settings = directory.resolve("settings.xml");
    publish("org.apache.cassandra", "cassandra-all", "5.0.77", "compile");
    publish("org.example", "library", "1", null);
    Files.writeString(
        settings,
        """
        <settings>
          <localRepository>%s</localRepository>
          <mirrors>
            <mirror>
              <id>mirror</id>
              <mirrorOf>*</mirrorOf>
              <url>%s</url>
            </mirror>
          </mirrors>
        </settings>
        """
            .formatted(local, mirror.toUri()));
    classPaths =
        new ClassPaths(
            directory.resolve("cache"),
            ContextOverrides.create().withUserSettingsXmlOverride(settings).build());
  }

  @Test
  void should_fetch_from_the_mirror_of_the_settings_into_their_local_repository() {
    assertThat(jars())
        .containsExactly(
            local.resolve("org/apache/cassandra/cassandra-all/5.0.77/cassandra-all-5.0.77.jar"),
            local.resolve("org/example/library/1/library-1.jar"))
        .allMatch(Files::exists);
  }

  @Test
  void should_need_no_repository_for_what_is_in_the_local_one() throws IOException {
    List<Path> fetched = jars();
    FileTree.remove(mirror);
    FileTree.remove(directory.resolve("cache"));

    assertThat(jars()).isEqualTo(fetched);
  }

  @Test
  void should_fetch_into_the_local_repository_that_maven_was_told() {
    List<Path> fetched = jars();
    Path told = directory.resolve("told");
    System.setProperty("maven.repo.local", told.toString());
    try {
      assertThat(jars()).hasSize(2).allMatch(jar -> jar.startsWith(told)).allMatch(Files::exists);
    } finally {
      System.clearProperty("maven.repo.local");
    }
    assertThat(jars()).isEqualTo(fetched);
  }

  @Test
  void should_fetch_again_what_was_removed_from_the_local_repository() throws IOException {
    List<Path> fetched = jars();
    FileTree.remove(local);

    assertThat(jars()).isEqualTo(fetched).allMatch(Files::exists);
  }

  @Test
  void should_say_what_no_repository_has() throws IOException {
    FileTree.remove(mirror.resolve("org/example"));

    assertThatThrownBy(this::jars)
        .isInstanceOf(LocalNodeException.class)
        .hasMessageContaining("Cannot fetch org.apache.cassandra:cassandra-all:5.0.77")
        .hasMessageContaining("org.example:library")
        .hasMessageContaining(mirror.toUri().toString());
  }

  @Test
  void should_refuse_what_was_damaged() throws IOException {
    Files.writeString(mirror.resolve("org/example/library/1/library-1.jar"), "another jar");

    assertThatThrownBy(this::jars)
        .isInstanceOf(LocalNodeException.class)
        .hasMessageContaining("Checksum validation failed");
  }

  @Test
  void should_say_what_is_wrong_with_the_settings() throws IOException {
    Files.writeString(settings, "<settings><mirrors></settings>");

    assertThatThrownBy(this::jars)
        .isInstanceOf(LocalNodeException.class)
        .hasMessageContaining(settings.toString());
  }

  private List<Path> jars() {
    return classPaths.of(VERSION, NodeListener.plain());
  }

  private void publish(String group, String artifact, String version, String scope)
      throws IOException {
    String dependency =
        """
        <dependencies>
          <dependency>
            <groupId>org.example</groupId>
            <artifactId>library</artifactId>
            <version>1</version>
            <scope>%s</scope>
          </dependency>
        </dependencies>
        """
            .formatted(scope);
    Path home = mirror.resolve(group.replace('.', '/')).resolve(artifact).resolve(version);
    Files.createDirectories(home);
    write(
        home.resolve(artifact + "-" + version + ".pom"),
        """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <groupId>%s</groupId>
          <artifactId>%s</artifactId>
          <version>%s</version>
          %s
        </project>
        """
            .formatted(group, artifact, version, scope == null ? "" : dependency));
    write(home.resolve(artifact + "-" + version + ".jar"), "a jar");
  }

  private static void write(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.writeString(file.resolveSibling(file.getFileName() + ".sha1"), DigestUtils.sha1Hex(text));
  }
}
