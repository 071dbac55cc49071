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
import org.cassandrastats.live.Effort;
import org.cassandrastats.live.NodeJmx;
import org.cassandrastats.live.Scratch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Damaged indexes of SSTables: they have no checksum. */
@Tag("own-node")
class CursorDamageIT extends OnCursorNode {
  private static final int PARTITIONS = 16;

  /** Behind which partition ranges begin, and with which they end, in the order of tokens. */
  private static final int[][] ASKED = {{1, 8}, {4, 5}, {8, 15}};

  /**
   * One bit of an index is not what it was: where Cassandra gives the right answer, cursors do,
   * too, and stay on; where it fails, they do not give another one. Each partition has a value of
   * its own, since Cassandra may take the rows of one for those of another.
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
      Path index = index(db.keyspace());
      byte[] good = Files.readAllBytes(index);
      cursors.set("CheckedEvery", 0);
      List<String> questions =
          Stream.of(ASKED)
              .map(
                  range ->
                      db.in(
                          "SELECT sum(v), count(v) FROM %s.t WHERE token(p) > "
                              + keys.get(range[0]).getLong(1)
                              + " AND token(p) <= "
                              + keys.get(range[1]).getLong(1)))
              .toList();
      List<String> right = answers(db, questions);
      int answered = 0;
      int same = 0;
      long pages = cursors.count("Pages");
      List<String> wrong = new ArrayList<>();
      // A third of them in each build.
      int step = Effort.times(1) == 1 ? 3 : 1;
      for (int bit = 0; bit < Byte.SIZE * good.length; bit += step) {
        overwrite(index, good, bit);
        cursors.set("Enabled", false);
        List<String> cassandra = answers(db, questions);
        cursors.set("Enabled", true);
        List<String> cursor = answers(db, questions);
        for (int asked = 0; asked < questions.size(); asked++) {
          boolean isRight = cassandra.get(asked).equals(right.get(asked));
          boolean isSame = cursor.get(asked).equals(right.get(asked));
          answered += isRight ? 1 : 0;
          same += isSame ? 1 : 0;
          boolean isTrusted = isRight || cassandra.get(asked).endsWith("Exception");
          if (isTrusted && !isSame && !cursor.get(asked).equals(cassandra.get(asked))) {
            wrong.add("bit " + bit + ": " + cursor.get(asked) + " for " + cassandra.get(asked));
          }
        }
        assertThat(cursors.get("Error")).as("bit %d", bit).isNull();
      }
      overwrite(index, good, -1);
      cursors.set("CheckedEvery", 1);

      System.out.printf(
          "%d bits damaged, %d questions: %d right answers of Cassandra, %d by cursors, %d pages%n",
          Byte.SIZE * good.length / step,
          questions.size(),
          answered,
          same,
          cursors.count("Pages") - pages);
      assertThat(wrong).isEmpty();
      assertThat(answered).isPositive();
      assertThat(cursors.count("Pages")).isGreaterThan(pages);
    }
  }

  private static List<String> answers(Scratch db, List<String> questions) {
    return questions.stream().map(question -> answer(db, question)).toList();
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
