/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types.catalogue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.uda.moments.MomentsAggregates;
import org.cassandrastats.udf.annotation.CqlFunction;

/**
 * The methods that are annotated as functions, found among the classes of the jar: what is not
 * annotated does not exist, and what is annotated needs no entry anywhere else.
 */
final class AnnotatedMethods {
  private static final String SUFFIX = ".class";

  private AnnotatedMethods() {}

  /** All annotated methods, by name. */
  static List<Method> all() throws IOException, ClassNotFoundException {
    // The three modules are three directories in a build and one jar on a server.
    Set<URI> places = new LinkedHashSet<>();
    places.add(place(CqlFunction.class));
    places.add(place(MomentsAggregates.class));
    places.add(place(AnnotatedMethods.class));
    List<Method> methods = new ArrayList<>();
    for (URI place : places) {
      for (String name : classNames(place)) {
        Class<?> type = Class.forName(name, false, AnnotatedMethods.class.getClassLoader());
        for (Method method : type.getDeclaredMethods()) {
          if (method.isAnnotationPresent(CqlFunction.class)) {
            methods.add(method);
          }
        }
      }
    }
    methods.sort(Comparator.comparing(Method::toString));
    return methods;
  }

  private static URI place(Class<?> type) throws IOException {
    try {
      return type.getProtectionDomain().getCodeSource().getLocation().toURI();
    } catch (URISyntaxException malformed) {
      throw new IOException(malformed);
    }
  }

  private static List<String> classNames(URI place) throws IOException {
    Path path = Paths.get(place);
    if (Files.isDirectory(path)) {
      return classNames(path);
    }
    try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + place), Map.of())) {
      return classNames(jar.getPath("/"));
    }
  }

  private static List<String> classNames(Path root) throws IOException {
    String separator = root.getFileSystem().getSeparator();
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.startsWith("org") && file.endsWith(SUFFIX))
          .map(file -> file.substring(0, file.length() - SUFFIX.length()).replace(separator, "."))
          .filter(name -> name.startsWith("org.cassandrastats."))
          .collect(Collectors.toList());
    }
  }
}
