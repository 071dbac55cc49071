/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.udf.annotation;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The methods that are annotated as functions, found among the classes of a module or jar: what is
 * not annotated does not exist, and what is annotated needs no entry anywhere else.
 */
public final class AnnotatedMethods {
  private static final String SUFFIX = ".class";

  private AnnotatedMethods() {}

  /**
   * All annotated methods, by name.
   *
   * @param members a class of each module: modules are directories in a build, jars of an
   *     application, and one jar on a server
   * @throws IOException if the place of a class cannot be read
   * @throws ClassNotFoundException if a class file holds another class than it is named for
   */
  public static List<Method> beside(Class<?>... members)
      throws IOException, ClassNotFoundException {
    Set<String> names = new TreeSet<>();
    for (Class<?> member : members) {
      // The jar of a server also holds classes that only a server can load.
      names.addAll(classNames(place(member), module(member)));
    }
    List<Method> methods = new ArrayList<>();
    for (String name : names) {
      methods.addAll(of(Class.forName(name, false, AnnotatedMethods.class.getClassLoader())));
    }
    methods.sort(Comparator.comparing(Method::toString));
    return methods;
  }

  /** The annotated methods of one class. */
  public static List<Method> of(Class<?> type) {
    List<Method> methods = new ArrayList<>();
    for (Method method : type.getDeclaredMethods()) {
      if (method.isAnnotationPresent(CqlFunction.class)) {
        methods.add(method);
      }
    }
    return methods;
  }

  private static URI place(Class<?> type) throws IOException {
    try {
      return type.getProtectionDomain().getCodeSource().getLocation().toURI();
    } catch (URISyntaxException malformed) {
      throw new IOException(malformed);
    }
  }

  /** The package of a module, which has three parts, and a dot. */
  private static String module(Class<?> member) {
    return member.getName().replaceAll("^(\\w+\\.\\w+\\.\\w+\\.).*", "$1");
  }

  private static List<String> classNames(URI place, String module) throws IOException {
    Path path = Paths.get(place);
    if (Files.isDirectory(path)) {
      try (Stream<Path> files = Files.walk(path)) {
        String separator = path.getFileSystem().getSeparator();
        return classNames(
            files.map(file -> path.relativize(file).toString().replace(separator, "/")), module);
      }
    }
    // A file system of a jar would be closed by an interrupt, and be one of all threads.
    try (JarFile jar = new JarFile(path.toFile())) {
      return classNames(jar.stream().map(JarEntry::getName), module);
    }
  }

  private static List<String> classNames(Stream<String> files, String module) {
    return files
        .filter(file -> file.startsWith("org") && file.endsWith(SUFFIX))
        .map(file -> file.substring(0, file.length() - SUFFIX.length()).replace('/', '.'))
        .filter(name -> name.startsWith(module))
        .collect(Collectors.toList());
  }
}
