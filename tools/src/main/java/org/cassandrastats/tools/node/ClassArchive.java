/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.tools.node;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The classes of Cassandra as a JVM has them in memory, in a file that later nodes map into theirs
 * (class-data sharing): a start then takes a quarter less of processor time. The first node that
 * starts with certain jars writes it. Where that is not possible, nodes start without.
 */
final class ClassArchive {
  // Every node has jamm as an agent; without these no archive is written then, or read.
  private static final List<String> DESPITE_AN_AGENT =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+AllowArchivingWithJavaAgent");
  private static final int FIRST_JAVA = 17;
  private static final int LIMIT_SECONDS = 60;

  private final Path file;
  private final Path jcmd;
  private final boolean possible;

  /**
   * The archive for a class path and a Java.
   *
   * @param directory of all archives, made when needed
   */
  ClassArchive(Path directory, CassandraVersion version, Path javaHome, List<Path> classPath) {
    jcmd = javaHome.resolve("bin").resolve("jcmd");
    possible = version.javaVersion() >= FIRST_JAVA && Files.isExecutable(jcmd);
    file = directory.resolve("cassandra-%s-%s.jsa".formatted(version, key(javaHome, classPath)));
  }

  /** Arguments of a node's JVM: to use the archive, or to be able to write it. */
  List<String> arguments() {
    if (!possible) {
      return List.of();
    }
    String last =
        Files.exists(file) ? "-XX:SharedArchiveFile=" + file : "-XX:+RecordDynamicDumpInfo";
    return List.of(DESPITE_AN_AGENT.get(0), DESPITE_AN_AGENT.get(1), last);
  }

  /** Lets a node that runs with these {@link #arguments} write the archive if there is none. */
  void write(Process node) throws InterruptedException {
    if (!possible || Files.exists(file)) {
      return;
    }
    Path unfinished = file.resolveSibling(UUID.randomUUID() + ".jsa");
    try {
      Process dump =
          new ProcessBuilder(
                  jcmd.toString(),
                  Long.toString(node.pid()),
                  "VM.cds",
                  "dynamic_dump",
                  unfinished.toString())
              .redirectErrorStream(true)
              .redirectOutput(new File("/dev/null"))
              .start();
      if (!dump.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        dump.destroyForcibly();
      }
      if (Files.exists(unfinished)) {
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException notWritten) {
      // The next node tries again; this one runs.
    }
  }

  /** A JVM refuses an archive of other jars, or of another Java. */
  private static String key(Path javaHome, List<Path> classPath) {
    StringBuilder text = new StringBuilder(javaHome.toString());
    for (Path jar : classPath) {
      text.append(File.pathSeparator).append(jar).append(' ').append(jar.toFile().lastModified());
    }
    return UUID.nameUUIDFromBytes(text.toString().getBytes(StandardCharsets.UTF_8)).toString();
  }
}
