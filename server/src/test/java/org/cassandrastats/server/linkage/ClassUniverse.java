/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.server.linkage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;

/** Our classes, those of one version of Cassandra, and those of Java; no other library. */
final class ClassUniverse {
  private static final String CASSANDRA = "org/apache/cassandra/";
  private static final String OURS = "org/cassandrastats/server/";

  private final List<Path> roots;
  private final Map<String, Optional<LinkedClass>> known = new HashMap<>();

  /**
   * Classes under some roots.
   *
   * @param roots directories, or the insides of jars
   */
  ClassUniverse(List<Path> roots) {
    this.roots = roots;
  }

  private Optional<LinkedClass> find(String name) {
    // Not computeIfAbsent: whoever computes asks for others.
    Optional<LinkedClass> found = known.get(name);
    if (found == null) {
      found = Optional.ofNullable(bytes(name)).map(LinkedClass::new);
      known.put(name, found);
    }
    return found;
  }

  private byte[] bytes(String name) {
    try {
      for (Path root : roots) {
        Path file = root.resolve(name + ".class");
        if (Files.exists(file)) {
          return Files.readAllBytes(file);
        }
      }
      if (!name.startsWith("java/")) {
        return null;
      }
      try (InputStream ofJava = ClassLoader.getSystemResourceAsStream(name + ".class")) {
        return ofJava == null ? null : ofJava.readAllBytes();
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Everything that would be an error if the class were used, in words. */
  Set<String> problems(String name) {
    LinkedClass own = find(name).orElseThrow(() -> new IllegalArgumentException(name));
    Set<String> problems = new TreeSet<>();
    for (String type : own.types()) {
      if ((type.startsWith(CASSANDRA) || type.startsWith(OURS)) && find(type).isEmpty()) {
        problems.add("no class " + type);
      }
    }
    for (LinkedClass.Use use : own.uses()) {
      if (!use.owner().startsWith("java/")
          && find(use.owner()).isPresent()
          && !has(use.owner(), use.member())) {
        problems.add("no " + use.owner() + "." + use.member());
      }
    }
    addInherited(own, problems);
    return problems;
  }

  private boolean has(String owner, String member) {
    for (String type : family(owner)) {
      Optional<LinkedClass> found = find(type);
      // A class of another library may have it.
      if (found.isEmpty() || found.get().members().containsKey(member)) {
        return true;
      }
    }
    return find("java/lang/Object").orElseThrow().members().containsKey(member);
  }

  /** Methods of Cassandra that are missing here, or must not be here. */
  private void addInherited(LinkedClass own, Set<String> problems) {
    Set<String> family = family(own.name());
    Set<String> made = new LinkedHashSet<>();
    for (String type : family) {
      find(type)
          .ifPresent(
              each ->
                  each.members()
                      .forEach(
                          (member, access) -> {
                            if ((access & Opcodes.ACC_ABSTRACT) == 0) {
                              made.add(member);
                            }
                          }));
    }
    for (String type : family) {
      Optional<LinkedClass> found = find(type);
      if (found.isEmpty() || !type.startsWith(CASSANDRA) || type.equals(own.name())) {
        continue;
      }
      if (found.get().isFinal()) {
        problems.add("final " + type);
      }
      found
          .get()
          .members()
          .forEach(
              (member, access) -> {
                if ((access & Opcodes.ACC_ABSTRACT) != 0
                    && !own.isAbstract()
                    && !made.contains(member)) {
                  problems.add("abstract " + type + "." + member);
                }
                int hidden = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC;
                if ((access & Opcodes.ACC_FINAL) != 0
                    && (access & hidden) == 0
                    && member.contains("(")
                    && own.members().containsKey(member)) {
                  problems.add("final " + type + "." + member);
                }
              });
    }
  }

  /** The methods of Cassandra's classes that a class overrides or implements. */
  Set<String> overridden(String name) {
    Set<String> overridden = new TreeSet<>();
    LinkedClass own = find(name).orElseThrow(() -> new IllegalArgumentException(name));
    for (String type : family(name)) {
      if (type.startsWith(CASSANDRA) && !type.equals(name)) {
        find(type)
            .ifPresent(
                parent ->
                    parent.members().keySet().stream()
                        .filter(member -> member.contains("(") && !member.startsWith("<"))
                        .filter(own.members()::containsKey)
                        .forEach(overridden::add));
      }
    }
    return overridden;
  }

  /** A class and all that it inherits from, as far as it is known. */
  private Set<String> family(String name) {
    Set<String> family = new LinkedHashSet<>();
    addFamily(name, family);
    return family;
  }

  private void addFamily(String name, Set<String> family) {
    if (family.add(name)) {
      find(name).ifPresent(each -> each.parents().forEach(parent -> addFamily(parent, family)));
    }
  }
}
