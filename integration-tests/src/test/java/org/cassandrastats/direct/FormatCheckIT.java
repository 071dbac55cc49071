/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.cassandrastats.localcluster.node.ServerJar;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cursor reads stay off where the SSTables that come with the jar are not read as they were. */
@Tag(Lane.NATIVE_TAG)
class FormatCheckIT {
  private static final String SAMPLES = "org/cassandrastats/server/batch/samples.zip";

  @TempDir Path directory;

  @Test
  void should_read_no_sstable_by_a_cursor_where_a_sample_is_damaged() throws IOException {
    Path damaged = directory.resolve("damaged.jar");
    try (ZipFile jar = new ZipFile(ServerJar.path().toFile());
        ZipOutputStream copy = new ZipOutputStream(Files.newOutputStream(damaged))) {
      copy.putNextEntry(new ZipEntry(SAMPLES));
      copy.write(damaged(jar.getInputStream(jar.getEntry(SAMPLES))));
    }
    NodeSettings settings =
        NodeSettings.builder()
            .version(Lane.cassandra())
            .serverJar(true)
            .udfsEnabled(false)
            // Resources of the loader of the JVM come before those of the class path.
            .jvmArgument("-Xbootclasspath/a:" + damaged)
            .build();
    try (LiveNode node = LiveNode.start(settings);
        NodeBean cursors = new NodeBean(node.node(), "org.cassandrastats:type=CursorReads")) {
      cursors.set("Enabled", true);
      assertThat(sum(node.session())).isEqualTo(3);
      assertThat(cursors.get("Error")).asString().contains("CorruptSSTableException");
      assertThat(cursors.count("Pages")).isZero();

      cursors.set("Enabled", true);
      assertThat(cursors.get("Error")).asString().contains("CorruptSSTableException");
      assertThat(sum(node.session())).isEqualTo(3);
      assertThat(cursors.count("Pages")).isZero();
    }
  }

  private static byte[] damaged(InputStream samples) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipInputStream zip = new ZipInputStream(samples);
        ZipOutputStream copy = new ZipOutputStream(bytes)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        byte[] content = zip.readAllBytes();
        if (entry.getName().endsWith("-Data.db")) {
          content[content.length / 2] ^= 1;
        }
        copy.putNextEntry(new ZipEntry(entry.getName()));
        copy.write(content);
      }
    }
    return bytes.toByteArray();
  }

  private static int sum(CqlSession session) {
    session.execute(
        "CREATE KEYSPACE IF NOT EXISTS checked WITH replication ="
            + " {'class': 'SimpleStrategy', 'replication_factor': 1}");
    session.execute("CREATE TABLE IF NOT EXISTS checked.t (p int PRIMARY KEY, v int)");
    session.execute("INSERT INTO checked.t (p, v) VALUES (1, 3)");
    return session.execute("SELECT sum(v) FROM checked.t WHERE p = 1").one().getInt(0);
  }
}
