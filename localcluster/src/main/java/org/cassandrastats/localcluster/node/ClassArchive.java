/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

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

  private static final int FIRST_LINES = 10;
  private static final String REFUSED = "Unable to use shared archive";

  /** Archives of a version that stay: with the server jar of a few checkouts, and without. */
  private static final int KEPT = 4;

  private final String prefix;
  private final Path file;
  private final Path jcmd;
  private final boolean possible;

  /**
   * The archive for a class path and a Java.
   *
   * @param directory of all archives, made when needed
   * @param classPath all of it: a JVM uses an archive with no less than it was written with
   * @param jvmArguments of the node: an agent may rewrite classes, which other nodes are not to
   *     take
   */
  ClassArchive(
      Path directory,
      CassandraVersion version,
      JavaHome java,
      List<Path> classPath,
      List<String> jvmArguments) {
    jcmd = java.directory().resolve("bin").resolve("jcmd");
    possible =
        java.feature() >= FIRST_JAVA
            && Files.isExecutable(jcmd)
            && jvmArguments.stream().noneMatch(argument -> argument.startsWith("-javaagent:"));
    prefix = "cassandra-%s-".formatted(version);
    file = directory.resolve(prefix + key(java.directory(), classPath) + ".jsa");
  }

  /** Arguments of a node's JVM: to use the archive, or to be able to write it. */
  List<String> arguments() {
    if (!possible) {
      return List.of();
    }
    List<String> arguments = new ArrayList<>(DESPITE_AN_AGENT);
    if (Files.exists(file)) {
      // A JVM crashes on an archive that was damaged, unless it looks at all of it first.
      arguments.add("-XX:+VerifySharedSpaces");
      arguments.add("-XX:SharedArchiveFile=" + file);
    } else {
      arguments.add("-XX:+RecordDynamicDumpInfo");
    }
    return arguments;
  }

  /**
   * Lets a node that runs with these {@link #arguments} write the archive if there is none. One
   * that the node could not use is removed, so that the next node writes it anew.
   *
   * @param log of the node
   */
  void write(Process node, Path log) throws InterruptedException {
    if (!possible) {
      return;
    }
    Path unfinished = file.resolveSibling(UUID.randomUUID() + ".jsa");
    try {
      if (Files.exists(file)) {
        if (isRefused(log)) {
          Files.delete(file);
        }
        return;
      }
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
        // Every build of the server jar needs an archive of its own.
        NewestFiles.keep(KEPT, file.getParent(), prefix, ".jsa");
      }
    } catch (IOException notWritten) {
      // The next node tries again; this one runs.
    }
  }

  /** The JVM says so in its first lines. */
  private static boolean isRefused(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return lines.limit(FIRST_LINES).anyMatch(line -> line.contains(REFUSED));
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
