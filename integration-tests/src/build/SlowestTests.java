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

/** Prints the test classes that took longest, of all modules, from the reports of the build. */
final class SlowestTests {
  private static final int SHOWN = 10;
  private static final Pattern SUITE =
      Pattern.compile("<testsuite [^>]*?\\bname=\"([^\"]+)\"[^>]*?\\btime=\"([0-9.,]+)\"");

  private record Suite(String module, String name, double seconds) {}

  private SlowestTests() {}

  public static void main(String[] arguments) throws IOException {
    List<Suite> suites = new ArrayList<>();
    try (Stream<Path> modules = Files.list(Path.of(arguments[0]))) {
      for (Path module : modules.filter(Files::isDirectory).toList()) {
        for (String reports : List.of("surefire-reports", "failsafe-reports")) {
          addAll(module, module.resolve("target").resolve(reports), suites);
        }
      }
    }
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
  }

  private static void addAll(Path module, Path directory, List<Suite> suites) throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(SlowestTests::isReport).toList()) {
        Matcher suite = SUITE.matcher(Files.readString(file));
        if (suite.find()) {
          double seconds = Double.parseDouble(suite.group(2).replace(",", ""));
          suites.add(new Suite(module.getFileName().toString(), suite.group(1), seconds));
        }
      }
    }
  }

  private static boolean isReport(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith("TEST-") && name.endsWith(".xml");
  }
}
