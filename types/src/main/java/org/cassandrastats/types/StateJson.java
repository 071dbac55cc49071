/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Function;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.apache.cassandra.utils.JsonUtils;

/** States in JSON: {@code {"text": "moments count=5 ...", "state": "0x..."}}. */
final class StateJson {
  private static final String TEXT = "text";
  private static final String STATE = "state";

  /** Characters of a refused value that an error message shows. */
  private static final int SHOWN = 40;

  private final String family;
  private final Function<ByteBuffer, String> text;

  StateJson(String family, Function<ByteBuffer, String> text) {
    this.family = family;
    this.text = text;
  }

  String of(ByteBuffer state) {
    String words = words(state);
    String quoted = words == null ? "null" : '"' + JsonUtils.quoteAsJsonString(words) + '"';
    return "{\"" + TEXT + "\": " + quoted + ", \"" + STATE + "\": \"" + hexadecimal(state) + "\"}";
  }

  /** Never fails, so that a row with bytes from elsewhere can be read and fixed. */
  private String words(ByteBuffer state) {
    try {
      return text.apply(state);
    } catch (IllegalArgumentException noState) {
      return noState.getMessage();
    }
  }

  private static String hexadecimal(ByteBuffer state) {
    return "0x" + ByteBufferUtil.bytesToHex(state);
  }

  /** The literal of a state in a parsed JSON value. */
  String hexadecimal(Object parsed) {
    Object json = parsed;
    if (json instanceof String && ((String) json).startsWith("{")) {
      // The key of a map is the text of a JSON object.
      json = JsonUtils.decodeJson((String) json);
    }
    if (json instanceof Map) {
      Map<?, ?> object = (Map<?, ?>) json;
      for (Object key : object.keySet()) {
        if (!key.equals(TEXT) && !key.equals(STATE)) {
          throw expected("an object with \"" + key + "\"");
        }
      }
      json = object.get(STATE);
      if (json == null) {
        throw expected("an object without \"" + STATE + "\"");
      }
    }
    if (!(json instanceof String)) {
      throw expected(String.valueOf(json));
    }
    if (!((String) json).startsWith("0x")) {
      throw expected("a string without 0x");
    }
    return (String) json;
  }

  private InvalidStateException expected(String found) {
    return new InvalidStateException(
        "expected a "
            + family
            + " state as \"0x...\" or as {\"text\": ..., \"state\": \"0x...\"} (text is not read),"
            + " found "
            + InvalidStateException.start(found, SHOWN));
  }
}
