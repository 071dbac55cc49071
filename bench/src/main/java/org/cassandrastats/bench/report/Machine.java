/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What a study ran on; names no host. */
public final class Machine {
  private static final Path LINUX = Path.of("/proc/cpuinfo");
  private static final double GIB = 1L << 30;

  private Machine() {}

  /** Processor, memory and Java, in a line. */
  public static String describe() {
    return String.format(
        Locale.ROOT,
        "%s, %d processors, %.0f GiB of memory; %s %s, Java %s",
        processor(),
        Runtime.getRuntime().availableProcessors(),
        memory() / GIB,
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        System.getProperty("java.vm.version"));
  }

  private static long memory() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }

  private static String processor() {
    if (!Files.exists(LINUX)) {
      return System.getProperty("os.arch");
    }
    try (var lines = Files.lines(LINUX)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).trim())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
