/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.client.internal.plan;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.cassandrastats.client.internal.text.TimeTexts;

/**
 * When nodes give up. Where they differ, the shortest time counts.
 *
 * @param read {@code read_request_timeout}
 * @param range {@code range_request_timeout}
 * @param nativeTransport {@code native_transport_timeout}; longer than any query where nodes have
 *     none
 * @param others further settings that matter to user-defined functions, by name
 * @param notes what is not known, or differs
 */
public record ServerLimits(
    Duration read,
    Duration range,
    Duration nativeTransport,
    Map<String, String> others,
    List<String> notes) {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration NONE = Duration.ofDays(1);
  private static final String READ = "read_request_timeout";
  private static final String RANGE = "range_request_timeout";
  private static final String NATIVE = "native_transport_timeout";
  private static final List<String> OTHERS =
      List.of(
          "user_defined_functions_enabled",
          "user_defined_functions_threads_enabled",
          "user_defined_functions_warn_timeout",
          "user_defined_functions_fail_timeout",
          "user_function_timeout_policy",
          "concurrent_reads");

  private static final ServerLimits DEFAULT =
      new ServerLimits(
          Duration.ofSeconds(5),
          Duration.ofSeconds(10),
          Duration.ofSeconds(12),
          Map.of(),
          List.of());

  /** Copies the collections. */
  public ServerLimits {
    others = Map.copyOf(others);
    notes = List.copyOf(notes);
  }

  /** What Cassandra 5.0 has unless told otherwise: 5, 10 and 12 s. */
  public static ServerLimits standard() {
    return DEFAULT;
  }

  /**
   * The deadline of a whole aggregation, counted from the start of its request. A whole table is
   * read under {@code range_request_timeout}, but the part of it that the coordinator owns itself
   * under {@code read_request_timeout}, so that the shorter one counts.
   */
  public Duration deadline(boolean wholeTable) {
    Duration ofPartition = shorter(read, nativeTransport);
    return wholeTable ? shorter(ofPartition, range) : ofPartition;
  }

  static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  /** Asks every node; those that do not tell are named in the notes. */
  public static ServerLimits read(CqlSession session) {
    List<String> notes = new ArrayList<>();
    List<Map<String, String>> known = new ArrayList<>();
    for (Node node : session.getMetadata().getNodes().values()) {
      try {
        known.add(settings(session, node));
      } catch (UnauthorizedException denied) {
        notes.add(
            "The role may not read system_views.settings (GRANT SELECT ON KEYSPACE system_views), so that the deadlines of %s are not known"
                .formatted(node.getEndPoint()));
      } catch (DriverException failed) {
        notes.add("%s has not told its deadlines".formatted(node.getEndPoint()));
      }
    }
    if (known.isEmpty()) {
      notes.add("No node has told its deadlines: those of Cassandra's defaults are assumed");
      return new ServerLimits(
          DEFAULT.read, DEFAULT.range, DEFAULT.nativeTransport, Map.of(), notes);
    }
    return new ServerLimits(
        shortest(READ, DEFAULT.read, known, notes),
        shortest(RANGE, DEFAULT.range, known, notes),
        // Cassandra 4.1 before 4.1.8 has no such deadline.
        shortest(NATIVE, NONE, known, notes),
        others(known),
        notes);
  }

  private static Map<String, String> settings(CqlSession session, Node node) {
    Map<String, String> settings = new HashMap<>();
    session
        .execute(
            SimpleStatement.newInstance("SELECT name, value FROM system_views.settings")
                .setNode(node)
                .setTimeout(TIMEOUT))
        .forEach(row -> settings.put(row.getString(0), row.getString(1)));
    return settings;
  }

  private static Duration shortest(
      String name, Duration otherwise, List<Map<String, String>> known, List<String> notes) {
    TreeSet<Duration> values = new TreeSet<>();
    for (Map<String, String> settings : known) {
      time(settings.get(name)).ifPresent(values::add);
    }
    if (values.size() > 1) {
      notes.add(
          "Nodes differ in %s: %s to %s"
              .formatted(name, Texts.seconds(values.first()), Texts.seconds(values.last())));
    }
    return values.isEmpty() ? otherwise : values.first();
  }

  private static Map<String, String> others(List<Map<String, String>> known) {
    Map<String, String> others = new TreeMap<>();
    for (String name : OTHERS) {
      TreeSet<String> values = new TreeSet<>();
      known.forEach(settings -> values.add(settings.getOrDefault(name, "")));
      values.remove("");
      if (!values.isEmpty()) {
        others.put(name, String.join(", ", values));
      }
    }
    return others;
  }

  private static final Pattern FORM = Pattern.compile("(\\d{1,12})(ns|us|µs|ms|s|m|h|d)");

  /** A time as Cassandra's settings spell it: 500ms, 2s, 5m, 1h; empty if the text is none. */
  public static Optional<Duration> time(String text) {
    return TimeTexts.parse(FORM, text == null ? "" : text.strip().toLowerCase(Locale.ROOT));
  }
}
