/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.cassandrastats.udf.annotation.CqlFunction;

/** The annotated functions of the families, found in the classes of {@code udf}: an oracle. */
final class FamilyFunctions {
  private static final String IS_VALID = "_is_valid";

  private FamilyFunctions() {}

  /** The annotated {@code <family>_is_valid} by family. */
  static Map<String, Method> checks() {
    Map<String, Method> checks = new TreeMap<>();
    for (Class<?> type : classesBeside(CqlFunction.class, "org/cassandrastats/udf")) {
      for (Method method : type.getDeclaredMethods()) {
        CqlFunction function = method.getAnnotation(CqlFunction.class);
        if (function != null && function.value().endsWith(IS_VALID)) {
          checks.put(function.value().replace(IS_VALID, ""), method);
        }
      }
    }
    return checks;
  }

  static boolean isValid(StateType type, ByteBuffer state) {
    try {
      return (Boolean) checks().get(type.family()).invoke(null, state);
    } catch (ReflectiveOperationException failed) {
      throw new LinkageError(type.family() + IS_VALID, failed);
    }
  }

  /** All classes of a package, with those below it, that come from where a class comes from. */
  static List<Class<?>> classesBeside(Class<?> known, String directory) {
    try {
      URI place = known.getProtectionDomain().getCodeSource().getLocation().toURI();
      if (!place.getPath().endsWith(".jar")) {
        return classesIn(Path.of(place), directory);
      }
      try (FileSystem jar = FileSystems.newFileSystem(Path.of(place))) {
        return classesIn(jar.getPath("/"), directory);
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    } catch (URISyntaxException invalid) {
      throw new IllegalStateException(invalid);
    }
  }

  private static List<Class<?>> classesIn(Path root, String directory) throws IOException {
    try (Stream<Path> files = Files.walk(root.resolve(directory))) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(name -> name.endsWith(".class"))
          .map(name -> name.replace(".class", "").replace('/', '.'))
          .<Class<?>>map(FamilyFunctions::load)
          .toList();
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, FamilyFunctions.class.getClassLoader());
    } catch (ClassNotFoundException gone) {
      throw new LinkageError(name, gone);
    }
  }
}
