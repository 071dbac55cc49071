/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.buckets;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a table holds, in its comment: so both are made and dropped together, and anybody who
 * describes the table reads it.
 */
public final class StoredDefinition {
  private static final CqlIdentifier COMMENT = CqlIdentifier.fromInternal("comment");

  private StoredDefinition() {}

  /** The comment of a table. */
  public static String comment(TableMetadata table) {
    return String.valueOf(table.getOptions().get(COMMENT));
  }

  /** The command that writes a table; empty for tables of others. */
  public static Optional<Watermarks.Kind> writer(TableMetadata table) {
    return Stream.of(Watermarks.Kind.values())
        .filter(kind -> parse(kind.mark(), comment(table), JsonNode.class).isPresent())
        .findFirst();
  }

  /**
   * The width of the buckets that the rows of a table stand for; empty where they stand for none.
   */
  public static Optional<Duration> bucket(TableMetadata table) {
    return writer(table)
        .flatMap(kind -> parse(kind.mark(), comment(table), JsonNode.class))
        .filter(definition -> definition.path("bucket").isTextual())
        .map(definition -> Spans.parse(definition.get("bucket").asText()));
  }

  /**
   * Reads a comment.
   *
   * @param mark what it begins with
   * @return empty if it does not, or the rest cannot be read
   */
  public static <T> Optional<T> parse(String mark, String comment, Class<T> type) {
    if (!comment.startsWith(mark)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new ObjectMapper().readValue(comment.substring(mark.length()), type));
    } catch (JsonProcessingException unreadable) {
      return Optional.empty();
    }
  }

  /** The comment that holds a definition. */
  public static String comment(String mark, Object definition) {
    try {
      return mark + new ObjectMapper().writeValueAsString(definition);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * The parts that all definitions have, for {@link #difference}.
   *
   * @return a map that more can be added to
   */
  public static Map<String, String> parts(
      String from, String time, String unit, String bucket, String since) {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put("from", from);
    parts.put("time", time);
    parts.put("time-unit", unit == null ? "of the type" : unit);
    parts.put("bucket", bucket);
    parts.put("since", since == null ? "the first row" : since);
    return parts;
  }

  /**
   * In what a definition differs from another one, for a message: {@code bucket 1h, not 2h}.
   *
   * @param have the parts of what is there, by their names
   * @param want those that were asked for
   */
  public static Optional<String> difference(Map<String, String> have, Map<String, String> want) {
    return have.keySet().stream()
        .filter(part -> !Objects.equals(have.get(part), want.get(part)))
        .map(part -> "%s %s, not %s".formatted(part, have.get(part), want.get(part)))
        .findFirst();
  }
}
