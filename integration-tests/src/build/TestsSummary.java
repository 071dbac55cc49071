/* SPDX-License-Identifier: Apache-2.0 */

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Prints from the reports of the build, for all modules, the test classes that took longest and the tests that failed:
 * the runner names a failure where it happens, thousands of lines before the end of a log.
 */
final class TestsSummary {
  private static final int SHOWN = 10;
  private static final Pattern SUITE =
      Pattern.compile("<testsuite [^>]*?\\bname=\"([^\"]+)\"[^>]*?\\btime=\"([0-9.,]+)\"");
  private static final Pattern FAILURE =
      Pattern.compile(
          "<testcase [^>]*?\\bname=\"([^\"]+)\"[^>]*>\\s*<(?:failure|error)\\b(?: message=\"([^\"]*)\")?");
  private static final int MESSAGE = 300;

  private record Suite(String module, String name, double seconds) {}

  private final List<Suite> suites = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  private TestsSummary() {}

  public static void main(String[] arguments) throws IOException {
    TestsSummary summary = new TestsSummary();
    try (Stream<Path> modules = Files.list(Path.of(arguments[0]))) {
      for (Path module : modules.filter(Files::isDirectory).toList()) {
        for (String reports : List.of("surefire-reports", "failsafe-reports")) {
          summary.addAll(module, module.resolve("target").resolve(reports));
        }
      }
    }
    summary.print();
  }

  private void print() {
    System.out.printf("The %d slowest of %d test classes:%n", SHOWN, suites.size());
    suites.stream()
        .sorted(Comparator.comparingDouble(Suite::seconds).reversed())
        .limit(SHOWN)
        .forEach(
            suite ->
                System.out.printf(
                    Locale.ROOT,
                    "%7.1f s  %s: %s%n",
                    suite.seconds(),
                    suite.module(),
                    suite.name()));
    if (!failures.isEmpty()) {
      System.out.printf("%d failed:%n", failures.size());
      failures.forEach(failure -> System.out.println("  " + failure));
    }
  }

  private void addAll(Path module, Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(TestsSummary::isReport).toList()) {
        add(module.getFileName().toString(), Files.readString(file));
      }
    }
  }

  private void add(String module, String report) {
    Matcher suite = SUITE.matcher(report);
    if (suite.find()) {
      double seconds = Double.parseDouble(suite.group(2).replace(",", ""));
      suites.add(new Suite(module, suite.group(1), seconds));
      Matcher failure = FAILURE.matcher(report);
      while (failure.find()) {
        failures.add(
            "%s: %s.%s: %s"
                .formatted(module, suite.group(1), failure.group(1), message(failure.group(2))));
      }
    }
  }

  private static String message(String attribute) {
    if (attribute == null) {
      return "no message";
    }
    String text = attribute.replaceAll("&#1[03];|\\s+", " ").strip();
    return text.length() <= MESSAGE ? text : text.substring(0, MESSAGE) + "...";
  }

  private static boolean isReport(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith("TEST-") && name.endsWith(".xml");
  }
}
