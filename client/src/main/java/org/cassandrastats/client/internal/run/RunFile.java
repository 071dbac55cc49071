/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.run;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.cassandrastats.client.api.StatsException;

/**
 * A file of finished ranges and the answers to them, a line for each. A line counts when its end is
 * there, so that a process may be killed at any time; a checksum before it tells what was damaged
 * since. The file is read line by line, and written anew when most of its lines could be one:
 * neither memory nor the disk has to hold a state for each request.
 */
final class RunFile implements AutoCloseable {
  private static final String TITLE = "cassandra-stats query 2 ";
  private static final int CHECKSUM_LENGTH = 9;
  private static final long LEAST_GROWTH = 1 << 20;
  private static final int LARGEST_GROWTH = 4;

  private final Path path;
  private final String title;
  private FileChannel channel;
  private long compactSize;

  private RunFile(Path path, String title, FileChannel channel) {
    this.path = path;
    this.title = title;
    this.channel = channel;
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
      RunFile file = new RunFile(path, TITLE + fingerprint + "\n", channel);
      file.begin();
      complete = true;
      return file;
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

  /** Checks what is there, and ends it behind its last whole line. */
  private void begin() throws IOException {
    byte[] first = read().readNBytes(title.length());
    String found = new String(first, StandardCharsets.US_ASCII);
    if (!title.startsWith(found)) {
      // Nothing of a file of somebody else is changed.
      throw new StatsException(
          "The file %s is not of this query and table: expected one that this very query has left, or a name that is free."
              .formatted(path));
    }
    if (found.length() < title.length()) {
      // New, or its maker was killed at once.
      channel.truncate(0);
      write(channel, title);
      return;
    }
    channel.truncate(wholeLines(line -> {}));
  }

  /**
   * The file from its beginning, by the channel that holds the lock: closing another one would give
   * up the lock, which is that of the process.
   */
  private InputStream read() throws IOException {
    channel.position(0);
    return new BufferedInputStream(Channels.newInputStream(channel));
  }

  /**
   * Reads what was written before, line by line.
   *
   * @throws StatsException if a line is not what was written
   */
  void forEach(Consumer<String> reader) {
    try {
      wholeLines(reader);
    } catch (IOException failed) {
      throw new StatsException("The file %s cannot be read: %s.".formatted(path, failed), failed);
    }
  }

  /**
   * Reads the file to its end, line by line.
   *
   * @return where the last line that has an end does
   */
  private long wholeLines(Consumer<String> reader) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(read(), StandardCharsets.US_ASCII));
    long size = channel.size();
    long end = title.length();
    int number = 1;
    lines.readLine();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (end + line.length() == size) {
        return end;
      }
      number++;
      end += line.length() + 1;
      String content = line.substring(Math.min(line.length(), CHECKSUM_LENGTH));
      if (!line.equals(checked(content))) {
        throw new StatsException(
            "The file %s is damaged in line %d: remove it, and the run begins anew."
                .formatted(path, number));
      }
      reader.accept(content);
    }
    return end;
  }

  private static String checked(String line) {
    CRC32C checksum = new CRC32C();
    checksum.update(line.getBytes(StandardCharsets.US_ASCII));
    return "%08x %s".formatted(checksum.getValue(), line);
  }

  /** Writes a line. */
  void append(String line) {
    try {
      write(channel, checked(line) + "\n");
    } catch (IOException failed) {
      throw unwritable(failed);
    }
  }

  /** Whether the file has grown so much that it should be written anew, if it can be shorter. */
  boolean hasGrown() {
    try {
      return channel.size() > LEAST_GROWTH + LARGEST_GROWTH * compactSize;
    } catch (IOException failed) {
      throw unwritable(failed);
    }
  }

  /**
   * Puts lines in the place of all that were written: at any time the old ones or the new ones are
   * there.
   */
  void replace(Iterable<String> lines) {
    Path next = path.resolveSibling(path.getFileName() + ".new");
    FileChannel written = null;
    boolean complete = false;
    try {
      written =
          FileChannel.open(
              next,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      lock(next, written);
      write(written, title);
      for (String line : lines) {
        write(written, checked(line) + "\n");
      }
      compactSize = written.size();
      Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      FileChannel old = channel;
      channel = written;
      complete = true;
      close(old);
    } catch (IOException failed) {
      throw unwritable(failed);
    } finally {
      if (!complete && written != null) {
        close(written);
      }
    }
  }

  private StatsException unwritable(IOException failed) {
    return new StatsException("The file %s cannot be written: %s.".formatted(path, failed), failed);
  }

  private static void write(FileChannel channel, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
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
