/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.cassandrastats.interop.PythonPackage.BUILD;
import static org.cassandrastats.interop.PythonPackage.COMPLETE;
import static org.cassandrastats.interop.PythonPackage.DIRECTORY;
import static org.cassandrastats.interop.PythonPackage.NEWEST;
import static org.cassandrastats.interop.PythonPackage.run;
import static org.cassandrastats.interop.PythonPackage.runInEmpty;
import static org.cassandrastats.interop.PythonPackage.runWith;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.cassandrastats.live.Effort;
import org.cassandrastats.live.PythonTool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests of the Python package, its types and its style, and what is installed of it. */
class PythonPackageTest {
  private static final String USE =
      "import numpy, cassandra_stats as s;"
          + " assert s.moments.mean(s.moments.of(numpy.arange(5))) == 2.0;"
          + " assert s.tdigest.quantile([s.tdigest.of([1, 2, 3, 4])], 0.5)[0] == 2.5;"
          + " from importlib.metadata import files;"
          + " assert any(f.name == 'LICENSE' for f in files('cassandra-stats'));"
          + " print(s.__file__)";

  /** {@code -Dtests.effort=100} alters 100,000 states of each family. */
  @Test
  void should_pass_its_tests() throws IOException {
    test(COMPLETE, Effort.times(1000));
  }

  /** What differs is the interpreter: without the extras, whose installation takes longest. */
  @Test
  void should_answer_for_golden_states_with_the_newest_python() throws IOException {
    System.out.print(run(NEWEST, DIRECTORY, "--version"));

    test(NEWEST, 0, "tests/test_golden.py", "tests/test_scalars.py", "tests/test_readme.py");
  }

  private static void test(PythonTool tool, int states, String... files) throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("-m", "pytest", "-p", "no:cacheprovider", "-rP"));
    arguments.addAll(List.of(files));

    String output =
        runWith("MUTATED_STATES=" + states, tool, DIRECTORY, arguments.toArray(String[]::new));

    output.lines().filter(line -> line.contains("altered states")).forEach(System.out::println);
    assertThat(output).contains(" passed").doesNotContain(" failed").doesNotContain(" skipped");
  }

  @Test
  void should_have_strict_types(@TempDir Path cache) throws IOException {
    assertThat(run(COMPLETE, DIRECTORY, "-m", "mypy", "--cache-dir", cache.toString()))
        .contains("no issues found");
  }

  @Test
  void should_keep_to_the_style() throws IOException {
    run(COMPLETE, DIRECTORY, "-m", "ruff", "check", "--no-cache");
    run(COMPLETE, DIRECTORY, "-m", "ruff", "format", "--check", "--no-cache");
  }

  @Test
  void should_work_installed_from_what_is_built(@TempDir Path built) throws IOException {
    run(BUILD, DIRECTORY, "-m", "build", "--no-isolation", "--outdir", built.toString());

    for (String ending : List.of(".whl", ".tar.gz")) {
      String file = file(built, ending);
      for (String python : List.of(PythonTool.PYTHON, PythonTool.newest())) {
        assertThat(runInEmpty(built.resolve("environment"), python, file, USE))
            .as(file)
            .contains("site-packages");
      }
    }
  }

  private static String file(Path built, String ending) throws IOException {
    try (Stream<Path> files = Files.list(built)) {
      return files
          .map(Path::toString)
          .filter(file -> file.endsWith(ending))
          .findFirst()
          .orElseThrow();
    }
  }
}
