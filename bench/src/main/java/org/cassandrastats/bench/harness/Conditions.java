/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.harness;

import com.datastax.oss.driver.api.core.session.Session;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.cassandrastats.bench.report.Numbers;
import org.cassandrastats.catalogue.file.CatalogueFile;

/** What a run depends on besides its settings: versions, and what else the machine did. */
public final class Conditions {
  private static final double GIB = 1L << 30;
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  private final OperatingSystemMXBean system =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private final double loadBefore = system.getSystemLoadAverage();
  private final double freeBefore = freeMemory();

  private final String commit = Checkout.ofProgram().commit();

  /** Begins now. */
  public Conditions() {}

  /** The facts of a run that began when this was made and ends now. */
  public Map<String, String> facts() {
    return new StudyFacts()
        .add("Driver", Session.OSS_DRIVER_COORDINATES.getVersion())
        .add("Pack", CatalogueFile.read().version())
        .add("Commit", commit)
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

  /**
   * The program: runs of different ones are not mixed. In a checkout it is the last commit of
   * sources, since a commit of reports makes no other program, and a checksum of what has been
   * changed since; elsewhere the version says it.
   */
  public static Map<String, String> program() {
    return new StudyFacts()
        .add("Pack", CatalogueFile.read().version())
        .add("Program of", Checkout.ofProgram().sources())
        .asMap();
  }

  /** Processor, memory and Java of this machine, in a line; names no host. */
  public static String machine() {
    return String.format(
        Locale.ROOT,
        "%s, %d processors, %.0f GiB of memory; %s %s, Java %s",
        processor(),
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize() / GIB,
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        System.getProperty("java.vm.version"));
  }

  private static String processor() {
    return firstLine(PROCESSORS, "model name")
        .map(line -> line.substring(line.indexOf(':') + 1).trim())
        .orElse(System.getProperty("os.arch"));
  }

  /** The first line of a file that begins like this; none where the system has no such file. */
  private static Optional<String> firstLine(Path file, String start) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (Stream<String> lines = Files.lines(file)) {
      return lines.filter(line -> line.startsWith(start)).findFirst();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** With the memory that files take up and programs can have, where the system tells it. */
  private double freeMemory() {
    return firstLine(MEMORY, "MemAvailable:")
        .map(line -> Double.parseDouble(line.replaceAll("\\D+", "")) * 1024 / GIB)
        .orElseGet(() -> system.getFreeMemorySize() / GIB);
  }
}
