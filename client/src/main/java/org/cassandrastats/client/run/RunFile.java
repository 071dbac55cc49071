/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.cassandrastats.client.StatsException;

/**
 * A file of finished ranges and the answers to them, a line for each. A line counts when its end is
 * there, so that a process may be killed at any time.
 */
final class RunFile implements AutoCloseable {
  private static final String TITLE = "cassandra-stats query 1 ";

  private final Path path;
  private final FileChannel channel;
  private final List<String> lines;

  private RunFile(Path path, FileChannel channel, List<String> lines) {
    this.path = path;
    this.channel = channel;
    this.lines = List.copyOf(lines);
  }

  /**
   * Opens a file, or makes it.
   *
   * @param path of the file
   * @param fingerprint of the query: a file of another one is refused
   */
  static RunFile open(Path path, String fingerprint) {
    FileChannel channel = null;
    boolean complete = false;
    try {
      channel =
          FileChannel.open(
              path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      lock(path, channel);
      List<String> lines = completeLines(path, channel, TITLE + fingerprint);
      complete = true;
      return new RunFile(path, channel, lines);
    } catch (IOException failed) {
      throw new StatsException("The file %s cannot be used: %s.".formatted(path, failed), failed);
    } finally {
      if (!complete && channel != null) {
        close(channel);
      }
    }
  }

  private static void lock(Path path, FileChannel channel) throws IOException {
    FileLock lock = null;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException ownProcess) {
      // The same as a lock of another process.
    }
    if (lock == null) {
      throw new StatsException("The file " + path + " is in use by a run that goes on.");
    }
  }

  private static List<String> completeLines(Path path, FileChannel channel, String title)
      throws IOException {
    String text = Files.readString(path, StandardCharsets.US_ASCII);
    String first = title + "\n";
    if (first.startsWith(text)) {
      // New, or its maker was killed at once.
      channel.truncate(0);
      append(channel, title);
      return List.of();
    }
    if (!text.startsWith(first)) {
      // Nothing of a file of somebody else is changed.
      throw new StatsException(
          "The file %s is not of this query and table: expected one that this very query has left, or a name that is free."
              .formatted(path));
    }
    int end = text.lastIndexOf('\n') + 1;
    channel.truncate(end);
    channel.position(end);
    return text.substring(first.length(), end).lines().toList();
  }

  /** What was written before. */
  List<String> lines() {
    return lines;
  }

  /** Writes a line. */
  void append(String line) {
    try {
      append(channel, line);
    } catch (IOException failed) {
      throw new StatsException(
          "The file %s cannot be written: %s.".formatted(path, failed), failed);
    }
  }

  private static void append(FileChannel channel, String line) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.US_ASCII));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Removes the file: there is nothing to go on with. */
  void remove() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException failed) {
      throw new StatsException(
          "The file %s cannot be removed: %s.".formatted(path, failed), failed);
    }
  }

  @Override
  public void close() {
    close(channel);
  }

  private static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException failed) {
      throw new StatsException("A file of finished ranges cannot be closed: " + failed, failed);
    }
  }
}
