/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.annotated;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.cassandrastats.udf.state.Checksum;
import org.cassandrastats.udf.state.Preamble;

/** States that are kept as files, damaged ones, and how a type is written in CQL. */
public final class StoredStates {
  private static final Path DIRECTORY =
      Path.of("..", "udf", "src", "test", "resources", "states", "v2");

  private StoredStates() {}

  /** A state of each family. */
  public static List<String> names() {
    Map<String, String> first = new TreeMap<>();
    files()
        // Between the rows of an aggregate only.
        .filter(name -> !name.equals("points"))
        .sorted()
        .forEach(name -> first.putIfAbsent(name.replaceAll("-.*", ""), name));
    return List.copyOf(first.values());
  }

  private static Stream<String> files() {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      return files.map(file -> file.getFileName().toString().replace(".hex", "")).toList().stream();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Whether there are states of a kind. */
  public static boolean hasKind(String kind) {
    return files().anyMatch(name -> name.replaceAll("-.*", "").equals(kind));
  }

  /**
   * Whether states of a kind end with a checksum: final ones of our own formats, and neither the
   * images of others nor what there is between two rows.
   */
  public static boolean isSealed(String kind) {
    ByteBuffer state = first(kind);
    int end = state.limit() - Checksum.SIZE;
    return end > 0 && end % 8 == 0 && Checksum.of(state, end) == state.getLong(end);
  }

  /** Whether states of a kind have a format of our own: they begin with its preamble. */
  public static boolean isOwnFormat(String kind) {
    return first(kind).getShort(0) == Preamble.START >>> 8;
  }

  private static ByteBuffer first(String kind) {
    return files()
        .filter(name -> name.replaceAll("-.*", "").equals(kind))
        .min(Comparator.naturalOrder())
        .map(StoredStates::buffer)
        .orElseThrow(() -> new IllegalStateException("no state is kept of " + kind));
  }

  /** The type of a state, in quotes as in CQL. */
  public static String type(String name) {
    String family = name.replaceAll("-.*", "");
    return Stream.of(family.split("_"))
        .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
        .collect(Collectors.joining("", "'org.cassandrastats.types.", "Type'"));
  }

  public static byte[] state(String name) {
    try {
      String text = Files.readString(DIRECTORY.resolve(name + ".hex"));
      return HexFormat.of().parseHex(text.replaceAll("#.*|\\s", ""));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  public static ByteBuffer buffer(String name) {
    return ByteBuffer.wrap(state(name));
  }

  /** The state as a literal. */
  public static String hex(String name) {
    return hex(state(name));
  }

  public static String hex(byte[] bytes) {
    return "0x" + HexFormat.of().formatHex(bytes);
  }

  /** The state with another serial version, which is refused. */
  public static byte[] damaged(String name) {
    byte[] state = state(name);
    state[1] = 77;
    return state;
  }
}
