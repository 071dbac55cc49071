/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The files of {@code golden/} are what the functions answer. {@code -Dgolden.regenerate} writes
 * them anew; the difference then shows whose answers, or which bytes, have changed.
 */
class GoldenStatesTest {
  private static final Path FILES = Path.of("..", "golden");
  private static final String REGENERATE = "golden.regenerate";
  private static final int MOST_BYTES = 2_600_000;

  @Test
  void should_be_what_the_functions_answer() throws Throwable {
    Map<String, String> made = made();
    if (System.getProperty(REGENERATE) != null) {
      for (Map.Entry<String, String> file : made.entrySet()) {
        Files.writeString(FILES.resolve(file.getKey()), file.getValue());
      }
    }
    Map<String, String> committed = new TreeMap<>();
    try (Stream<Path> files = Files.list(FILES)) {
      for (Path file : files.filter(found -> found.toString().endsWith(".json")).toList()) {
        committed.put(file.getFileName().toString(), Files.readString(file));
      }
    }

    assertThat(committed.keySet()).isEqualTo(made.keySet());
    int bytes = 0;
    for (Map.Entry<String, String> file : made.entrySet()) {
      assertThat(committed.get(file.getKey()).lines().toList())
          .as("%s; -D%s writes it anew", file.getKey(), REGENERATE)
          .isEqualTo(file.getValue().lines().toList());
      bytes += file.getValue().length();
    }
    assertThat(bytes).isLessThan(MOST_BYTES);
  }

  private static Map<String, String> made() throws Throwable {
    Map<String, String> made = new TreeMap<>();
    Map<String, Object> rows = new LinkedHashMap<>();
    for (GoldenRows each : GoldenRows.all()) {
      rows.put(each.name(), each.columns());
    }
    made.put("rows.json", Json.text(rows));
    made.put("scalars.json", Json.text(GoldenScalars.document()));
    Map<String, List<GoldenState>> families =
        GoldenState.all().stream()
            .collect(
                Collectors.groupingBy(
                    GoldenState::family, TreeMap::new, Collectors.toCollection(ArrayList::new)));
    families.forEach(
        (family, states) ->
            made.put(family + ".json", Json.text(new GoldenFamily(family, states).document())));
    return made;
  }
}
