/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One session of Spark in this JVM for all tests, with the catalog. */
public final class LocalSpark implements ParameterResolver {
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == SparkSession.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.GLOBAL)
        .computeIfAbsent(Started.class, key -> new Started(), Started.class)
        .session;
  }

  /** Stopped at the end of all tests. */
  private static final class Started implements AutoCloseable {
    private final Path directory;
    private final SparkSession session;

    Started() {
      try {
        directory = Files.createTempDirectory("cassandra-stats-spark");
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
      session =
          SparkSession.builder()
              .appName("tests of cassandra-stats")
              .master("local[2]")
              .config("spark.driver.host", "127.0.0.1")
              .config("spark.driver.bindAddress", "127.0.0.1")
              .config("spark.ui.enabled", false)
              .config("spark.sql.shuffle.partitions", 2)
              .config("spark.sql.session.timeZone", "UTC")
              // Other times than java.sql.Timestamp, which is of another calendar before 1582.
              .config("spark.sql.datetime.java8API.enabled", true)
              .config("spark.sql.catalog.stats", StatsCatalog.class.getName())
              .config("spark.local.dir", directory.toString())
              .config("spark.sql.warehouse.dir", directory.resolve("warehouse").toString())
              .getOrCreate();
    }

    @Override
    public void close() throws IOException {
      session.stop();
      try (Stream<Path> files = Files.walk(directory)) {
        files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
      }
    }
  }
}
