/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.direct;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Damaged indexes of SSTables: they have no checksum. */
@Tag("own-node")
class CursorDamageIT extends OnCursorNode {
  private static final int PARTITIONS = 16;
  private static final int ASKED = 8;

  /**
   * One bit of an index is not what it was: where Cassandra gives the right answer, cursors do,
   * too, and stay on. Each partition has a value of its own, since Cassandra may take the rows of
   * one for those of another.
   */
  @Test
  void should_answer_as_cassandra_whatever_bit_of_an_index_is_damaged() throws IOException {
    try (Scratch db = node.scratch("cursor_index")) {
      db.run("CREATE TABLE %s.t (p int, c int, v double, PRIMARY KEY (p, c))");
      for (int p = 0; p < PARTITIONS; p++) {
        for (int c = 0; c < 5; c++) {
          db.run("INSERT INTO %s.t (p, c, v) VALUES (" + p + ", " + c + ", " + (1 << p) + ")");
        }
      }
      new NodeJmx(node.node()).flush(db.keyspace());
      List<Row> keys = db.rows("SELECT p, token(p) FROM %s.t PER PARTITION LIMIT 1");
      String question =
          db.in(
              "SELECT sum(v), count(v) FROM %s.t WHERE token(p) > "
                  + keys.get(1).getLong(1)
                  + " AND token(p) <= "
                  + keys.get(ASKED).getLong(1));
      Path index = index(db.keyspace());
      byte[] good = Files.readAllBytes(index);
      cursors.set("CheckedEvery", 0);
      String right = answer(db, question);
      int answered = 0;
      int same = 0;
      long pages = cursors.count("Pages");
      List<String> wrong = new ArrayList<>();
      for (int bit = 0; bit < Byte.SIZE * good.length; bit++) {
        overwrite(index, good, bit);
        cursors.set("Enabled", false);
        String cassandra = answer(db, question);
        cursors.set("Enabled", true);
        String cursor = answer(db, question);
        answered += cassandra.equals(right) ? 1 : 0;
        same += cursor.equals(right) ? 1 : 0;
        if (cassandra.equals(right) && !cursor.equals(right)) {
          wrong.add("bit " + bit + ": " + cursor);
        }
        assertThat(cursors.get("Error")).as("bit %d", bit).isNull();
      }
      overwrite(index, good, -1);
      cursors.set("CheckedEvery", 1);

      System.out.printf(
          "%d damaged bits: %d right answers of Cassandra, %d by cursors, which read %d pages%n",
          Byte.SIZE * good.length, answered, same, cursors.count("Pages") - pages);
      assertThat(wrong).isEmpty();
      assertThat(answered).isPositive();
      assertThat(cursors.count("Pages")).isGreaterThan(pages);
    }
  }

  private static String answer(Scratch db, String question) {
    try {
      return db.session().execute(question).all().stream()
          .map(row -> row.getDouble(0) + " of " + row.getLong(1))
          .toList()
          .toString();
    } catch (DriverException failed) {
      return failed.getClass().getSimpleName();
    }
  }

  private Path index(String keyspace) throws IOException {
    try (Stream<Path> all = Files.walk(node.node().directory())) {
      return all.filter(file -> file.toString().endsWith("-Index.db"))
          .filter(file -> file.getParent().getParent().endsWith(keyspace))
          .findFirst()
          .orElseThrow();
    }
  }

  /** In place, as a disk does it. */
  private static void overwrite(Path file, byte[] good, int bit) throws IOException {
    byte[] bytes = good.clone();
    if (bit >= 0) {
      bytes[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
    }
    try (SeekableByteChannel channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(bytes));
    }
  }
}
