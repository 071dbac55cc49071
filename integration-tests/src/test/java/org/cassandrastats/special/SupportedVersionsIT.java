/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.special;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.cassandrastats.live.LiveNode;
import org.cassandrastats.live.OtherJava;
import org.cassandrastats.localcluster.node.CassandraVersion;
import org.cassandrastats.localcluster.node.LocalNodeException;
import org.cassandrastats.localcluster.node.NodeSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The table of docs/versions.md is what nodes do: one of each version of Cassandra, on each Java,
 * in each lane. With {@code -Ddocs.update} the page is written anew.
 */
@Tag("own-node")
@Tag("extended")
class SupportedVersionsIT {
  private static final Path PAGE = Path.of("..", "docs", "versions.md");
  private static final String BEGIN = "<!-- by SupportedVersionsIT -->\n";
  private static final String END = "<!-- end -->\n";

  private final List<String> messages = new ArrayList<>();

  /** Where the functions of the pack are. */
  private enum Place {
    SCRIPTS("scripts"),
    JAR("server jar"),
    CLIENT("client");

    private final String label;

    Place(String label) {
      this.label = label;
    }
  }

  @Test
  void should_do_what_the_page_says() throws IOException {
    StringBuilder found =
        new StringBuilder(
            """
            | Cassandra | Java | functions in | functions | column types | `query` | `rollup` | `pack` |
            | --- | ---: | --- | --- | --- | --- | --- | --- |
            """);
    rows(found, "4.1.10", 11, 17);
    rows(found, "5.0.9", 11, 17, 21);
    rows(found, "6.0-alpha2", 11, 17, 21, 25);
    found.append('\n');
    for (int number = 1; number <= messages.size(); number++) {
      found.append("%d. %s%n".formatted(number, messages.get(number - 1)));
    }
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    if (System.getProperty("docs.update") != null) {
      Files.writeString(PAGE, page.substring(0, begin) + "\n" + found + "\n" + page.substring(end));
    }

    assertThat(page.substring(begin, end).strip()).isEqualTo(found.toString().strip());
  }

  private void rows(StringBuilder table, String version, int... javas) {
    for (int java : javas) {
      for (Place place : Place.values()) {
        String row =
            "| %s | %d | %s | %s |%n"
                .formatted(
                    version, java, place.label, String.join(" | ", outcomes(version, java, place)));
        System.out.print(row);
        table.append(row);
      }
    }
  }

  private List<String> outcomes(String version, int java, Place place) {
    NodeSettings.Builder settings =
        NodeSettings.builder()
            .version(CassandraVersion.parse(version))
            .javaHome(OtherJava.home(java))
            .udfsEnabled(place == Place.SCRIPTS)
            .serverJar(place == Place.JAR);
    try (LiveNode node =
        place == Place.SCRIPTS
            ? LiveNode.startWithPack(settings)
            : LiveNode.start(settings.build())) {
      VersionTrials trials = new VersionTrials(node, place == Place.CLIENT);
      return List.of(
          place == Place.CLIENT ? "not applicable" : outcome(trials::functions),
          place == Place.CLIENT ? "not applicable" : outcome(trials::columnTypes),
          outcome(trials::query),
          outcome(trials::rollup),
          outcome(trials::pack));
    } catch (LocalNodeException refused) {
      return Collections.nCopies(5, no(refused.getMessage()));
    }
  }

  private String outcome(Runnable trial) {
    try {
      trial.run();
      return "works";
    } catch (FailedTrial failed) {
      return no(failed.getMessage());
    }
  }

  /** Names the message by its number below the table. */
  private String no(String text) {
    String message = text.lines().findFirst().orElse("").replaceFirst("^\\S* holds ", "");
    if (!messages.contains(message)) {
      messages.add(message);
    }
    return "no (%d)".formatted(messages.indexOf(message) + 1);
  }
}
