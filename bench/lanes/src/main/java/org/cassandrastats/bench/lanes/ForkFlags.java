/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.lanes;

import java.util.ArrayList;
import java.util.List;
import org.github.jamm.MemoryMeter;

/** Flags of the JVMs that the benchmarks run in: those of a Cassandra node that matter here. */
final class ForkFlags {
  private ForkFlags() {}

  static String[] all() {
    List<String> flags =
        new ArrayList<>(
            List.of(
                "-Xms512m",
                "-Xmx512m",
                "-XX:+UseG1GC",
                // Cassandra confines user-defined functions with a security manager.
                "-Djava.security.manager=allow",
                "-Dlogback.configurationFile=" + ForkFlags.class.getResource("logback.xml")));
    flags.add(
        "-javaagent:"
            + MemoryMeter.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    for (String opened :
        List.of(
            "java.base/java.io",
            "java.base/java.lang",
            "java.base/java.nio",
            "java.base/java.util",
            "java.base/java.util.concurrent",
            "java.base/jdk.internal.ref",
            "java.base/jdk.internal.reflect",
            "java.base/sun.nio.ch")) {
      flags.add("--add-opens=" + opened + "=ALL-UNNAMED");
    }
    for (String exported :
        List.of(
            "java.base/java.lang.ref", "java.base/jdk.internal.misc", "jdk.unsupported/sun.misc")) {
      flags.add("--add-exports=" + exported + "=ALL-UNNAMED");
    }
    return flags.toArray(String[]::new);
  }
}
