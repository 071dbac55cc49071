/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Packages from PyPI in a virtual environment of their own under {@code target/}, made when it is
 * first needed and kept until {@code clean}.
 */
public final class PythonTool {
  private final Path directory;
  private final List<String> requirements;

  /**
   * Packages that may not be installed yet.
   *
   * @param requirements name and exact version of each, such as {@code cqlsh==6.2.2}
   */
  public PythonTool(String... requirements) {
    this.requirements = List.of(requirements);
    String name = String.join("+", requirements).replace("==", "-");
    this.directory = Path.of("target", "python", name).toAbsolutePath();
  }

  /** A file of the environment's bin directory, once the packages are installed. */
  public Path executable(String name) {
    install();
    return directory.resolve("bin").resolve(name);
  }

  private void install() {
    // Two test classes may need the packages at the same time.
    synchronized (PythonTool.class) {
      installOnce();
    }
  }

  private void installOnce() {
    Path complete = directory.resolve("complete");
    if (Files.exists(complete)) {
      return;
    }
    try {
      Files.createDirectories(directory);
      run(List.of("python3", "-m", "venv", "--clear", directory.toString()));
      List<String> install = new ArrayList<>();
      install.add(directory.resolve("bin").resolve("pip").toString());
      install.addAll(List.of("install", "--quiet", "--disable-pip-version-check"));
      install.addAll(requirements);
      run(install);
      Files.createFile(complete);
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "cannot install " + requirements + "; python3 with its module venv is needed", failed);
    }
  }

  private static void run(List<String> command) throws IOException {
    CommandResult result = CommandResult.of(command);
    if (result.exitCode() != 0) {
      throw new IOException(String.join(" ", command) + " failed: " + result);
    }
  }
}
