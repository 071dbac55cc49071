/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.cassandrastats.udf.moments.Summary;

/**
 * Notices a class path that has the functions twice: in jars of their own, and in the server jar,
 * which is for the class path of Cassandra and may be of another version.
 */
final class ClassPathCheck {
  private ClassPathCheck() {}

  /** What to say, if there is anything. */
  static Optional<String> warning(ClassLoader classes) {
    String resource = Summary.class.getName().replace('.', '/') + ".class";
    try {
      List<?> places = Collections.list(classes.getResources(resource));
      return places.size() < 2
          ? Optional.empty()
          : Optional.of(
              "The functions of cassandra-stats are on the class path more than once: expected"
                  + " cassandra-stats-udf and cassandra-stats-uda only, without"
                  + " cassandra-stats-server, which is for nodes. Found "
                  + places);
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }
}
