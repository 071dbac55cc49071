/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Packages from PyPI in a virtual environment of their own under {@code target/}, made when it is
 * first needed and kept until {@code clean}.
 */
public final class PythonTool {
  /** What installs the others. */
  private static final String UV = "uv==0.13.9";

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
    if (!isComplete() && !requirements.contains(UV)) {
      new PythonTool(UV).install();
    }
    // Two test classes may need the packages at the same time, and two JVMs.
    synchronized (PythonTool.class) {
      Path lock = directory.resolveSibling("lock");
      try {
        Files.createDirectories(directory);
        try (FileChannel channel =
                FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock held = channel.lock()) {
          if (held.isValid() && !isComplete()) {
            installOnce();
          }
        }
      } catch (IOException failed) {
        throw new UncheckedIOException(
            "cannot install " + requirements + "; python3 with its module venv is needed", failed);
      }
    }
  }

  private boolean isComplete() {
    return Files.exists(directory.resolve("complete"));
  }

  private void installOnce() throws IOException {
    String home = directory.toString();
    if (requirements.contains(UV)) {
      run(List.of("python3", "-m", "venv", "--clear", home));
      run(installing(executableOf("pip"), "install", "--quiet", "--disable-pip-version-check"));
    } else {
      // In a tenth of the time that venv and pip take.
      String uv = new PythonTool(UV).executableOf("uv");
      run(List.of(uv, "venv", "--quiet", "--clear", "--seed", "--python", "python3", home));
      run(installing(uv, "pip", "install", "--quiet", "--python", executableOf("python")));
    }
    Files.createFile(directory.resolve("complete"));
  }

  private String executableOf(String name) {
    return directory.resolve("bin").resolve(name).toString();
  }

  private List<String> installing(String... command) {
    List<String> whole = new ArrayList<>(List.of(command));
    whole.addAll(requirements);
    return whole;
  }

  private static void run(List<String> command) throws IOException {
    CommandResult result = CommandResult.of(command);
    if (result.exitCode() != 0) {
      throw new IOException(String.join(" ", command) + " failed: " + result);
    }
  }
}
