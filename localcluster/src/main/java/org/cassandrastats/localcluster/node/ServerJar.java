/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import java.util.zip.CRC32;

/**
 * The pack's jar for the {@code lib} directory of a node, and the flag that makes a node use it.
 */
public final class ServerJar {
  private static final String HANDLER = "org.cassandrastats.server.StatsQueryHandler";

  /** Tells a node to load the jar's query handler, which registers the functions. */
  public static final String FLAG = "-Dcassandra.custom_query_handler_class=" + HANDLER;

  /** Sets, with a name behind it, the keyspace of the jar's functions. It is stats otherwise. */
  public static final String KEYSPACE_FLAG = "-Dcassandra.stats.keyspace=";

  /** Has the jar read by cursors where it can; elsewhere the node warns that it has no effect. */
  public static final String CURSOR_READS_FLAG = "-Dcassandra.stats.cursor_reads=true";

  private static final String COPY = "cassandra-stats-server-";

  /** Copies that stay: nodes that run with an older one have it open. */
  private static final int KEPT = 8;

  private ServerJar() {}

  /** Whether the jar offers functions on such a node: on Cassandra 5.0 and 6.0. */
  public static boolean supports(CassandraVersion version) {
    return (version.major() == 5 || version.major() == 6) && version.minor() == 0;
  }

  /**
   * The jar that this program was built with.
   *
   * @throws LocalNodeException if it is not on the class path
   */
  public static Path path() {
    URL handler =
        ServerJar.class.getClassLoader().getResource(HANDLER.replace('.', '/') + ".class");
    if (handler == null) {
      throw new LocalNodeException(
          "The server jar is missing. Build it: ./mvnw -pl server -am package");
    }
    try {
      if (handler.openConnection() instanceof JarURLConnection jar) {
        return Path.of(jar.getJarFileURL().toURI());
      }
    } catch (IOException | URISyntaxException unreadable) {
      throw new LocalNodeException("The server jar cannot be located: " + unreadable, unreadable);
    }
    throw new LocalNodeException(
        "The server jar is not packaged: " + handler + ". Build it: ./mvnw -pl server -am package");
  }

  /**
   * A copy, named by its content: a build replaces the jar while a node loads classes from it.
   *
   * @param directory where all copies are
   * @throws LocalNodeException if the jar is not on the class path, or cannot be copied
   */
  static Path copy(Path directory) {
    Path jar = path();
    try {
      byte[] bytes = Files.readAllBytes(jar);
      CRC32 checksum = new CRC32();
      checksum.update(bytes);
      Path copy = directory.resolve("%s%08x.jar".formatted(COPY, checksum.getValue()));
      if (!Files.exists(copy)) {
        Files.createDirectories(directory);
        Path unfinished = directory.resolve(UUID.randomUUID() + ".jar");
        Files.write(unfinished, bytes);
        Files.move(unfinished, copy, StandardCopyOption.ATOMIC_MOVE);
        NewestFiles.keep(KEPT, directory, COPY, ".jar");
      }
      return copy;
    } catch (IOException failed) {
      throw new LocalNodeException(
          "The server jar %s cannot be copied to %s: %s".formatted(jar, directory, failed), failed);
    }
  }
}
