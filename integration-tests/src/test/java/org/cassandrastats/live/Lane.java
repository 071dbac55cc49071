/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.live;

import java.util.Arrays;
import java.util.Locale;
import org.cassandrastats.cli.console.Console;
import org.cassandrastats.localcluster.LocalPack;
import org.cassandrastats.localcluster.node.CassandraVersion;
import org.cassandrastats.localcluster.node.Node;
import org.cassandrastats.localcluster.node.NodeSettings;

/**
 * What runs the functions of the pack: the bodies that the scripts install, in a thread of their
 * own or on the calling thread, or the server jar. The system property {@code lane} names the lane
 * of a build's execution.
 */
public enum Lane {
  UDF_THREADS_ON,
  UDF_THREADS_OFF,
  NATIVE;

  /** A test class about user-defined functions themselves; the native lane has none. */
  public static final String UDF_TAG = "udf-lane";

  /**
   * A test class whose findings may depend on whether functions run in threads of their own; the
   * others run without such threads, for the time that handing over each row takes.
   */
  public static final String THREADS_TAG = "threads";

  /** A test class about what only the server jar offers under the pack's own name. */
  public static final String NATIVE_TAG = "native-lane";

  /**
   * The keyspace of the native functions in the lanes of user-defined functions, whose nodes have
   * the server jar too: the same node then answers one call in two ways.
   */
  public static final String NATIVE_KEYSPACE_BESIDE_UDFS = "native_stats";

  private static final String PROPERTY = "lane";
  private static final String CASSANDRA_PROPERTY = "lane.cassandra";

  // A busy machine is no endless function: the node must not stop itself.
  private static final String WARN_TIMEOUT = "30000ms";
  private static final String FAIL_TIMEOUT = "60000ms";

  /**
   * The lane that the system property names; functions in threads of their own unless it is set.
   */
  public static Lane current() {
    return named(System.getProperty(PROPERTY, UDF_THREADS_ON.toString()));
  }

  /** A lane by the name of its execution, such as {@code udf-threads-on}. */
  public static Lane named(String name) {
    return Arrays.stream(values())
        .filter(lane -> lane.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "expected a lane, one of " + Arrays.toString(values()) + ", found " + name));
  }

  /** What the nodes run that tests share: the version that a system property names. */
  public static CassandraVersion cassandra() {
    return CassandraVersion.parse(
        System.getProperty(CASSANDRA_PROPERTY, CassandraVersion.standard().text()));
  }

  /** Where the node of this lane finds its native functions. */
  public String nativeKeyspace() {
    return this == NATIVE ? InstalledPack.KEYSPACE : NATIVE_KEYSPACE_BESIDE_UDFS;
  }

  /** Starts the node of this lane, with the pack. */
  Node start() {
    NodeSettings.Builder builder =
        NodeSettings.builder()
            .version(cassandra())
            .serverJar(true)
            // Nothing that is shown or tested depends on where a node stands.
            .jvmArgument("-Duser.timezone=Asia/Kathmandu")
            // Answers are asked for here, not times: forty aggregates in threads of their own
            // take seconds on a busy machine.
            .yaml("read_request_timeout", "60000ms")
            .yaml("range_request_timeout", "60000ms")
            .yaml("native_transport_timeout", "120000ms");
    configure(builder);
    if (this == NATIVE) {
      return Node.start(builder.build());
    }
    builder
        .jvmArgument("-Dcassandra.stats.keyspace=" + NATIVE_KEYSPACE_BESIDE_UDFS)
        .jvmArgument(RecordedBodies.agentArgument());
    return LocalPack.start(builder, Console.plain());
  }

  /** Makes the nodes of a cluster those of this lane, without anything installed. */
  public void configure(NodeSettings.Builder builder) {
    if (this == NATIVE) {
      builder.serverJar(true).udfsEnabled(false);
    } else {
      builder
          .udfThreads(this == UDF_THREADS_ON)
          .yaml("user_defined_functions_warn_timeout", WARN_TIMEOUT)
          .yaml("user_defined_functions_fail_timeout", FAIL_TIMEOUT);
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
