/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.spark.source;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.io.Serializable;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.cassandrastats.client.api.StatsOptions;
import org.cassandrastats.client.api.StatsOptions.Lane;

/** The options of a source: how to reach a cluster, and how to ask it. */
public final class SourceOptions implements Serializable {
  private static final long serialVersionUID = 1;

  static final String KEYSPACE = "keyspace";
  static final String TABLE = "table";
  private static final String HOSTS = "hosts";
  private static final String DATACENTER = "local-datacenter";
  private static final String USERNAME = "username";
  private static final String PASSWORD = "password";
  private static final String DRIVER_CONFIG = "driver-config";
  private static final String CONSISTENCY = "consistency";
  private static final String IN_FLIGHT = "in-flight";
  private static final String PAGE_SIZE = "page-size";
  private static final String TARGET_TIME = "target-time";
  private static final String REQUEST_TIMEOUT = "request-timeout";
  private static final String RETRY_TIMEOUT = "retry-timeout";
  private static final String FUNCTIONS_KEYSPACE = "functions-keyspace";
  private static final String LANE = "lane";
  private static final String GROUP_MEMORY = "group-memory-mb";
  private static final String SPLITS = "splits";
  private static final String AGGREGATES = "push-aggregates";

  /** As many as a connection of the driver takes. */
  private static final int MOST_IN_FLIGHT = 1024;

  /** Spark keeps each of them in memory before it begins. */
  private static final int MOST_SPLITS = 100_000;

  /** Each option with what it takes, for messages. */
  private static final Map<String, String> KNOWN =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry(KEYSPACE, "a name"),
              Map.entry(TABLE, "a name"),
              Map.entry(HOSTS, "HOST[:PORT],..."),
              Map.entry(DATACENTER, "a name"),
              Map.entry(USERNAME, "a name"),
              Map.entry(PASSWORD, "a password"),
              Map.entry(DRIVER_CONFIG, "a file on each host"),
              Map.entry(CONSISTENCY, "a consistency level such as LOCAL_ONE"),
              Map.entry(IN_FLIGHT, "a number from 1 to " + MOST_IN_FLIGHT),
              Map.entry(PAGE_SIZE, "a number of rows, 1 or more"),
              Map.entry(TARGET_TIME, "milliseconds, or a time such as 1s"),
              Map.entry(REQUEST_TIMEOUT, "milliseconds, or a time such as 15s"),
              Map.entry(RETRY_TIMEOUT, "milliseconds, or a time such as 1m"),
              Map.entry(FUNCTIONS_KEYSPACE, "a name"),
              Map.entry(LANE, "automatic, server or client"),
              Map.entry(GROUP_MEMORY, "a number of megabytes, 1 or more"),
              Map.entry(SPLITS, "a number from 1 to " + MOST_SPLITS),
              Map.entry(AGGREGATES, "true or false")));

  private static final int DEFAULT_PORT = 9042;
  private static final int LAST_PORT = 65_535;
  private static final Duration DEFAULT_REQUEST_TIMEOUT = Duration.ofSeconds(15);

  private final Map<String, String> values = new TreeMap<>();

  /**
   * Options.
   *
   * @param given names in any case, and their values
   * @throws IllegalArgumentException if there is no such option, or it does not take its value
   */
  public SourceOptions(Map<String, String> given) {
    given.forEach((name, value) -> values.put(name.toLowerCase(Locale.ROOT), value));
    for (String name : values.keySet()) {
      if (!KNOWN.containsKey(name)) {
        throw new IllegalArgumentException(
            "There is no option \"%s\": expected one of %s."
                .formatted(name, String.join(", ", new TreeSet<>(KNOWN.keySet()))));
      }
    }
    client();
    contactPoints();
    requestTimeout();
    splits(1);
    pushesAggregates();
  }

  /** The same options and others, which take precedence. */
  public SourceOptions with(Map<String, String> more) {
    Map<String, String> both = new TreeMap<>(values);
    more.forEach((name, value) -> both.put(name.toLowerCase(Locale.ROOT), value));
    return new SourceOptions(both);
  }

  /** The options of a session, by which it is shared. */
  List<String> session() {
    List<String> session = new ArrayList<>();
    for (String name : List.of(HOSTS, DATACENTER, USERNAME, PASSWORD, DRIVER_CONFIG)) {
      session.add(values.getOrDefault(name, ""));
    }
    return session;
  }

  /** A name that has to be given. */
  String required(String name) {
    String value = values.get(name);
    if (value == null || value.isEmpty()) {
      throw new IllegalArgumentException(
          "The option \"%s\" is missing: expected %s.".formatted(name, KNOWN.get(name)));
    }
    return value;
  }

  /** The contact points as they are written. */
  String hosts() {
    String otherwise =
        driverConfig() == null
            ? "127.0.0.1:" + DEFAULT_PORT
            : "the contact points of " + driverConfig();
    String hosts = values.getOrDefault(HOSTS, "");
    return hosts.isBlank() ? otherwise : hosts;
  }

  List<InetSocketAddress> contactPoints() {
    List<InetSocketAddress> points = new ArrayList<>();
    for (String host : values.getOrDefault(HOSTS, "").split(",", -1)) {
      String point = host.strip();
      if (!point.isEmpty()) {
        int colon = point.lastIndexOf(':');
        // An IPv6 address has several colons, and brackets where a port follows.
        boolean hasPort =
            colon > 0 && (point.indexOf(':') == colon || point.charAt(colon - 1) == ']');
        String name = hasPort ? point.substring(0, colon) : point;
        int port = hasPort ? port(point, point.substring(colon + 1)) : DEFAULT_PORT;
        points.add(InetSocketAddress.createUnresolved(name.replaceAll("[\\[\\]]", ""), port));
      }
    }
    return points;
  }

  private static int port(String point, String port) {
    try {
      return number(HOSTS, port, LAST_PORT);
    } catch (IllegalArgumentException none) {
      throw refused(HOSTS, point, none);
    }
  }

  String datacenter() {
    return values.get(DATACENTER);
  }

  String username() {
    return values.get(USERNAME);
  }

  String password() {
    return values.getOrDefault(PASSWORD, "");
  }

  String driverConfig() {
    return values.get(DRIVER_CONFIG);
  }

  /** The consistency level; null for that of the session. */
  ConsistencyLevel consistency() {
    String level = values.get(CONSISTENCY);
    if (level == null) {
      return null;
    }
    try {
      return DefaultConsistencyLevel.valueOf(level.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw refused(CONSISTENCY, level, unknown);
    }
  }

  int inFlight() {
    return number(IN_FLIGHT, StatsOptions.standard().inFlightPerNode(), MOST_IN_FLIGHT);
  }

  int pageSize() {
    return number(PAGE_SIZE, StatsOptions.standard().pageSize(), Integer.MAX_VALUE);
  }

  Duration requestTimeout() {
    return time(REQUEST_TIMEOUT, DEFAULT_REQUEST_TIMEOUT);
  }

  Duration retryTimeout() {
    return time(RETRY_TIMEOUT, StatsOptions.standard().retryTimeout());
  }

  String functionsKeyspace() {
    return values.getOrDefault(FUNCTIONS_KEYSPACE, StatsOptions.standard().functionsKeyspace());
  }

  /** How many partitions a table is to be cut into, about. */
  int splits(int otherwise) {
    return number(SPLITS, otherwise, MOST_SPLITS);
  }

  boolean pushesAggregates() {
    String value = values.getOrDefault(AGGREGATES, "true");
    if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
      throw refused(AGGREGATES, value, null);
    }
    return value.equalsIgnoreCase("true");
  }

  /** The options of a query. */
  StatsOptions client() {
    StatsOptions options =
        StatsOptions.standard()
            .withConsistencyLevel(consistency())
            .withInFlightPerNode(inFlight())
            .withPageSize(pageSize())
            .withTargetTime(time(TARGET_TIME, StatsOptions.standard().targetTime()))
            .withRetryTimeout(retryTimeout())
            .withFunctionsKeyspace(functionsKeyspace())
            .withLane(lane());
    return values.containsKey(GROUP_MEMORY)
        ? options.withGroupMemory((long) number(GROUP_MEMORY, 1, Integer.MAX_VALUE) << 20)
        : options;
  }

  private Lane lane() {
    String lane = values.getOrDefault(LANE, Lane.AUTOMATIC.name());
    try {
      return Lane.valueOf(lane.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw refused(LANE, lane, unknown);
    }
  }

  private int number(String name, int otherwise, int most) {
    String value = values.get(name);
    return value == null ? otherwise : number(name, value, most);
  }

  private static int number(String name, String value, int most) {
    try {
      int number = Integer.parseInt(value.strip());
      if (number >= 1 && number <= most) {
        return number;
      }
      throw refused(name, value, null);
    } catch (NumberFormatException none) {
      throw refused(name, value, none);
    }
  }

  private Duration time(String name, Duration otherwise) {
    String value = values.get(name);
    if (value == null) {
      return otherwise;
    }
    String text = value.strip().toLowerCase(Locale.ROOT);
    try {
      Duration time =
          text.matches("\\d+")
              ? Duration.ofMillis(Long.parseLong(text))
              : text.matches("\\d+ms")
                  ? Duration.ofMillis(Long.parseLong(text.replace("ms", "")))
                  : Duration.parse("PT" + text);
      // A time of more nanoseconds than a long has is an error of the driver.
      if (time.toNanos() > 0) {
        return time;
      }
      throw refused(name, value, null);
    } catch (RuntimeException none) {
      throw refused(name, value, none);
    }
  }

  private static IllegalArgumentException refused(String name, String value, Throwable cause) {
    return new IllegalArgumentException(
        "The option %s is \"%s\": expected %s.".formatted(name, value, KNOWN.get(name)), cause);
  }

  /** Whoever sees them is not to see the password. */
  @Override
  public String toString() {
    Map<String, String> shown = new TreeMap<>(values);
    shown.computeIfPresent(PASSWORD, (name, value) -> "...");
    return shown.toString();
  }
}
