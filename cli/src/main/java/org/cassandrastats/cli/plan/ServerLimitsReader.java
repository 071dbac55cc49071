/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.cli.plan;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
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
import org.cassandrastats.cli.console.TimeTexts;

/** Reads the deadlines of all nodes from {@code system_views.settings}. */
final class ServerLimitsReader {
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

  private final CqlSession session;
  private final List<String> notes = new ArrayList<>();
  private final List<Map<String, String>> known = new ArrayList<>();

  private ServerLimitsReader(CqlSession session) {
    this.session = session;
  }

  /** Asks every node; those that do not tell are named in the notes. */
  static ServerLimits read(CqlSession session) {
    return new ServerLimitsReader(session).read();
  }

  private ServerLimits read() {
    for (Node node : session.getMetadata().getNodes().values()) {
      ask(node);
    }
    if (known.isEmpty()) {
      notes.add("No node has told its deadlines: those of Cassandra's defaults are assumed");
      ServerLimits standard = ServerLimits.standard();
      return new ServerLimits(
          standard.read(), standard.range(), standard.nativeTransport(), Map.of(), notes);
    }
    return new ServerLimits(
        shortest(READ, ServerLimits.standard().read()),
        shortest(RANGE, ServerLimits.standard().range()),
        // Cassandra 4.1 before 4.1.8 has no such deadline.
        shortest(NATIVE, NONE),
        others(),
        notes);
  }

  private void ask(Node node) {
    try {
      Map<String, String> settings = new HashMap<>();
      for (Row row :
          session.execute(
              SimpleStatement.newInstance("SELECT name, value FROM system_views.settings")
                  .setNode(node)
                  .setTimeout(TIMEOUT))) {
        settings.put(row.getString(0), row.getString(1));
      }
      known.add(settings);
    } catch (UnauthorizedException denied) {
      notes.add(
          "The role may not read system_views.settings (GRANT SELECT ON KEYSPACE system_views), so that the deadlines of %s are not known"
              .formatted(node.getEndPoint()));
    } catch (DriverException failed) {
      notes.add("%s has not told its deadlines".formatted(node.getEndPoint()));
    }
  }

  private Duration shortest(String name, Duration otherwise) {
    TreeSet<Duration> values = new TreeSet<>();
    for (Map<String, String> settings : known) {
      SettingTime.parse(settings.get(name)).ifPresent(values::add);
    }
    if (values.size() > 1) {
      notes.add(
          "Nodes differ in %s: %s to %s"
              .formatted(name, Texts.seconds(values.first()), Texts.seconds(values.last())));
    }
    return values.isEmpty() ? otherwise : values.first();
  }

  private Map<String, String> others() {
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

  /** Times as Cassandra's settings spell them: 500ms, 2s, 5m, 1h. */
  static final class SettingTime {
    private static final Pattern FORM = Pattern.compile("(\\d{1,12})(ns|us|µs|ms|s|m|h|d)");

    private SettingTime() {}

    /** A time; empty if the text is none. */
    static Optional<Duration> parse(String text) {
      return TimeTexts.parse(FORM, text == null ? "" : text.strip().toLowerCase(Locale.ROOT));
    }
  }
}
