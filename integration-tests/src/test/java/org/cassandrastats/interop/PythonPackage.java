/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.cassandrastats.live.CommandResult;
import org.cassandrastats.live.PythonTool;

/** The package in {@code python/}, and environments to run it in. */
final class PythonPackage {
  static final Path DIRECTORY = Path.of("..", "python").toAbsolutePath().normalize();

  private static final String NUMPY = "numpy==2.4.6";

  private static final String PYTEST = "pytest==9.2.0";

  /** With all extras, and what looks at the sources. */
  static final PythonTool COMPLETE =
      new PythonTool(
          NUMPY,
          "pandas==3.1.1",
          "polars==2.1.0",
          "pyarrow==26.0.1",
          "duckdb==2.0.1",
          "matplotlib==3.11.2",
          "cassandra-driver==3.30.1",
          PYTEST,
          "mypy==2.4.1",
          "ruff==0.17.6");

  /** What the package and its tests need, with the newest Python. */
  static final PythonTool NEWEST = PythonTool.ofNewest(NUMPY, PYTEST);

  /** What builds the package. */
  static final PythonTool BUILD = new PythonTool("build==1.6.1", "hatchling==1.33.0");

  private PythonPackage() {}

  /** Runs Python in a directory; fails where it fails. */
  static String run(PythonTool tool, Path directory, String... arguments) throws IOException {
    return runWith("PYTHONHASHSEED=random", tool, directory, arguments);
  }

  /** The same with a variable of the environment. */
  static String runWith(String variable, PythonTool tool, Path directory, String... arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(List.of("env", variable, tool.executable("python").toString()));
    command.addAll(Arrays.asList(arguments));
    return run(command, directory);
  }

  /** Runs a program in an environment with one requirement that is made for it. */
  static String runInEmpty(Path environment, String python, String requirement, String program)
      throws IOException {
    PythonTool.make(environment, python, List.of(requirement));
    String executable = environment.resolve("bin").resolve("python").toString();
    return run(List.of(executable, "-c", program), environment);
  }

  /** Runs a program that imports the package from its sources. */
  static String runWithSources(Path program, String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(program.toString()));
    all.addAll(Arrays.asList(arguments));
    return runWith(
        "PYTHONPATH=" + DIRECTORY.resolve("src"), COMPLETE, DIRECTORY, all.toArray(String[]::new));
  }

  private static String run(List<String> command, Path directory) throws IOException {
    CommandResult result = CommandResult.of(command, directory);
    assertThat(result.exitCode())
        .as("%s\n%s\n%s", command, result.output(), result.errors())
        .isZero();
    return result.output();
  }
}
