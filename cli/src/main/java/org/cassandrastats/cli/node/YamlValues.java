/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import org.cassandrastats.cli.console.UserError;

/** Reads settings of cassandra.yaml that were given as text. */
public final class YamlValues {
  private YamlValues() {}

  /**
   * Reads each value as YAML: {@code true}, {@code 5}, {@code 10s}, {@code [a, b]}.
   *
   * @throws UserError if one is not YAML
   */
  public static Map<String, Object> parse(Map<String, String> texts) {
    YAMLMapper mapper = new YAMLMapper();
    Map<String, Object> values = new LinkedHashMap<>();
    texts.forEach(
        (key, text) -> {
          try {
            values.put(key, mapper.readValue(text, Object.class));
          } catch (JsonProcessingException malformed) {
            throw new UserError(
                "The value of the setting %s is not YAML: %s".formatted(key, text), malformed);
          }
        });
    return values;
  }
}
