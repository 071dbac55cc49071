/* SPDX-License-Identifier: Apache-2.0 */
package org.cassandrastats.localcluster.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the cassandra.yaml of a local node. */
public final class CassandraYaml {
  /** The CQL port of a node in a container. */
  public static final int CONTAINER_NATIVE_PORT = 9042;

  private static final int CONTAINER_STORAGE_PORT = 7000;

  private CassandraYaml() {}

  static String text(NodeSettings settings, NodePorts ports, NodeFiles files) {
    return text(standard(settings, ports, files), settings);
  }

  /**
   * For a node in a container that is made of the official image or its like, with the standard
   * ports. The image's own entry point replaces addresses, seeds and snitch by those of its
   * environment variables, where a line for them is there.
   *
   * @param settings listening on the container's own address, which clients and other nodes use
   */
  public static String inContainer(NodeSettings settings) {
    Map<String, Object> root =
        standard(
            settings,
            new NodePorts(CONTAINER_NATIVE_PORT, CONTAINER_STORAGE_PORT),
            new NodeFiles(Path.of("/var/lib/cassandra")));
    root.put("broadcast_address", settings.listenAddress());
    root.put("rpc_address", "0.0.0.0");
    root.put("broadcast_rpc_address", settings.listenAddress());
    root.put("endpoint_snitch", "GossipingPropertyFileSnitch");
    return text(root, settings);
  }

  private static String text(Map<String, Object> root, NodeSettings settings) {
    settings.yaml().forEach((key, value) -> put(root, key, value));
    try {
      return new YAMLMapper().writeValueAsString(root);
    } catch (JsonProcessingException unwritable) {
      throw new LocalNodeException(
          "These settings cannot be written as YAML: " + settings.yaml(), unwritable);
    }
  }

  private static Map<String, Object> standard(
      NodeSettings settings, NodePorts ports, NodeFiles files) {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("cluster_name", settings.clusterName());
    root.put("num_tokens", 1);
    root.put("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner");
    root.put("data_file_directories", List.of(storage(files, "data")));
    root.put("commitlog_directory", storage(files, "commitlog"));
    root.put("saved_caches_directory", storage(files, "saved_caches"));
    root.put("hints_directory", storage(files, "hints"));
    root.put("cdc_raw_directory", storage(files, "cdc_raw"));
    root.put("commitlog_sync", "periodic");
    root.put("commitlog_sync_period", "10000ms");
    root.put("auto_snapshot", false);
    root.put("endpoint_snitch", "SimpleSnitch");
    root.put("listen_address", settings.listenAddress());
    root.put("rpc_address", settings.listenAddress());
    root.put("native_transport_port", ports.nativePort());
    root.put("storage_port", ports.storagePort());
    root.put("seed_provider", seedProvider(settings, ports));
    if (settings.version().major() == 5) {
      root.put("storage_compatibility_mode", "NONE");
    }
    root.put("user_defined_functions_enabled", settings.udfsEnabled());
    if (!settings.udfThreads()) {
      root.put("user_defined_functions_threads_enabled", false);
      root.put("allow_insecure_udfs", true);
    }
    if (settings.authentication()) {
      root.put("authenticator", "PasswordAuthenticator");
      root.put("authorizer", "CassandraAuthorizer");
    }
    return root;
  }

  private static String storage(NodeFiles files, String name) {
    return files.storage().resolve(name).toString();
  }

  private static List<Map<String, Object>> seedProvider(NodeSettings settings, NodePorts ports) {
    String seeds =
        settings.seeds().isEmpty()
            ? settings.listenAddress() + ":" + ports.storagePort()
            : String.join(",", settings.seeds());
    Map<String, Object> provider = new LinkedHashMap<>();
    provider.put("class_name", "org.apache.cassandra.locator.SimpleSeedProvider");
    provider.put("parameters", List.of(Map.of("seeds", seeds)));
    return List.of(provider);
  }

  /** Sets what a dotted key names, making the maps on the way. */
  private static void put(Map<String, Object> map, String dottedKey, Object value) {
    int dot = dottedKey.indexOf('.');
    if (dot < 0) {
      map.put(dottedKey, value);
      return;
    }
    String key = dottedKey.substring(0, dot);
    Object inner = map.computeIfAbsent(key, absent -> new LinkedHashMap<String, Object>());
    if (!(inner instanceof Map)) {
      throw new LocalNodeException(
          "The setting %s cannot be made: %s is not a map but %s".formatted(dottedKey, key, inner));
    }
    @SuppressWarnings("unchecked") // The keys of a YAML map of Cassandra's are strings.
    Map<String, Object> nested = (Map<String, Object>) inner;
    put(nested, dottedKey.substring(dot + 1), value);
  }

  /**
   * Reads each value as YAML: {@code true}, {@code 5}, {@code 10s}, {@code [a, b]}.
   *
   * @throws LocalNodeException if one is not YAML
   */
  public static Map<String, Object> values(Map<String, String> texts) {
    YAMLMapper mapper = new YAMLMapper();
    Map<String, Object> values = new LinkedHashMap<>();
    texts.forEach(
        (key, text) -> {
          try {
            values.put(key, mapper.readValue(text, Object.class));
          } catch (JsonProcessingException malformed) {
            throw new LocalNodeException(
                "The value of the setting %s is not YAML: %s".formatted(key, text), malformed);
          }
        });
    return values;
  }
}
