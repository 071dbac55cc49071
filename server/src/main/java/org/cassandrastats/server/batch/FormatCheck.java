/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.batch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.cassandra.cql3.statements.schema.CreateTableStatement;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.schema.TableMetadataRef;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.cassandrastats.server.cursor.AskedColumns;
import org.cassandrastats.server.cursor.CursorReads;

/**
 * Reads SSTables that come with the jar, one of each format, with rows and deletions of every kind,
 * by a cursor and in Cassandra's way. Nothing of the node's own is read or written.
 */
final class FormatCheck {
  private static final String SAMPLES = "samples.zip";
  private static final String DATA = "-Data.db";

  /** The statement that creates the table of the samples. */
  private static final String TABLE = "table.cql";

  /** The second of the moment at which the samples are read: some values have expired then. */
  private static final String NOW = "now";

  private static final int PARTITIONS = 4;
  private static final int LEAST_ROWS = 40;

  private FormatCheck() {}

  /**
   * Reads them.
   *
   * @throws RuntimeException if the ways differ
   * @throws IOException if the samples cannot be unpacked into the directory of temporary files
   */
  static void run() throws IOException {
    Path directory = Files.createTempDirectory("cassandra-stats");
    try {
      List<Path> samples = unpack(directory);
      String table = Files.readString(directory.resolve(TABLE));
      long now = Long.parseLong(Files.readString(directory.resolve(NOW)).trim());
      for (Path sample : samples) {
        compare(sample, table, now);
      }
    } finally {
      delete(directory);
    }
  }

  /** Unpacks all, and returns the files with data. */
  private static List<Path> unpack(Path directory) throws IOException {
    List<Path> samples = new ArrayList<>();
    try (InputStream resource = FormatCheck.class.getResourceAsStream(SAMPLES);
        ZipInputStream zip = new ZipInputStream(resource)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = directory.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.copy(zip, file);
        if (entry.getName().endsWith(DATA)) {
          samples.add(file);
        }
      }
    }
    if (samples.isEmpty()) {
      throw new IOException("expected samples in " + SAMPLES);
    }
    return samples;
  }

  private static void compare(Path sample, String statement, long now) {
    TableMetadata table =
        CreateTableStatement.parse(statement, "samples")
            .partitioner(Murmur3Partitioner.instance)
            .build();
    Descriptor descriptor = Descriptor.fromFile(new File(sample));
    SSTableReader sstable =
        SSTableReader.open(
            null,
            descriptor,
            descriptor.discoverComponents(),
            TableMetadataRef.forOfflineTools(table),
            false,
            true);
    try {
      // As of tables, unless they say otherwise.
      sstable.setCrcCheckChance(1);
      compare(PartitionRangeReadCommand.allDataRead(table, now), sstable, LEAST_ROWS);
      for (int key = 1; key <= PARTITIONS; key++) {
        compare(
            SinglePartitionReadCommand.fullPartitionRead(table, now, ByteBufferUtil.bytes(key)),
            sstable,
            1);
      }
    } finally {
      sstable.selfRef().release();
    }
  }

  private static void compare(ReadCommand command, SSTableReader sstable, int least) {
    List<ColumnMetadata> columns = new ArrayList<>();
    for (ColumnMetadata column : command.metadata().regularColumns()) {
      if (AskedColumns.canHave(column)) {
        columns.add(column);
      }
    }
    int rows = 0;
    for (boolean countsRows : new boolean[] {false, true}) {
      rows = CursorReads.compare(command, AskedColumns.of(columns, countsRows), sstable);
    }
    if (rows < least) {
      throw new IllegalStateException("found " + rows + " rows in " + sstable.getFilename());
    }
  }

  private static void delete(Path directory) throws IOException {
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failed)
              throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
