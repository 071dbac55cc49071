/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.node;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.cassandrastats.cli.console.Console;

/**
 * Makes a node time out every third prepared SELECT from the keyspace {@code faulty}, with
 * Cassandra's own error: by a query handler that is compiled against the node's Cassandra.
 */
public final class TimingOutCoordinator {
  private static final String SIMPLE_NAME = "EveryThirdTimesOut";
  private static final String NAME = "org.cassandrastats.faults." + SIMPLE_NAME;

  private TimingOutCoordinator() {}

  /**
   * Adds the handler to a node with the server jar.
   *
   * @param directory for its jar
   * @param deadlineMillis how long such requests take
   */
  public static NodeSettings.Builder addTo(
      NodeSettings.Builder builder, Path directory, long deadlineMillis) {
    return builder
        .jvmArgument("-javaagent:" + jar(directory))
        .jvmArgument("-Dfaults.deadline_millis=" + deadlineMillis)
        .jvmArgument("-Dcassandra.stats.next_query_handler_class=" + NAME);
  }

  private static Path jar(Path directory) {
    try (InputStream source =
        TimingOutCoordinator.class.getResourceAsStream(SIMPLE_NAME + ".java")) {
      Path file = directory.resolve(SIMPLE_NAME + ".java");
      Files.copy(source, file);
      compile(file, directory);
      Path jar = directory.resolve("faults.jar");
      try (OutputStream out = Files.newOutputStream(jar);
          JarOutputStream entries = new JarOutputStream(out, manifest())) {
        String entry = NAME.replace('.', '/') + ".class";
        entries.putNextEntry(new JarEntry(entry));
        Files.copy(directory.resolve(entry), entries);
        entries.closeEntry();
      }
      return jar;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void compile(Path source, Path directory) {
    String classPath =
        ClassPaths.ofUser(Node.cache()).of(CassandraVersion.standard(), Console.plain()).stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "--release",
                "11",
                "-proc:none",
                "-cp",
                classPath,
                "-d",
                directory.toString(),
                source.toString());
    if (failed != 0) {
      throw new IllegalStateException("the query handler cannot be compiled");
    }
  }

  private static Manifest manifest() {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", NAME);
    return manifest;
  }
}
