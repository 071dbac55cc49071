/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.localcluster.node.ExitGuard;

/**
 * Keeps other processes from the runs of a study, by a file beside theirs, for as long as it is
 * open.
 */
final class StudyLock implements AutoCloseable {
  private final Path file;
  private final FileChannel channel;
  private final ExitGuard guard;

  private StudyLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
    this.guard = ExitGuard.register("release " + file, this::release);
  }

  /**
   * Takes it.
   *
   * @param runs the file of the runs
   * @throws UserError if another process has it
   */
  static StudyLock of(Path runs) throws IOException {
    Path file = Path.of(runs + ".lock");
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return new StudyLock(file, channel);
      }
    } catch (OverlappingFileLockException sameProgram) {
      // As if it were another one.
    }
    channel.close();
    throw new UserError(
        "The study of %s is being measured by another process: wait for its end, or give another --output."
            .formatted(runs));
  }

  private synchronized void release() {
    try {
      if (channel.isOpen()) {
        Files.deleteIfExists(file);
        channel.close();
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() {
    release();
    guard.release();
  }
}
