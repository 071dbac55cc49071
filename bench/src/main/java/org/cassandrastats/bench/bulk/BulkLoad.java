/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.bulk;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.cassandrastats.bench.nodes.NodeManagement;
import org.cassandrastats.cli.console.UserError;
import org.cassandrastats.localcluster.node.ChildProcess;
import org.cassandrastats.localcluster.node.FileTree;
import org.cassandrastats.localcluster.node.LogTail;

/**
 * Fills a table of forked nodes with SSTables that are written outside of them and imported, which
 * takes a fraction of the time of writes by a driver. Every node gets all rows. Where the nodes
 * have settings that their own files are to have, such as a compression, have them compact.
 */
public final class BulkLoad implements AutoCloseable {
  private static final int BUFFER = 1 << 20;
  private static final int LINES_OF_LOG = 30;

  private final List<NodeManagement> nodes;
  private final String table;
  private final Path directory;
  private final ChildProcess child;
  private final Process process;
  private final DataOutputStream rows;

  /**
   * Begins.
   *
   * @param table its full name; it is there already
   * @param columns with their types, and the primary key
   * @param inserted the names of the columns that rows have values of
   */
  public BulkLoad(List<NodeManagement> nodes, String table, String columns, List<String> inserted) {
    this.nodes = List.copyOf(nodes);
    this.table = table;
    try {
      directory = Files.createTempDirectory("cassandra-stats-bulk");
      child = new ChildProcess("bulk load", this::removeDirectory);
      Files.createDirectories(sstables());
      process =
          child.start(
              nodes
                  .get(0)
                  .node()
                  .program(
                      classes(),
                      List.of(
                          "-Xmx3g",
                          SstableProcess.class.getName(),
                          sstables().toString(),
                          "CREATE TABLE %s (%s)".formatted(table, columns),
                          insert(table, inserted),
                          Integer.toString(inserted.size())))
                  .redirectErrorStream(true)
                  .redirectOutput(log().toFile()));
      rows = new DataOutputStream(new BufferedOutputStream(process.getOutputStream(), BUFFER));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** An insert of values of columns. */
  public static String insert(String table, List<String> columns) {
    return "INSERT INTO %s (%s) VALUES (?%s)"
        .formatted(table, String.join(", ", columns), ", ?".repeat(columns.size() - 1));
  }

  /** Cassandra takes the names of a keyspace and of a table for those of the directories. */
  private Path sstables() {
    return directory.resolve(table.replace('.', '/'));
  }

  private Path log() {
    return directory.resolve("log");
  }

  private static Path classes() {
    try {
      return Path.of(
          SstableProcess.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Adds a row, in any order.
   *
   * @param values of the columns: Integer, Long, Double, String, ByteBuffer or null
   */
  public void add(Object... values) {
    try {
      rows.writeByte(1);
      for (Object value : values) {
        write(value);
      }
    } catch (IOException ended) {
      throw failed(ended);
    }
  }

  private void write(Object value) throws IOException {
    if (value == null) {
      rows.writeInt(-1);
    } else if (value instanceof Integer number) {
      rows.writeInt(Integer.BYTES);
      rows.writeInt(number);
    } else if (value instanceof Long number) {
      rows.writeInt(Long.BYTES);
      rows.writeLong(number);
    } else if (value instanceof Double number) {
      rows.writeInt(Double.BYTES);
      rows.writeDouble(number);
    } else if (value instanceof String text) {
      write(text.getBytes(StandardCharsets.UTF_8));
    } else if (value instanceof ByteBuffer blob) {
      byte[] bytes = new byte[blob.remaining()];
      blob.duplicate().get(bytes);
      write(bytes);
    } else {
      throw new IllegalArgumentException("no value of a column: " + value);
    }
  }

  private void write(byte[] bytes) throws IOException {
    rows.writeInt(bytes.length);
    rows.write(bytes);
  }

  /**
   * Waits until all rows are written, and has the nodes import them.
   *
   * @throws UserError if they cannot be written or imported
   */
  public void finish() {
    try {
      rows.writeByte(0);
      rows.close();
      if (process.waitFor() != 0) {
        throw failed(null);
      }
    } catch (IOException ended) {
      throw failed(ended);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while SSTables were written", interrupted);
    }
    nodes.forEach(node -> node.importTable(table, sstables(), nodes.size() > 1));
  }

  private UserError failed(Exception cause) {
    return new UserError(
        "Rows of %s could not be written:%n%s".formatted(table, LogTail.of(log(), LINES_OF_LOG)),
        cause);
  }

  private void removeDirectory() {
    try {
      FileTree.remove(directory);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Ends the process and removes its files. */
  @Override
  public void close() {
    child.kill();
  }
}
