/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.bench.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The golden states of a family, and their answers. */
final class GoldenStates {
  private static final Path DIRECTORY = Path.of("..", "..", "golden");

  private final JsonNode document;

  /** Those of a family. */
  GoldenStates(String family) {
    document = read(family);
  }

  /**
   * A state.
   *
   * @param aggregate what made it, such as {@code hll(bigint)}
   * @param rows the name of what it was made of; null where it was filled up
   */
  record State(String name, String aggregate, String rows, ByteBuffer bytes, JsonNode answers) {
    /** The answer to a call without arguments. */
    JsonNode answer(String call) {
      for (JsonNode answer : answers) {
        if (answer.get("call").asText().equals(call) && !answer.has("arguments")) {
          return answer.get("answer");
        }
      }
      throw new IllegalArgumentException("no answer to " + call);
    }
  }

  /** All states but the empty blob. */
  List<State> states() {
    List<State> states = new ArrayList<>();
    for (JsonNode state : document.get("states")) {
      if (bytes(state.get("state")).hasRemaining()) {
        states.add(state(state));
      }
    }
    return states;
  }

  /** Pairs of these states, and what their union is. */
  List<Merge> merges() {
    List<State> states = states();
    List<Merge> merges = new ArrayList<>();
    for (JsonNode merge : document.get("merges")) {
      for (State left : states) {
        for (State right : states) {
          if (left.name().equals(merge.get("left").asText())
              && right.name().equals(merge.get("right").asText())) {
            merges.add(new Merge(left, right, bytes(merge.get("merged"))));
          }
        }
      }
    }
    return merges;
  }

  /** Two states and their union. */
  record Merge(State left, State right, ByteBuffer merged) {}

  /** Rows by their name and the type of their column, as integers or bytes; without nulls. */
  static List<Object> rows(String name, String type) {
    List<Object> values = new ArrayList<>();
    for (JsonNode value : read("rows").get(name).get(type)) {
      if (value.isIntegralNumber()) {
        values.add(value.longValue());
      } else if (!value.isNull()) {
        values.add(bytes(value).array());
      }
    }
    return values;
  }

  private static State state(JsonNode state) {
    return new State(
        state.get("name").asText(),
        state.get("aggregate").asText(),
        state.get("rows").textValue(),
        bytes(state.get("state")),
        state.get("answers"));
  }

  private static ByteBuffer bytes(JsonNode blob) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(blob.asText().substring(2)));
  }

  private static JsonNode read(String file) {
    try {
      return new ObjectMapper().readTree(DIRECTORY.resolve(file + ".json").toFile());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
