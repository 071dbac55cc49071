/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.compiler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.cassandrastats.compiler.emit.CatalogueEmitter;
import org.cassandrastats.compiler.emit.Emitted;
import org.cassandrastats.compiler.source.SourceTree;

/** A small class of the test resources, put through javac and through the compiler. */
final class InputClass {
  private static final Path INPUTS = Project.ROOT.resolve("compiler/src/test/resources/compiler");

  private final String name;
  private final String text;
  private final Path root;
  private final ClassLoader compiled;

  private InputClass(Path file, Path directory) throws IOException {
    this.name = file.getFileName().toString().replace(".java", "");
    this.text = Files.readString(file);
    this.root = directory;
    Path copy = directory.resolve("example").resolve(file.getFileName());
    Files.createDirectories(copy.getParent());
    Files.writeString(copy, text);
    Path classes = Files.createDirectories(directory.resolve("classes"));
    compile(copy, classes);
    this.compiled = new URLClassLoader(new URL[] {classes.toUri().toURL()});
  }

  /** The Java files of a folder of inputs. */
  static Stream<Path> files(String folder) {
    try (Stream<Path> files = Files.list(INPUTS.resolve(folder))) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static InputClass of(Path file, Path directory) {
    try {
      return new InputClass(file, directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void compile(Path source, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of(
              "-d",
              classes.toString(),
              "-cp",
              System.getProperty("java.class.path"),
              "-proc:none",
              "-parameters");
      boolean isCompiled =
          compiler
              .getTask(null, files, null, options, null, files.getJavaFileObjects(source))
              .call();
      if (!isCompiled) {
        throw new IllegalStateException(source + " does not compile");
      }
    }
  }

  Emitted emit() {
    Path sources = root.resolve("example");
    SourceTree tree = SourceTree.parse(sources, List.of(root), compiled);
    return new CatalogueEmitter(tree, compiled, "1.2.3").emit();
  }

  String name() {
    return name;
  }

  ClassLoader compiled() {
    return compiled;
  }

  List<String> lines() {
    return text.lines().toList();
  }
}
