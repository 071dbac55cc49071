/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The golden states of a family, and their answers. */
final class GoldenStates {
  /** The families that there are files of. */
  static final List<String> FAMILIES =
      List.of(
          "chunk",
          "counter",
          "ddsketch",
          "extremes",
          "frequent",
          "heartbeat",
          "histogram",
          "hll",
          "moments",
          "regression",
          "state_time",
          "tdigest",
          "theta",
          "time_weight");

  private static final Path DIRECTORY = Path.of("..", "golden");

  private GoldenStates() {}

  /**
   * What is asked of a state.
   *
   * @param arguments behind the state
   * @param answer null where the call is refused
   */
  record Question(ByteBuffer state, String call, List<JsonNode> arguments, JsonNode answer) {}

  /** All questions of a family. */
  static List<Question> questions(String family) {
    List<Question> questions = new ArrayList<>();
    for (JsonNode state : read(family).get("states")) {
      for (JsonNode answer : state.get("answers")) {
        List<JsonNode> arguments = new ArrayList<>();
        answer.path("arguments").forEach(arguments::add);
        questions.add(
            new Question(
                ByteBuffer.wrap(bytes(state.get("state"))),
                answer.get("call").asText(),
                arguments,
                answer.get("answer")));
      }
    }
    return questions;
  }

  /** The names of all functions that questions call. */
  static Set<String> calls() {
    Set<String> calls = new TreeSet<>();
    for (String family : FAMILIES) {
      questions(family).forEach(question -> calls.add(question.call()));
    }
    return calls;
  }

  /** The states of a family that rows lead to. */
  static List<JsonNode> madeOfRows(String family) {
    List<JsonNode> states = new ArrayList<>();
    for (JsonNode state : read(family).get("states")) {
      if (!state.get("rows").isNull()) {
        states.add(state);
      }
    }
    return states;
  }

  /**
   * Two states and their union.
   *
   * @param merged null where it is refused
   */
  record Merge(ByteBuffer left, ByteBuffer right, ByteBuffer merged) {}

  /** Pairs of states of a family. */
  static List<Merge> merges(String family) {
    JsonNode document = read(family);
    List<Merge> merges = new ArrayList<>();
    for (JsonNode merge : document.get("merges")) {
      merges.add(
          new Merge(
              named(document, merge.get("left").asText()),
              named(document, merge.get("right").asText()),
              merge.has("merged") ? ByteBuffer.wrap(bytes(merge.get("merged"))) : null));
    }
    return merges;
  }

  private static ByteBuffer named(JsonNode document, String name) {
    for (JsonNode state : document.get("states")) {
      if (state.get("name").asText().equals(name)) {
        return ByteBuffer.wrap(bytes(state.get("state")));
      }
    }
    throw new IllegalArgumentException("no state " + name);
  }

  /** Blobs that are no states of a family. */
  static List<byte[]> refusals(String family) {
    List<byte[]> refusals = new ArrayList<>();
    read(family).get("refusals").forEach(refusal -> refusals.add(bytes(refusal.get("state"))));
    return refusals;
  }

  /** The bytes of a blob. */
  static byte[] bytes(JsonNode blob) {
    return HexFormat.of().parseHex(blob.asText().substring(2));
  }

  /** A file. */
  static JsonNode read(String file) {
    try {
      return new ObjectMapper().readTree(DIRECTORY.resolve(file + ".json").toFile());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
