/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.Term;
import org.apache.cassandra.serializers.MarshalException;
import org.apache.cassandra.transport.ProtocolVersion;
import org.apache.cassandra.utils.JsonUtils;
import org.cassandrastats.udf.moments.Moments;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code SELECT JSON} shows, and what {@code INSERT JSON} takes. */
class StateJsonTest {
  static List<StateType> types() {
    return FixtureStates.types();
  }

  @ParameterizedTest
  @MethodSource("types")
  void should_read_what_it_prints(StateType type) {
    for (String name : FixtureStates.names(type)) {
      ByteBuffer state = FixtureStates.state(name);

      Map<?, ?> json = (Map<?, ?>) JsonUtils.decodeJson(json(type, state));

      assertThat(json).hasSize(2);
      assertThat(json.get("state")).isEqualTo("0x" + type.getString(state));
      assertThat(read(type, json)).as(name).isEqualTo(state);
      assertThat(read(type, json.get("state"))).as(name).isEqualTo(state);
      assertThat(read(type, json(type, state))).as("%s as a map's key", name).isEqualTo(state);
      assertThat(state.position()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("types")
  void should_show_the_state_in_words(StateType type) {
    String name = FixtureStates.names(type).get(0);

    Map<?, ?> json = (Map<?, ?>) JsonUtils.decodeJson(json(type, FixtureStates.state(name)));

    if (type == MomentsType.instance) {
      assertThat(json.get("text")).isEqualTo(Moments.text(FixtureStates.state(name)));
    }
    assertThat((String) json.get("text")).containsPattern(" [a-z]+=\\d");
  }

  @ParameterizedTest
  @MethodSource("types")
  void should_have_no_words_for_no_rows(StateType type) {
    String json = json(type, ByteBuffer.allocate(0));

    assertThat(json).isEqualTo("{\"text\": null, \"state\": \"0x\"}");
    assertThat(read(type, JsonUtils.decodeJson(json))).isEqualTo(ByteBuffer.allocate(0));
  }

  /** As they may be in a column that was written around the guard. */
  @ParameterizedTest
  @MethodSource("types")
  void should_print_bytes_that_are_no_state(StateType type) {
    String json = json(type, ByteBuffer.wrap(new byte[] {1, 2, 3}));

    Map<?, ?> object = (Map<?, ?>) JsonUtils.decodeJson(json);
    assertThat((String) object.get("text"))
        .matches("not an? " + type.family() + " state: expected .*, found .*");
    assertThat(object.get("state")).isEqualTo("0x010203");
    assertThatThrownBy(() -> read(type, object)).isInstanceOf(MarshalException.class);
  }

  @ParameterizedTest
  @MethodSource("types")
  void should_say_which_json_it_takes(StateType type) {
    for (String json :
        List.of(
            "5",
            "true",
            "[]",
            "\"0102\"",
            "\"text\"",
            "{}",
            "{\"text\": \"a\"}",
            "{\"state\": 5}",
            "{\"state\": \"0x\", \"count\": 5}")) {
      assertThatThrownBy(() -> read(type, JsonUtils.decodeJson(json)))
          .as(json)
          .isInstanceOf(MarshalException.class)
          .hasMessageStartingWith(
              "expected a "
                  + type.family()
                  + " state as \"0x...\" or as {\"text\": ..., \"state\": \"0x...\"} (text is not"
                  + " read), found ");
    }
    for (String json : List.of("\"0xdeadbeef\"", "{\"state\": \"0xdeadbeef\"}")) {
      assertThatThrownBy(() -> read(type, JsonUtils.decodeJson(json)))
          .as(json)
          .isInstanceOf(MarshalException.class)
          .hasMessageMatching("not an? " + type.family() + " state: .*");
    }
  }

  private static String json(StateType type, ByteBuffer state) {
    return type.toJSONString(state, ProtocolVersion.CURRENT);
  }

  private static ByteBuffer read(StateType type, Object parsed) {
    Term term = type.fromJSONObject(parsed);
    return term.bindAndGet(QueryOptions.DEFAULT);
  }
}
