/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Phrases that readers stumble over, for which the field has a term. */
final class WordsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern BANNED =
      Pattern.compile(
          "\\b(as ever|for ever|lets? go|(is|was) told to|(does|do) not go with|stands against"
              + "|passes over null|nobody foresaw|integrity word|not to be had)\\b");

  private static Stream<Path> files() throws IOException {
    List<Path> all = new ArrayList<>(List.of(ROOT.resolve("README.md")));
    for (Path folder : List.of(ROOT.resolve("docs"), ROOT)) {
      try (Stream<Path> found = Files.walk(folder)) {
        found.filter(each -> folder.equals(ROOT) ? isMain(each) : isGuide(each)).forEach(all::add);
      }
    }
    return all.stream();
  }

  private static boolean isGuide(Path file) {
    return file.toString().endsWith(".md") && !file.toString().contains("measurements");
  }

  private static boolean isMain(Path file) {
    String path = file.toString().replace('\\', '/');
    return path.endsWith(".java") && path.contains("/src/main/");
  }

  @Test
  void should_use_the_terms_of_the_field() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files().toList()) {
      String text = Files.readString(file).replaceAll("\\s+(\\* |// )?", " ");
      BANNED
          .matcher(text)
          .results()
          .map(match -> ROOT.relativize(file) + ": " + match.group())
          .forEach(found::add);
    }

    assertThat(found).isEmpty();
  }
}
