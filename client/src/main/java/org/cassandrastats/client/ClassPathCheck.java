/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.udf.scalars.StatsVersion;
import org.slf4j.LoggerFactory;

/**
 * Notices a class path that has the functions twice, in different versions: in jars of their own,
 * and in the server jar, which contains them.
 */
final class ClassPathCheck {
  static {
    warning(ClassPathCheck.class.getClassLoader())
        .ifPresent(LoggerFactory.getLogger(ClassPathCheck.class)::warn);
  }

  private ClassPathCheck() {}

  /** Has the check done, once. */
  static void done() {}

  /** What to say, if there is anything. */
  static Optional<String> warning(ClassLoader classes) {
    String versioned = StatsVersion.class.getName().replace('.', '/') + ".class";
    try {
      List<URL> places = Collections.list(classes.getResources(versioned));
      for (int i = 1; i < places.size(); i++) {
        if (!Arrays.equals(bytes(places.get(0)), bytes(places.get(i)))) {
          return Optional.of(
              "The functions of cassandra-stats are on the class path in different versions:"
                  + " expected cassandra-stats-udf, cassandra-stats-uda and cassandra-stats-server,"
                  + " which contains both, of one version. Found "
                  + places);
        }
      }
    } catch (IOException unreadable) {
      // Whoever needs these classes hears of it.
    }
    return Optional.empty();
  }

  private static byte[] bytes(URL place) throws IOException {
    try (InputStream stream = place.openStream()) {
      return stream.readAllBytes();
    }
  }
}
