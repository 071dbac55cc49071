/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Packages from PyPI in a virtual environment of their own under {@code target/}, made when it is
 * first needed and kept until {@code clean}.
 */
public final class PythonTool {
  /** What installs the others. */
  private static final String UV = "uv==0.13.9";

  /** The Python that everything else runs in. */
  public static final String PYTHON = "python3";

  /** Minor versions that are looked for; that which {@link #PYTHON} has to be is left out. */
  private static final int NEWEST = 20;

  private static final int OLDEST = 12;

  private final String python;
  private final Path directory;
  private final List<String> requirements;

  /**
   * Packages that may not be installed yet.
   *
   * @param requirements name and exact version of each, such as {@code cqlsh==6.2.2}
   */
  public PythonTool(String... requirements) {
    this(PYTHON, List.of(requirements));
  }

  private PythonTool(String python, List<String> requirements) {
    this.python = python;
    this.requirements = requirements;
    String name = String.join("+", requirements).replace("==", "-");
    if (!python.equals(PYTHON)) {
      name += "+" + Path.of(python).getFileName();
    }
    this.directory = Path.of("target", "python", name).toAbsolutePath();
  }

  /** The same for the {@link #newest} Python. */
  public static PythonTool ofNewest(String... requirements) {
    return new PythonTool(newest(), List.of(requirements));
  }

  /**
   * The newest Python that is in the PATH or installed by pyenv: {@code python3} where there is
   * none newer than 3.11.
   */
  public static String newest() {
    List<Path> directories = new ArrayList<>();
    for (String directory : System.getenv("PATH").split(File.pathSeparator, -1)) {
      directories.add(Path.of(directory));
    }
    Path pyenv = Path.of(System.getProperty("user.home"), ".pyenv", "versions");
    if (Files.isDirectory(pyenv)) {
      try (Stream<Path> versions = Files.list(pyenv)) {
        versions.map(version -> version.resolve("bin")).forEach(directories::add);
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }
    for (int minor = NEWEST; minor >= OLDEST; minor--) {
      for (Path directory : directories) {
        Path file = directory.resolve(PYTHON + "." + minor);
        if (runs(file)) {
          return file.toString();
        }
      }
    }
    return PYTHON;
  }

  /** Not every file that pyenv puts into the PATH does. */
  private static boolean runs(Path python) {
    try {
      return Files.isExecutable(python)
          && CommandResult.of(List.of(python.toString(), "--version")).exitCode() == 0;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** A file of the environment's bin directory, once the packages are installed. */
  public Path executable(String name) {
    install();
    return directory.resolve("bin").resolve(name);
  }

  private void install() {
    if (isComplete()) {
      return;
    }
    if (!requirements.contains(UV)) {
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
    if (requirements.contains(UV)) {
      String pip = directory.resolve("bin").resolve("pip").toString();
      run(List.of(PYTHON, "-m", "venv", "--clear", directory.toString()));
      run(with(requirements, pip, "install", "--quiet", "--disable-pip-version-check"));
    } else {
      make(directory, python, requirements);
    }
    Files.createFile(directory.resolve("complete"));
  }

  /**
   * An environment of a Python with some packages and what these need; what was in its directory is
   * gone.
   */
  public static void make(Path directory, String python, List<String> requirements)
      throws IOException {
    // In a tenth of the time that venv and pip take.
    String uv = new PythonTool(UV).executable("uv").toString();
    String home = directory.toString();
    run(List.of(uv, "venv", "--quiet", "--clear", "--seed", "--python", python, home));
    run(with(requirements, uv, "pip", "install", "--quiet", "--python", home));
  }

  private static List<String> with(List<String> requirements, String... command) {
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
