/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.cassandrastats.udf.moments.Summary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClassPathCheckTest {
  private static final ClassLoader CLASSES = Summary.class.getClassLoader();

  @Test
  void should_say_nothing_of_functions_that_are_there_once() {
    assertThat(ClassPathCheck.warning(CLASSES)).isEmpty();
  }

  @Test
  void should_name_both_places_of_functions_that_are_there_twice(@TempDir Path second)
      throws IOException {
    String name = "org/cassandrastats/udf/moments/Summary.class";
    Files.createDirectories(second.resolve(name).getParent());
    try (InputStream bytes = CLASSES.getResourceAsStream(name)) {
      Files.copy(bytes, second.resolve(name));
    }
    try (URLClassLoader both = new URLClassLoader(new URL[] {second.toUri().toURL()}, CLASSES)) {
      assertThat(ClassPathCheck.warning(both).orElseThrow())
          .contains("without cassandra-stats-server", second.toString());
    }
  }
}
