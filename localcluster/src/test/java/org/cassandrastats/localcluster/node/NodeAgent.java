/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * A class that comes into a node as an agent of Java, which needs no place on its class path. It is
 * compiled against the node's Cassandra.
 *
 * @param name of the class, in the package org.cassandrastats.faults; its source is a resource
 * @param libraries that it uses besides
 */
record NodeAgent(String name, List<Path> libraries) {
  private static final String PACKAGE = "org.cassandrastats.faults.";

  /** Its full name. */
  String className() {
    return PACKAGE + name;
  }

  /**
   * The argument of the JVM that loads it.
   *
   * @param directory for its jar
   */
  String argument(Path directory) {
    try (InputStream source = NodeAgent.class.getResourceAsStream(name + ".java")) {
      Path java = directory.resolve(name + ".java");
      Files.copy(source, java);
      compile(java, directory);
      Path jar = directory.resolve(name + ".jar");
      try (OutputStream out = Files.newOutputStream(jar);
          JarOutputStream entries = new JarOutputStream(out, manifest())) {
        for (Path file : compiled(directory)) {
          entries.putNextEntry(new JarEntry(directory.relativize(file).toString()));
          Files.copy(file, entries);
          entries.closeEntry();
        }
      }
      return "-javaagent:" + jar;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The class and those inside it. */
  private static List<Path> compiled(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".class")).sorted().toList();
    }
  }

  private void compile(Path source, Path directory) {
    List<Path> classPath =
        new ArrayList<>(
            ClassPaths.ofUser(Node.cache()).of(CassandraVersion.standard(), NodeListener.plain()));
    classPath.addAll(libraries);
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
                classPath.stream()
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator)),
                "-d",
                directory.toString(),
                source.toString());
    if (failed != 0) {
      throw new IllegalStateException(name + " cannot be compiled");
    }
  }

  private Manifest manifest() {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", className());
    attributes.put(
        Attributes.Name.CLASS_PATH,
        libraries.stream().map(path -> path.toUri().toString()).collect(Collectors.joining(" ")));
    return manifest;
  }
}
