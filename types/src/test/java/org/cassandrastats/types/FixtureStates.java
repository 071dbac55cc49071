/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The stored states of version 1, by family. */
final class FixtureStates {
  private static final Path STATES = Path.of("..", "udf", "src", "test", "resources", "states");

  private static final List<StateType> TYPES = findTypes();

  private FixtureStates() {}

  /** The type of each family. */
  static List<StateType> types() {
    return TYPES;
  }

  private static List<StateType> findTypes() {
    Path sources = Path.of("src", "main", "java", "org", "cassandrastats", "types");
    try (Stream<Path> files = Files.list(sources)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith("Type.java") && !file.equals("StateType.java"))
          .sorted()
          .map(file -> instance(file.replace(".java", "")))
          .toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static StateType instance(String name) {
    try {
      return (StateType)
          Class.forName(StateType.class.getPackageName() + "." + name)
              .getField("instance")
              .get(null);
    } catch (ReflectiveOperationException missing) {
      throw new IllegalStateException(missing);
    }
  }

  /** The names of all stored states that are values of a type. */
  static List<String> names(StateType type) {
    return all().keySet().stream().filter(name -> typeOf(name) == type).toList();
  }

  /** All stored states, also those of points, which are within an aggregate only. */
  static Map<String, byte[]> all() {
    Map<String, byte[]> states = new TreeMap<>();
    try (Stream<Path> files = Files.walk(STATES)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        states.put(
            file.getFileName().toString().replace(".hex", ""),
            HexFormat.of().parseHex(Files.readString(file).replaceAll("#.*|\\s", "")));
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return states;
  }

  /** The type that a stored state is a value of; null where there is none. */
  static StateType typeOf(String name) {
    return types().stream().filter(type -> name.startsWith(type.family())).findFirst().orElse(null);
  }

  static ByteBuffer state(String name) {
    return ByteBuffer.wrap(all().get(name));
  }
}
