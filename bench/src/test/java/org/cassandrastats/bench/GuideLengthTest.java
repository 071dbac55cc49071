/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The guides for users have a budget of words; reference, background and reports have none. */
final class GuideLengthTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final int MOST = 30_000;

  /** Headings of {@code docs/index.md}, whose tables link the guides. */
  private static final Set<String> GUIDES =
      Set.of("Start", "Run a cluster", "Ask", "Model and analyse");

  private static final Pattern PAGE = Pattern.compile("\\]\\(([a-z-]+\\.md)[)#]");
  private static final Pattern NOT_READ = Pattern.compile("(?ms)^ *```.*?^ *```\\s*?$|<!--.*?-->");

  @Test
  void should_keep_within_their_budget_of_words() throws IOException {
    Map<String, Integer> words = new TreeMap<>();
    int headings = 0;
    for (String section : Files.readString(DOCS.resolve("index.md")).split("(?m)^## ", -1)) {
      if (GUIDES.contains(section.lines().findFirst().orElse(""))) {
        headings++;
        for (String page : PAGE.matcher(section).results().map(GuideLengthTest::name).toList()) {
          words.put(page, words(Files.readString(DOCS.resolve(page))));
        }
      }
    }

    assertThat(headings).isEqualTo(GUIDES.size());
    assertThat(words.values().stream().mapToInt(Integer::intValue).sum())
        .as("words of the guides, without code: shorten some of %s", words)
        .isPositive()
        .isLessThanOrEqualTo(MOST);
  }

  private static String name(MatchResult link) {
    return link.group(1);
  }

  /** Those of prose and tables. */
  private static int words(String page) {
    return NOT_READ.matcher(page).replaceAll("").strip().split("\\s+").length;
  }
}
