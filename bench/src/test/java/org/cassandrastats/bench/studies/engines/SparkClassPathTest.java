/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.studies.engines;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.cassandrastats.cli.command.CommandLineRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SparkClassPathTest {
  private static final String LIBRARIES =
      "/m2/spark-sql_2.12-3.5.9.jar"
          + File.pathSeparator
          + "/m2/spark-cassandra-connector-driver_2.12-3.5.0.jar"
          + File.pathSeparator
          + "/m2/spark-cassandra-connector_2.12-3.5.1.jar";

  @TempDir private Path directory;

  @Test
  void should_put_the_classes_of_the_module_before_its_libraries() throws IOException {
    Path file = Files.writeString(directory.resolve("classpath"), LIBRARIES + "\n");
    Path classes = Files.createDirectory(directory.resolve("classes"));

    SparkProcess.ClassPath classPath = SparkProcess.ClassPath.of(file);

    assertThat(classPath.text()).isEqualTo(classes + File.pathSeparator + LIBRARIES);
    assertThat(classPath.versions())
        .isEqualTo("Apache Spark 3.5.9, spark-cassandra-connector 3.5.1");
  }

  @Test
  void should_say_how_to_build_spark_before_anything_is_started() throws IOException {
    Path missing = directory.resolve("classpath");
    Path output = directory.resolve("output");

    CommandLineRun run =
        CommandLineRun.of(
            "bench",
            "spark",
            "--spark-classpath",
            missing.toString(),
            "--output",
            output.toString());

    assertThat(run.exitCode()).as("%s", run).isEqualTo(1);
    assertThat(run.error())
        .contains(
            "bench spark needs Apache Spark: in a checkout, run ./mvnw -Pspark -pl bench/spark -am -DskipTests package first")
        .contains("There is no " + missing);
    assertThat(output).doesNotExist();
  }
}
