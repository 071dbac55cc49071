/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the measurements ran on. */
final class Processor {
  private static final Path LINUX = Path.of("/proc/cpuinfo");

  private Processor() {}

  /** The model where the system tells it, else the architecture. */
  static String name() throws IOException {
    if (!Files.exists(LINUX)) {
      return System.getProperty("os.arch");
    }
    return Files.readAllLines(LINUX).stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).trim())
        .findFirst()
        .orElse(System.getProperty("os.arch"));
  }
}
