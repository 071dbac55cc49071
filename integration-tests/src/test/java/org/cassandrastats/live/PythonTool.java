/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A package from PyPI in a virtual environment of its own under {@code target/}, made when it is
 * first needed and kept until {@code clean}.
 */
public final class PythonTool {
  private final Path directory;
  private final String requirement;

  /**
   * A package that may not be installed yet.
   *
   * @param requirement name and exact version, such as {@code cqlsh==6.2.2}
   */
  public PythonTool(String requirement) {
    this.requirement = requirement;
    this.directory = Path.of("target", "python", requirement.replace("==", "-")).toAbsolutePath();
  }

  /** A file of the environment's bin directory, once the package is installed. */
  public Path executable(String name) {
    install();
    return directory.resolve("bin").resolve(name);
  }

  private void install() {
    // Two test classes may need the package at the same time.
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
      run("python3", "-m", "venv", "--clear", directory.toString());
      run(
          directory.resolve("bin").resolve("pip").toString(),
          "install",
          "--quiet",
          "--disable-pip-version-check",
          requirement);
      Files.createFile(complete);
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "cannot install " + requirement + "; python3 with its module venv is needed", failed);
    }
  }

  private static void run(String... command) throws IOException {
    CommandResult result = CommandResult.of(List.of(command));
    if (result.exitCode() != 0) {
      throw new IOException(String.join(" ", command) + " failed: " + result);
    }
  }
}
