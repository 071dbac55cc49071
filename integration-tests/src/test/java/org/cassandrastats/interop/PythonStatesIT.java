/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A live node and the Python package read, merge and ask each other's states, in blob columns and
 * in columns of the state types.
 */
@ExtendWith(LiveNodeExtension.class)
@Tag("python")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PythonStatesIT {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Pattern PROGRAM =
      Pattern.compile("```python\n(.*?)```\n```text\n(.*?)```", Pattern.DOTALL);
  private static final String[] HOURS = {
    "'2026-07-01 09:00Z', 4, 18.5, 19.25, 20",
    "'2026-07-01 10:00Z', 2, 21.5, 24",
    "'2026-07-01 13:00Z', 2, 29.5, 31",
    "'2026-07-02 09:00Z', 1, 16.25"
  };

  private final InstalledPack pack;
  private final InetSocketAddress address;

  PythonStatesIT(InstalledPack pack) {
    this.pack = pack;
    this.address = pack.db().node().node().address();
  }

  /** The rollup that the programs of the pages read. */
  @BeforeAll
  void fill() {
    pack.db()
        .run(
            "CREATE TABLE %s.reading_hourly (sensor text, bucket timestamp, rows bigint,"
                + " tdigest_value blob, PRIMARY KEY (sensor, bucket))");
    for (String hour : HOURS) {
      insert(hour.split(", ", -1));
    }
  }

  @Test
  void should_exchange_states_with_cassandra() throws IOException, URISyntaxException {
    Path program = Path.of(PythonStatesIT.class.getResource("/interop/states.py").toURI());

    PythonPackage.runWithSources(
        program,
        address.getHostString(),
        Integer.toString(address.getPort()),
        pack.db().keyspace());
  }

  @Test
  void should_draw_a_rollup_as_the_page_says(@TempDir Path directory) throws IOException {
    assertPrints("python.md", directory);

    assertThat(directory.resolve("roof.png")).isNotEmptyFile();
  }

  @Test
  void should_ask_states_in_duckdb_as_the_page_says(@TempDir Path directory) throws IOException {
    assertPrints("other-engines.md", directory);
  }

  /** Runs the program of a page, with the address and the keyspace of this test. */
  private void assertPrints(String name, Path directory) throws IOException {
    Matcher page = PROGRAM.matcher(Files.readString(DOCS.resolve(name)));
    assertThat(page.find()).as("a program and its output in %s", name).isTrue();
    Path program =
        Files.writeString(
            directory.resolve("program.py"),
            page.group(1)
                .replace("10.0.0.1", address.getHostString())
                .replace("9042", Integer.toString(address.getPort()))
                .replace("stats_example", pack.db().keyspace())
                .replace("roof.png", directory.resolve("roof.png").toString()));

    assertThat(PythonPackage.runWithSources(program)).isEqualTo(page.group(2));
  }

  /** A bucket of the time, the number of rows and the values of an hour. */
  private void insert(String[] hour) {
    String digest = "0x";
    for (int value = 2; value < hour.length; value++) {
      digest = "stats.tdigest_add(" + digest + ", " + hour[value] + ")";
    }
    pack.db()
        .run(
            "INSERT INTO %s.reading_hourly (sensor, bucket, rows, tdigest_value) VALUES ('roof', "
                + hour[0]
                + ", "
                + hour[1]
                + ", "
                + digest
                + ")");
  }
}
