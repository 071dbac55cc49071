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
import org.cassandrastats.bench.measure.ScratchProcess;
import org.cassandrastats.bench.nodes.NodeManagement;
import org.cassandrastats.cli.console.UserError;

/**
 * Fills a table of forked nodes with SSTables that are written outside of them and imported, which
 * takes a fraction of the time of writes by a driver. Every node gets all rows. Where the nodes
 * have settings that their own files are to have, such as a compression, have them compact.
 */
public final class BulkLoad implements AutoCloseable {
  private static final int BUFFER = 1 << 20;

  private final List<NodeManagement> nodes;
  private final String table;
  private final ScratchProcess process;
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
      process =
          new ScratchProcess(
              "bulk load",
              directory ->
                  nodes
                      .get(0)
                      .node()
                      .program(
                          classes(),
                          List.of(
                              "-Xmx3g",
                              SstableProcess.class.getName(),
                              Files.createDirectories(sstables(directory, table)).toString(),
                              "CREATE TABLE %s (%s)".formatted(table, columns),
                              insert(table, inserted),
                              Integer.toString(inserted.size())))
                      .redirectOutput(ScratchProcess.log(directory)));
      rows =
          new DataOutputStream(
              new BufferedOutputStream(process.process().getOutputStream(), BUFFER));
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
  private static Path sstables(Path directory, String table) {
    return directory.resolve(table.replace('.', '/'));
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
      if (process.process().waitFor() != 0) {
        throw failed(null);
      }
    } catch (IOException ended) {
      throw failed(ended);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while SSTables were written", interrupted);
    }
    Path sstables = sstables(process.directory(), table);
    nodes.forEach(node -> node.importTable(table, sstables, nodes.size() > 1));
  }

  private UserError failed(Exception cause) {
    return new UserError(
        "Rows of %s could not be written:%n%s".formatted(table, process.logTail()), cause);
  }

  /** Ends the process and removes its files. */
  @Override
  public void close() {
    process.close();
  }
}
