/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The guides quote committed results: each number of a section that refers to reports stands in one
 * of these, or rounds a number there. What has another origin, such as a setting or an earlier
 * study, is named in a comment of the section: {@code <!-- not from reports: 5, 41.6 -->}. Where a
 * report has a number for each lane, aggregate, level, page size or number of nodes, the sentence
 * says of which.
 */
final class GuideNumbersTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Path REPORTS = DOCS.resolve("measurements");
  private static final Pattern LINK = Pattern.compile("measurements/((?:[a-z]+/)?[a-z-]+)\\.md");
  private static final Pattern OTHERS = Pattern.compile("(?s)<!-- not from reports: (.*?)-->");

  private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");

  /** Between paragraphs, before items of a list and before rows of a table. */
  private static final String BORDER = "\\n\\s*\\n|\\n(?=- |\\|)";

  /** Of a sentence. */
  private static final String END = "(?<=\\.) (?=[A-Z`*])";

  private static final String NOT_WARM = "ot warm yet";

  /** A number that is no part of a name, a version or a date. */
  private static final Pattern NUMBER =
      Pattern.compile("(?<![\\w.,/-])\\d[\\d,]*(?:\\.\\d+)?(?!\\w|[.,]\\d|-\\d)");

  static Stream<Path> guides() {
    return Stream.of(
            "aggregation-guide",
            "modelling-guide",
            "query-runs",
            "plan-method",
            "server-jar",
            "direct-reads")
        .map(name -> DOCS.resolve(name + ".md"));
  }

  @ParameterizedTest
  @MethodSource("guides")
  void should_quote_numbers_of_committed_results(Path guide) throws IOException {
    List<String> foreign = new ArrayList<>();
    for (String section : Files.readString(guide).split("(?m)^(?=#+ )", -1)) {
      Set<String> reports = reports(section);
      if (!reports.isEmpty()) {
        Set<BigDecimal> known = known(section, reports);
        numbers(prose(section)).stream()
            .filter(number -> known.stream().noneMatch(other -> isQuoted(number, other)))
            .forEach(number -> foreign.add(number + " in \"" + section.lines().findFirst().get()));
      }
    }

    assertThat(foreign).as("numbers that no report has to which their section refers").isEmpty();
  }

  /**
   * Numbers with a fraction; whole ones are mostly sizes. What stands in rows of a report that
   * labels tell apart is quoted with the labels of one of them.
   */
  @ParameterizedTest
  @MethodSource("guides")
  void should_say_what_its_numbers_are_of(Path guide) throws IOException {
    List<String> unclear = new ArrayList<>();
    for (String section : Files.readString(guide).split("(?m)^(?=#+ )", -1)) {
      List<ReportRow> all = rows(reports(section));
      Set<BigDecimal> others = others(section);
      for (Statement statement : statements(section)) {
        List<ReportRow> named = rows(statement.reports());
        for (BigDecimal number : numbers(prose(statement.text()))) {
          List<ReportRow> near = sources(number, named);
          List<ReportRow> sources = near.isEmpty() ? sources(number, all) : near;
          if (number.scale() > 0
              && !others.contains(number)
              && !sources.isEmpty()
              && sources.stream().noneMatch(row -> row.isNamedBy(statement.context()))) {
            unclear.add(number + ", of " + sources.get(0).labels() + "? in " + statement.text());
          }
        }
      }
    }

    assertThat(unclear).as("numbers of which nothing says what they are of").isEmpty();
  }

  private static List<ReportRow> rows(Set<String> reports) throws IOException {
    List<ReportRow> rows = new ArrayList<>();
    for (String report : reports) {
      rows.addAll(ReportRow.of(Files.readString(REPORTS.resolve(report + ".md"))));
    }
    return rows;
  }

  private static List<ReportRow> sources(BigDecimal number, List<ReportRow> rows) {
    return rows.stream()
        .filter(row -> row.numbers().stream().anyMatch(each -> isQuoted(number, each)))
        .toList();
  }

  /** The last table of the guide to measuring says which run each report is of. */
  @Test
  void should_say_of_which_run_each_report_is() throws IOException {
    StringBuilder expected = new StringBuilder("| report | of | command |\n| --- | --- | --- |\n");
    for (String report : committed()) {
      JsonNode facts =
          new ObjectMapper().readTree(REPORTS.resolve(report).resolve("conditions.json").toFile());
      expected.append(
          "| [%s](measurements/%s.md) | %s | %s |%n"
              .formatted(
                  report, report, facts.get("Date").asText(), facts.get("Command").asText()));
    }

    assertThat(DOCS.resolve("bench.md")).content().endsWith(expected);
  }

  private static Set<String> committed() throws IOException {
    try (Stream<Path> files = Files.walk(REPORTS)) {
      return files
          .filter(file -> file.endsWith("conditions.json"))
          .map(file -> REPORTS.relativize(file.getParent()).toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @ParameterizedTest
  @MethodSource("guides")
  void should_say_where_runs_were_not_warm_yet(Path guide) throws IOException {
    List<String> silent = new ArrayList<>();
    for (String section : Files.readString(guide).split("(?m)^(?=#+ )", -1)) {
      for (String report : reports(section)) {
        if (Files.readString(REPORTS.resolve(report + ".md")).contains(NOT_WARM)
            && !section.contains(NOT_WARM)) {
          silent.add(report + " in \"" + section.lines().findFirst().get() + "\"");
        }
      }
    }

    assertThat(silent).as("reports of runs that still got faster").isEmpty();
  }

  private static Set<String> reports(String text) {
    return LINK.matcher(text).results().map(link -> link.group(1)).collect(Collectors.toSet());
  }

  /**
   * A sentence, or a row of a table.
   *
   * @param context itself, and what says what it is about: of a sentence the first one of its
   *     paragraph, of a row the header and the paragraph before the table
   * @param reports that its paragraph names
   */
  private record Statement(String text, String context, Set<String> reports) {}

  private static List<Statement> statements(String section) {
    List<Statement> all = new ArrayList<>();
    String paragraph = "";
    String header = "";
    for (String lines : COMMENT.matcher(section).replaceAll("").split(BORDER, -1)) {
      String text = lines.replaceAll("\\s+", " ").strip();
      if (!text.startsWith("|")) {
        paragraph = text;
        header = "";
        List<String> sentences = Pattern.compile(END).splitAsStream(text).toList();
        for (String sentence : sentences) {
          all.add(new Statement(sentence, sentences.get(0) + " " + sentence, reports(text)));
        }
      } else if (header.isEmpty()) {
        header = text;
      } else {
        all.add(new Statement(text, String.join(" ", paragraph, header, text), reports(text)));
      }
    }
    return all;
  }

  private static Set<BigDecimal> others(String section) {
    Set<BigDecimal> others = new LinkedHashSet<>();
    OTHERS.matcher(section).results().forEach(each -> others.addAll(numbers(each.group(1))));
    return others;
  }

  private static Set<BigDecimal> known(String section, Set<String> reports) throws IOException {
    Set<BigDecimal> known = others(section);
    for (String report : reports) {
      known.addAll(numbers(Files.readString(REPORTS.resolve(report + ".md"))));
    }
    return known;
  }

  /** Without code, comments and the targets of links. */
  private static String prose(String section) {
    return section
        .replaceAll("(?s)```.*?```", "")
        .replaceAll(COMMENT.pattern(), "")
        .replaceAll("`[^`]*`", "")
        .replaceAll("\\]\\([^)]*\\)", "]");
  }

  static List<BigDecimal> numbers(String text) {
    return NUMBER
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .map(number -> new BigDecimal(number.replace(",", "")))
        .toList();
  }

  /** Whether a number is another one, in the digits that it has. */
  private static boolean isQuoted(BigDecimal number, BigDecimal other) {
    boolean isRound = number.scale() == 0 && number.signum() != 0;
    int scale = isRound ? number.stripTrailingZeros().scale() : number.scale();
    boolean isFiner = isRound || other.scale() > scale;
    return number.compareTo(other) == 0
        || (isFiner && other.setScale(scale, RoundingMode.HALF_UP).compareTo(number) == 0);
  }
}
