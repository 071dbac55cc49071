/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.connection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The archive of classes that the start script has this JVM write when it ends, for the calls after
 * it. Only that of a call which has connected and succeeded holds the classes that others need: a
 * file beside it says so.
 */
public final class ArchiveMark {
  private static final String PROPERTY = "cassandra-stats.archive";

  private ArchiveMark() {}

  /** Notes that this call has connected. */
  static void connected() {
    mark()
        .ifPresent(
            mark -> {
              try {
                Files.createFile(mark);
              } catch (IOException missing) {
                // The next call writes an archive, too.
              }
            });
  }

  /**
   * Notes how this call ends.
   *
   * @param exitCode 0 if it has succeeded
   */
  public static void ended(int exitCode) {
    mark()
        .filter(mark -> exitCode != 0)
        .ifPresent(
            mark -> {
              try {
                Files.deleteIfExists(mark);
              } catch (IOException kept) {
                // The archive is smaller than it could be, and right.
              }
            });
  }

  private static Optional<Path> mark() {
    return Optional.ofNullable(System.getProperty(PROPERTY))
        .map(archive -> Path.of(archive + ".connected"));
  }
}
