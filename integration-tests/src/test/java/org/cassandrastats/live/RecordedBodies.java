/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** The class files that {@link BodyRecorder} keeps in the node that all tests share. */
public final class RecordedBodies {
  private static final Path DIRECTORY = Path.of("target", "recorded-bodies").toAbsolutePath();

  private RecordedBodies() {}

  /** What the JVM of the node is started with; whatever was recorded before is forgotten. */
  static String agentArgument() {
    try {
      Path classes = DIRECTORY.resolve("classes");
      Files.createDirectories(classes);
      for (Path old : files(classes)) {
        Files.delete(old);
      }
      return "-javaagent:" + agent(DIRECTORY.resolve("agent.jar")) + "=" + classes;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The classes of a function's overloads, compiled since the node started. */
  public static List<Path> of(String keyspace, String function) {
    try {
      String prefix = "C" + encoded(keyspace + "." + function) + "_";
      return files(DIRECTORY.resolve("classes")).stream()
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .toList();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Cassandra's name for the class of a function: what no identifier contains in hexadecimal. */
  private static String encoded(String name) {
    StringBuilder text = new StringBuilder();
    for (int index = 0; index < name.length(); index++) {
      char c = name.charAt(index);
      text.append(Character.isJavaIdentifierPart(c) ? String.valueOf(c) : Integer.toHexString(c));
    }
    return text.toString();
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }

  private static Path agent(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(new Attributes.Name("Premain-Class"), BodyRecorder.class.getName());
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream archive = new JarOutputStream(file, manifest)) {
      for (String suffix : List.of("", "$1")) {
        String entry = BodyRecorder.class.getName().replace('.', '/') + suffix + ".class";
        archive.putNextEntry(new ZipEntry(entry));
        try (InputStream bytes = BodyRecorder.class.getResourceAsStream("/" + entry)) {
          bytes.transferTo(archive);
        }
      }
    }
    return jar;
  }
}
