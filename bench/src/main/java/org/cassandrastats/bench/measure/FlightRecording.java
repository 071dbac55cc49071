/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.measure;

import java.io.IOException;
import java.nio.file.Path;

/** Asks a running JVM for its JDK Flight Recorder recording. */
final class FlightRecording {
  private FlightRecording() {}

  static void dump(long process, Path file) throws IOException {
    Path command = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    Process dump =
        new ProcessBuilder(
                command.toString(),
                Long.toString(process),
                "JFR.dump",
                "name=ratios",
                "filename=" + file.toAbsolutePath())
            .inheritIO()
            .start();
    try {
      if (dump.waitFor() != 0) {
        throw new IOException("jcmd could not write the recording " + file);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IOException(interrupted);
    }
  }
}
