/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.live.InstalledPack;
import org.cassandrastats.live.Lane;
import org.cassandrastats.live.LiveNodeExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every {@code cql} block of the documentation, run by the real cqlsh against the installed pack,
 * prints what the {@code output} block behind it shows, in every lane that the page does not
 * exclude: no query changes between lanes. So do commands and Java on pages that name these. With
 * {@code -Ddocs.update} the pages are written anew. Whatever keyspaces appear meanwhile are those
 * of the page, so nothing else may run.
 */
@Isolated
@ExtendWith(LiveNodeExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DocsIT {
  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final String UPDATE = "docs.update";

  private final InstalledPack pack;

  DocsIT(InstalledPack pack) {
    this.pack = pack;
  }

  static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(Path.of("README.md")));
    try (Stream<Path> files = Files.walk(PROJECT.resolve("docs"))) {
      files
          .filter(file -> file.toString().endsWith(".md"))
          .map(PROJECT::relativize)
          .sorted()
          .forEach(pages::add);
    }
    return pages;
  }

  static List<Path> pagesOfTheLane() throws IOException {
    return pages().stream()
        .filter(file -> MarkdownPage.read(PROJECT.resolve(file)).lanes().contains(Lane.current()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("pagesOfTheLane")
  void should_print_what_the_page_shows(Path file) throws IOException {
    Set<String> before = keyspaces();
    try {
      MarkdownPage page = MarkdownPage.read(PROJECT.resolve(file));
      PageRun run = PageRun.of(page, PROJECT, pack.db().node());
      List<String> differences = run.differences();
      if (!differences.isEmpty()) {
        if (System.getProperty(UPDATE) != null) {
          Files.write(PROJECT.resolve(file), run.lines());
          run.writePictures();
        }
        fail("%s", advice() + "\n" + String.join("\n", differences));
      }
    } finally {
      for (String made : keyspaces()) {
        if (!before.contains(made)) {
          pack.db().run("DROP KEYSPACE \"" + made + "\"");
        }
      }
    }
  }

  @Test
  void should_have_blocks_to_run() throws IOException {
    assertThat(pages().stream().map(PROJECT::resolve).map(MarkdownPage::read))
        .flatExtracting(MarkdownPage::blocks)
        .filteredOn(block -> block.output() != null)
        .isNotEmpty();
  }

  private static String advice() {
    return System.getProperty(UPDATE) == null
        ? "The page shows (-) something else than is printed (+). If that is right, run this test"
            + " with -D"
            + UPDATE
            + " to write it into the page."
        : "The page was written anew: look at the difference, commit it, and build again.";
  }

  private Set<String> keyspaces() {
    return pack.db().rows("SELECT keyspace_name FROM system_schema.keyspaces").stream()
        .map((Row row) -> row.getString(0))
        .collect(Collectors.toSet());
  }
}
