/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.localcluster.node.NodeSettings;

/**
 * Writes the SSTables that the server jar reads in both ways before it reads any other by a cursor:
 * the same rows in each format that it knows, with every kind of row, cell and deletion. Run by
 * hand, with the file to be written, {@code
 * server/src/main/resources/org/cassandrastats/server/batch/samples.zip}.
 */
final class FormatSamples {
  private static final Map<String, Object> NB = Map.of("storage_compatibility_mode", "CASSANDRA_4");
  private static final Map<String, Object> OA = Map.of("storage_compatibility_mode", "NONE");
  private static final Map<String, Object> DA =
      Map.of("storage_compatibility_mode", "NONE", "sstable", Map.of("selected_format", "bti"));

  /** Longer than the time to live of what has expired when samples are read. */
  private static final long LATER_SECONDS = 100_000;

  private static final String TABLE =
      "CREATE TABLE samples.samples (p int, c int, e text, t tinyint, s smallint, i int, l bigint,"
          + " d double, x text, u uuid, m int static, n text static, PRIMARY KEY (p, c, e))"
          + " WITH CLUSTERING ORDER BY (c ASC, e DESC)";

  /** Of partitions 1 to 3; the last one has none. */
  private static final List<String> STATICS =
      List.of(
          "UPDATE samples.samples USING TIMESTAMP 1000 SET m = 7, n = 'static' WHERE p = 1",
          "UPDATE samples.samples USING TIMESTAMP 1000 AND TTL 50 SET m = 8, n = null WHERE p = 2",
          "UPDATE samples.samples USING TIMESTAMP 400 AND TTL 300000000 SET n = '' WHERE p = 3");

  private FormatSamples() {}

  public static void main(String[] arguments) throws IOException {
    long now = Instant.now().getEpochSecond() + LATER_SECONDS;
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(Path.of(arguments[0])))) {
      zip.putNextEntry(new ZipEntry("now"));
      zip.write(Long.toString(now).getBytes(StandardCharsets.UTF_8));
      zip.putNextEntry(new ZipEntry("table.cql"));
      zip.write(TABLE.getBytes(StandardCharsets.UTF_8));
      for (Map<String, Object> yaml : List.of(NB, OA, DA)) {
        NodeSettings.Builder settings = NodeSettings.builder().udfsEnabled(false);
        yaml.forEach(settings::yaml);
        try (LiveNode node = LiveNode.start(settings.build())) {
          write(node.session());
          new NodeJmx(node.node()).flush("samples");
          add(zip, node);
        }
      }
    }
  }

  private static void write(CqlSession session) {
    session.execute(
        "CREATE KEYSPACE samples WITH replication ="
            + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session.execute(TABLE);
    for (int p = 1; p <= 4; p++) {
      for (String statement : statements(p)) {
        session.execute(statement);
      }
    }
  }

  /** In one memtable, so that an SSTable has what was deleted only where it was written later. */
  private static List<String> statements(int p) {
    Stream.Builder<String> all = Stream.builder();
    if (p <= STATICS.size()) {
      all.add(STATICS.get(p - 1));
    }
    if (p == 2) {
      all.add("DELETE FROM samples.samples USING TIMESTAMP 500 WHERE p = 2");
    }
    String insert =
        "INSERT INTO samples.samples (p, c, e, t, s, i, l, d, x, u) VALUES ("
            + p
            + ", %d, '%s', %s, 01234567-89ab-4cde-8f01-23456789abcd)";
    String some = "%d, %d, %d, %d, %d.5, '%s'";
    for (int c = 0; c < 12; c++) {
      String values =
          some.formatted(c, -c, c * 1000, -c * 1_000_000_000_000L, c, "x".repeat(c * 20));
      String use = " USING TIMESTAMP " + (1000 + c);
      all.add(insert.formatted(c, "b", values) + use);
      all.add(
          insert.formatted(c, "a", values) + use + " AND TTL " + (c % 2 == 0 ? 50 : 300_000_000));
    }
    String update =
        "UPDATE samples.samples USING TIMESTAMP %d%s SET %s WHERE p = "
            + p
            + " AND c = %d AND e = '%s'";
    // Cells of other times than their row, and rows that are their cells only.
    all.add(update.formatted(2000, "", "d = 1.25, i = 7", 0, "b"));
    all.add(update.formatted(2001, " AND TTL 50", "l = 8", 1, "b"));
    all.add(update.formatted(2002, " AND TTL 300000000", "l = 9", 1, "a"));
    all.add(update.formatted(2003, "", "t = 1", 20, "u"));
    all.add(update.formatted(2004, " AND TTL 300000000", "s = 2, d = -0.0", 21, "u"));
    all.add(update.formatted(2005, " AND TTL 50", "s = 2", 22, "u"));
    all.add(update.formatted(2006, "", "t = null, x = null, d = NaN, u = null", 3, "b"));
    all.add(update.formatted(2007, "", "x = ''", 4, "b"));
    // Deleted rows, and those with later cells.
    String delete = "DELETE FROM samples.samples USING TIMESTAMP %d WHERE p = " + p + " AND %s";
    all.add(delete.formatted(3000, "c = 5 AND e = 'a'"));
    all.add(delete.formatted(3001, "c = 6 AND e = 'b'"));
    all.add(update.formatted(3002, "", "i = 66", 6, "b"));
    all.add(
        insert.formatted(6, "b", some.formatted(6, 6, 6, 6, 6, "again")) + " USING TIMESTAMP 3003");
    // Ranges with every kind of bound, that touch, and with rows of before and after within.
    all.add(delete.formatted(4000, "c > 8 AND c < 10"));
    all.add(delete.formatted(4001, "c >= 10 AND c <= 11"));
    all.add(delete.formatted(4002, "c = 7"));
    all.add(delete.formatted(4003, "c = 4 AND e > 'a'"));
    all.add(delete.formatted(4004, "c = 3 AND e <= 'a'"));
    all.add(
        insert.formatted(9, "c", some.formatted(9, 9, 9, 9, 9, "within"))
            + " USING TIMESTAMP 5000");
    all.add(
        insert.formatted(10, "c", some.formatted(1, 1, 1, 1, 1, "within"))
            + " USING TIMESTAMP 5001");
    if (p == 3) {
      // One value column of nine, nulls, and so many rows that the partition has a row index.
      for (int c = 100; c < 400; c++) {
        all.add(
            "INSERT INTO samples.samples (p, c, e, l, x) VALUES (3, %d, 'z', %d, '%s')"
                .formatted(c, c, Integer.toHexString(c).repeat(120)));
      }
    }
    return all.build().toList();
  }

  private static void add(ZipOutputStream zip, LiveNode node) throws IOException {
    try (Stream<Path> files = Files.walk(node.node().data())) {
      for (Path file : (Iterable<Path>) files.sorted()::iterator) {
        String name = file.getFileName().toString();
        if (file.toString().contains("/samples/samples-")
            && Files.isRegularFile(file)
            && name.matches("(nb|oa|da)-.*")) {
          zip.putNextEntry(new ZipEntry("samples/" + file.getParent().getFileName() + "/" + name));
          Files.copy(file, zip);
        }
      }
    }
  }
}
