/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.study;

import com.datastax.oss.driver.api.core.session.Session;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.catalogue.Catalogue;

/** What a run depends on besides its settings: versions, and what else the machine did. */
final class Conditions {
  private static final double GIB = 1L << 30;
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final double loadBefore = system.getSystemLoadAverage();
  private final double freeBefore = freeMemory();

  /** The facts of a run that began when this was made and ends now. */
  Map<String, String> facts() {
    return new Facts()
        .add("Driver", Session.OSS_DRIVER_COORDINATES.getVersion())
        .add("Pack", Catalogue.load().version())
        .add("Commit", commit())
        .add(
            "Load average of a minute",
            "%s before, %s after"
                .formatted(
                    Numbers.rounded(loadBefore), Numbers.rounded(system.getSystemLoadAverage())))
        .add(
            "Free memory, GiB",
            "%s before, %s after"
                .formatted(Numbers.rounded(freeBefore), Numbers.rounded(freeMemory())))
        .asMap();
  }

  /** With the memory that files take up and programs can have, where the system tells it. */
  private double freeMemory() {
    if (Files.exists(MEMORY)) {
      try (Stream<String> lines = Files.lines(MEMORY)) {
        OptionalDouble available =
            lines
                .filter(line -> line.startsWith("MemAvailable:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D+", "")) * 1024 / GIB)
                .findFirst();
        if (available.isPresent()) {
          return available.getAsDouble();
        }
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }
    return system.getFreeMemorySize() / GIB;
  }

  /** The commit of the checkout that the program is run in; "-" elsewhere. */
  private static String commit() {
    try {
      Process git =
          new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String commit = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return git.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS) && git.exitValue() == 0
          ? commit.strip()
          : "-";
    } catch (IOException noGit) {
      return "-";
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return "-";
    }
  }
}
