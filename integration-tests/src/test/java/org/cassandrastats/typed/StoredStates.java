/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.typed;

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

/** States that are kept as files, damaged ones, and how a type is written in CQL. */
final class StoredStates {
  private static final Path DIRECTORY =
      Path.of("..", "udf", "src", "test", "resources", "states", "v2");

  private StoredStates() {}

  /** A state of each family. */
  static List<String> names() {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      Map<String, String> first = new TreeMap<>();
      files
          .map(file -> file.getFileName().toString().replace(".hex", ""))
          // Between the rows of an aggregate only.
          .filter(name -> !name.equals("points"))
          .sorted()
          .forEach(name -> first.putIfAbsent(name.replaceAll("-.*", ""), name));
      return List.copyOf(first.values());
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The type of a state, in quotes as in CQL. */
  static String type(String name) {
    String family = name.replaceAll("-.*", "");
    return "'org.cassandrastats.types."
        + Character.toUpperCase(family.charAt(0))
        + family.substring(1)
        + "Type'";
  }

  static byte[] state(String name) {
    try {
      String text = Files.readString(DIRECTORY.resolve(name + ".hex"));
      return HexFormat.of().parseHex(text.replaceAll("#.*|\\s", ""));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  static ByteBuffer buffer(String name) {
    return ByteBuffer.wrap(state(name));
  }

  /** The state as a literal. */
  static String hex(String name) {
    return hex(state(name));
  }

  static String hex(byte[] bytes) {
    return "0x" + HexFormat.of().formatHex(bytes);
  }

  /** The state with another serial version, which is refused. */
  static byte[] damaged(String name) {
    byte[] state = state(name);
    state[1] = 77;
    return state;
  }
}
