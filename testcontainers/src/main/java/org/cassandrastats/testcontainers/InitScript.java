/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.testcontainers;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The statements of a script.
 *
 * @param name as it was given
 * @param statements in their order
 */
record InitScript(String name, List<String> statements) {
  /** Reads a resource of the class path, or else a file. */
  static InitScript read(String name) {
    return new InitScript(name, ScriptStatements.of(text(name)));
  }

  /** Runs them one after the other; USE holds for those behind it. */
  void run(CqlSession session) {
    for (String statement : statements) {
      try {
        session.execute(SimpleStatement.newInstance(statement));
      } catch (DriverException failed) {
        throw new IllegalStateException(
            "%s: this statement failed: %s%nCassandra says: %s"
                .formatted(name, statement, failed.getMessage()),
            failed);
      }
    }
  }

  private static String text(String name) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    try (InputStream resource = loader.getResourceAsStream(name)) {
      if (resource != null) {
        return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
      }
      Path file = Path.of(name);
      if (Files.isRegularFile(file)) {
        return Files.readString(file);
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    throw new IllegalArgumentException(
        "There is no script \"%s\": expected a resource of the class path, or a file"
            .formatted(name));
  }
}
