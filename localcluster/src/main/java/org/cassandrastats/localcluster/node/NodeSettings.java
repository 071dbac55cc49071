/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a local node is to be started. Built by {@link #builder()}.
 *
 * @param version of Cassandra
 * @param directory for data, configuration and log; null for a new temporary one
 * @param directoryKept whether the directory stays when the node stops
 * @param schema files of the keyspace system_schema, as {@link StoredTables#copySchema} writes
 *     them, for a node without data to begin with; null for none
 * @param listenAddress a loopback address, for clients and for other nodes
 * @param nativePort for CQL; 0 for a free one
 * @param storagePort for other nodes, the same in all nodes of a cluster; 0 for a free one
 * @param clusterName the same in all nodes of a cluster
 * @param seeds "address:storage port" of the nodes to join through; empty for a node of its own
 * @param udfsEnabled whether user-defined functions may be created
 * @param udfThreads whether they run in a thread of their own, as is Cassandra's default; without,
 *     Cassandra demands {@code allow_insecure_udfs}, and a body with an endless loop cannot be
 *     stopped: only for local nodes and trusted bodies
 * @param serverJar whether the node has the pack's server jar, which offers its functions as native
 *     ones
 * @param authentication whether clients log in (as cassandra, password cassandra) and need
 *     permissions
 * @param heap largest heap, such as "1g"
 * @param javaHome of the Java that runs the node; null to find one
 * @param yaml further settings of cassandra.yaml, by dotted key
 * @param jvmArguments further arguments of the JVM, after those of the environment variable
 *     CASSANDRA_STATS_NODE_OPTIONS
 * @param startTimeout how long to wait until the node answers
 */
public record NodeSettings(
    CassandraVersion version,
    Path directory,
    boolean directoryKept,
    Path schema,
    String listenAddress,
    int nativePort,
    int storagePort,
    String clusterName,
    List<String> seeds,
    boolean udfsEnabled,
    boolean udfThreads,
    boolean serverJar,
    boolean authentication,
    String heap,
    Path javaHome,
    Map<String, Object> yaml,
    List<String> jvmArguments,
    Duration startTimeout) {

  /** Copies the collections. */
  public NodeSettings {
    seeds = List.copyOf(seeds);
    yaml = Collections.unmodifiableMap(new LinkedHashMap<>(yaml));
    jvmArguments = List.copyOf(jvmArguments);
  }

  /** A Cassandra 5.0 node on free ports with user-defined functions, as Cassandra runs them. */
  public static Builder builder() {
    return new Builder();
  }

  /** Settings in the making; what is not set stays as {@link NodeSettings#builder()} says. */
  public static final class Builder {
    private CassandraVersion version = CassandraVersion.standard();
    private Path directory;
    private boolean directoryKept;
    private Path schema;
    private String listenAddress = "127.0.0.1";
    private int nativePort;
    private int storagePort;
    private String clusterName = "cassandra-stats local";
    private List<String> seeds = List.of();
    private boolean udfsEnabled = true;
    private boolean udfThreads = true;
    private boolean serverJar;
    private boolean authentication;
    private String heap = "1g";
    private Path javaHome;
    private final Map<String, Object> yaml = new LinkedHashMap<>();
    private final List<String> jvmArguments = new ArrayList<>(options(System.getenv()));
    private final Duration startTimeout = Duration.ofMinutes(3);

    private Builder() {}

    /** The version as it is set now. */
    public CassandraVersion version() {
      return version;
    }

    /** See {@link NodeSettings#version}. */
    public Builder version(CassandraVersion newVersion) {
      version = newVersion;
      return this;
    }

    /** Keeps the node's files in a directory, also after it has stopped. */
    public Builder directory(Path newDirectory) {
      directory = newDirectory;
      directoryKept = true;
      return this;
    }

    /** Keeps the node's files in a directory that is removed when the node stops. */
    public Builder scratchDirectory(Path newDirectory) {
      directory = newDirectory;
      directoryKept = false;
      return this;
    }

    /** See {@link NodeSettings#schema}. */
    public Builder schema(Path newSchema) {
      schema = newSchema;
      return this;
    }

    /** See {@link NodeSettings#listenAddress}. */
    public Builder listenAddress(String newListenAddress) {
      listenAddress = newListenAddress;
      return this;
    }

    /** See {@link NodeSettings#nativePort}. */
    public Builder nativePort(int newNativePort) {
      nativePort = newNativePort;
      return this;
    }

    /** See {@link NodeSettings#storagePort}. */
    public Builder storagePort(int newStoragePort) {
      storagePort = newStoragePort;
      return this;
    }

    /** See {@link NodeSettings#clusterName}. */
    public Builder clusterName(String newClusterName) {
      clusterName = newClusterName;
      return this;
    }

    /** See {@link NodeSettings#seeds}. */
    public Builder seeds(List<String> newSeeds) {
      seeds = newSeeds;
      return this;
    }

    /** See {@link NodeSettings#udfsEnabled}. */
    public Builder udfsEnabled(boolean newUdfsEnabled) {
      udfsEnabled = newUdfsEnabled;
      return this;
    }

    /** See {@link NodeSettings#udfThreads}. */
    public Builder udfThreads(boolean newUdfThreads) {
      udfThreads = newUdfThreads;
      return this;
    }

    /** See {@link NodeSettings#serverJar}. */
    public Builder serverJar(boolean newServerJar) {
      serverJar = newServerJar;
      return this;
    }

    /** See {@link NodeSettings#authentication}. */
    public Builder authentication(boolean newAuthentication) {
      authentication = newAuthentication;
      return this;
    }

    /** See {@link NodeSettings#heap}. */
    public Builder heap(String newHeap) {
      heap = newHeap;
      return this;
    }

    /** See {@link NodeSettings#javaHome}. */
    public Builder javaHome(Path newJavaHome) {
      javaHome = newJavaHome;
      return this;
    }

    /** Adds a setting of cassandra.yaml; {@code a.b} sets key b of the map a. */
    public Builder yaml(String dottedKey, Object value) {
      yaml.put(dottedKey, value);
      return this;
    }

    /** Adds settings of cassandra.yaml by dotted key. */
    public Builder yaml(Map<String, Object> more) {
      yaml.putAll(more);
      return this;
    }

    /** Adds an argument of the JVM, such as {@code -Dname=value}. */
    public Builder jvmArgument(String argument) {
      jvmArguments.add(argument);
      return this;
    }

    /** The settings. */
    public NodeSettings build() {
      return new NodeSettings(
          version,
          directory,
          directoryKept,
          schema,
          listenAddress,
          nativePort,
          storagePort,
          clusterName,
          seeds,
          udfsEnabled,
          udfThreads,
          serverJar,
          authentication,
          heap,
          javaHome,
          yaml,
          jvmArguments,
          startTimeout);
    }
  }

  /** The environment variable: arguments with spaces between them, as in JDK_JAVA_OPTIONS. */
  static final String VARIABLE = "CASSANDRA_STATS_NODE_OPTIONS";

  /** Arguments for the JVM of every local node, from the environment. */
  static List<String> options(Map<String, String> environment) {
    return Arrays.stream(environment.getOrDefault(VARIABLE, "").split("\\s+"))
        .filter(argument -> !argument.isEmpty())
        .toList();
  }
}
