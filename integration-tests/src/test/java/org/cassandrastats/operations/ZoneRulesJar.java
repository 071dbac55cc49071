/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;

/** Rules of time zones of a JDK to come, in which Berlin has no summer time any more. */
final class ZoneRulesJar {
  private static final String SOURCE =
      """
      package zones;

      import java.time.ZoneOffset;
      import java.time.zone.ZoneRules;
      import java.time.zone.ZoneRulesProvider;
      import java.util.Map;
      import java.util.NavigableMap;
      import java.util.Set;
      import java.util.TreeMap;

      public final class Abolished extends ZoneRulesProvider {
        protected Set<String> provideZoneIds() {
          return Set.of("UTC", "GMT", "Etc/UTC", "Europe/Berlin");
        }

        protected ZoneRules provideRules(String zone, boolean caching) {
          return ZoneRules.of(
              zone.equals("Europe/Berlin") ? ZoneOffset.ofHours(1) : ZoneOffset.UTC);
        }

        protected NavigableMap<String, ZoneRules> provideVersions(String zone) {
          return new TreeMap<>(Map.of("abolished", provideRules(zone, false)));
        }
      }
      """;

  private ZoneRulesJar() {}

  /**
   * Compiles them.
   *
   * @param directory for all files
   * @return the argument with which a JVM finds them
   */
  static String argument(Path directory) throws IOException {
    Path source = Files.writeString(directory.resolve("Abolished.java"), SOURCE);
    Path classes = Files.createDirectory(directory.resolve("classes"));
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), source.toString()))
        .as("the compiler's exit code")
        .isZero();
    return "-Xbootclasspath/a:" + classes;
  }
}
